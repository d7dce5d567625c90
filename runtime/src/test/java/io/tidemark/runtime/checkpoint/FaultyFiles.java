package io.tidemark.runtime.checkpoint;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Files in memory that can lose what was never forced, as a loss of power does, and whose operations can be made to fail. Thread-safe. */
public final class FaultyFiles implements DurableFiles {

    /** What a crash does to bytes that were written but not forced. */
    public enum Loss {
        /** The process died, the system did not: nothing is lost. */
        NONE,
        /** All of it is gone. */
        UNSYNCED,
        /** Some of it is there, and not all of that is right. */
        TORN
    }

    private final TreeMap<Path, Content> files = new TreeMap<>();
    private int generation;
    private boolean failWrites;
    private boolean failForces;

    private static final class Content {
        private byte[] bytes = new byte[0];
        private int synced;
    }

    /** Ends everything that is open, and loses what a crash may lose. */
    public synchronized void crash(Loss loss, Random random) {
        generation++;
        failWrites = false;
        failForces = false;
        for (Content content : files.values()) {
            int unsynced = content.bytes.length - content.synced;
            if (loss == Loss.UNSYNCED) {
                content.bytes = Arrays.copyOf(content.bytes, content.synced);
            } else if (loss == Loss.TORN && unsynced > 0) {
                content.bytes = Arrays.copyOf(content.bytes, content.synced + random.nextInt(unsynced + 1));
                if (content.bytes.length > content.synced) {
                    int at = content.synced + random.nextInt(content.bytes.length - content.synced);
                    content.bytes[at] ^= (byte) (1 << random.nextInt(8));
                }
            }
            content.synced = content.bytes.length;
        }
    }

    /** From now on writes fail, having written half. */
    public synchronized void failWrites(boolean fail) {
        failWrites = fail;
    }

    /** From now on syncs fail. */
    public synchronized void failForces(boolean fail) {
        failForces = fail;
    }

    /** Flips a bit of a file. */
    public synchronized void flip(Path file, int offset) {
        files.get(file).bytes[offset] ^= 1;
    }

    /** Cuts a file. */
    public synchronized void cut(Path file, int length) {
        Content content = files.get(file);
        content.bytes = Arrays.copyOf(content.bytes, length);
    }

    /** The length of a file. */
    public synchronized int length(Path file) {
        return files.get(file).bytes.length;
    }

    /** Every file below a directory. */
    public synchronized List<Path> all(Path directory) {
        return files.keySet().stream()
                .filter(file -> file.startsWith(directory))
                .toList();
    }

    @Override
    public synchronized AppendFile append(Path file) {
        return new Handle(files.computeIfAbsent(file, path -> new Content()), generation);
    }

    @Override
    public synchronized InputStream read(Path file) throws IOException {
        Content content = files.get(file);
        if (content == null) {
            throw new FileNotFoundException(file.toString());
        }
        return new ByteArrayInputStream(content.bytes.clone());
    }

    @Override
    public synchronized List<Path> list(Path directory) {
        return files.keySet().stream()
                .filter(file -> directory.equals(file.getParent()))
                .toList();
    }

    @Override
    public void makeDirectories(Path directory) {}

    @Override
    public synchronized void replace(Path from, Path to) throws IOException {
        Content content = files.remove(from);
        if (content == null) {
            throw new FileNotFoundException(from.toString());
        }
        files.put(to, content);
    }

    @Override
    public synchronized void delete(Path path) {
        files.keySet().removeIf(file -> file.startsWith(path));
    }

    private final class Handle implements AppendFile {
        private final Content content;
        private final int openedIn;

        Handle(Content content, int openedIn) {
            this.content = content;
            this.openedIn = openedIn;
        }

        private void check() throws IOException {
            if (openedIn != generation) {
                throw new IOException("the process that opened the file is dead");
            }
        }

        @Override
        public long size() {
            synchronized (FaultyFiles.this) {
                return content.bytes.length;
            }
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            synchronized (FaultyFiles.this) {
                check();
                int length = failWrites ? bytes.remaining() / 2 : bytes.remaining();
                int end = content.bytes.length;
                content.bytes = Arrays.copyOf(content.bytes, end + length);
                bytes.get(content.bytes, end, length);
                if (failWrites) {
                    throw new IOException("no space left on device");
                }
            }
        }

        @Override
        public void force() throws IOException {
            synchronized (FaultyFiles.this) {
                check();
                if (failForces) {
                    throw new IOException("input/output error");
                }
                content.synced = content.bytes.length;
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            synchronized (FaultyFiles.this) {
                check();
                content.bytes = Arrays.copyOf(content.bytes, (int) size);
                content.synced = Math.min(content.synced, (int) size);
            }
        }

        @Override
        public void close() {}
    }
}
