package io.tidemark.runtime.checkpoint;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** {@link DurableFiles} on a local file system. */
public final class LocalFiles implements DurableFiles {

    @Override
    public AppendFile append(Path file) throws IOException {
        boolean absent = Files.notExists(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.position(channel.size());
        if (absent) {
            forceDirectory(file);
        }
        return new LocalAppendFile(channel);
    }

    @Override
    public InputStream read(Path file) throws IOException {
        return new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        if (Files.notExists(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Override
    public void makeDirectories(Path directory) throws IOException {
        Files.createDirectories(directory);
    }

    @Override
    public void replace(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceDirectory(to);
    }

    @Override
    public void delete(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            Files.deleteIfExists(path);
            return;
        }
        try (Stream<Path> tree = Files.walk(path)) {
            for (Path entry : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(entry);
            }
        }
    }

    private static void forceDirectory(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static final class LocalAppendFile implements AppendFile {
        private final FileChannel channel;
        private long size;

        LocalAppendFile(FileChannel channel) throws IOException {
            this.channel = channel;
            this.size = channel.size();
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                size += channel.write(bytes);
            }
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void truncate(long newSize) throws IOException {
            channel.truncate(newSize);
            channel.position(newSize);
            size = newSize;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
