package io.tidemark.runtime.checkpoint;

import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoints of one query, files {@code checkpoint-<epoch>} in its directory (layout: {@link CheckpointImage}). One is written under
 * another name, synced, then renamed: a file of that name is whole, or it was damaged later.
 */
public final class CheckpointStore {

    private static final Logger LOGGER = LoggerFactory.getLogger(CheckpointStore.class);
    private static final String PREFIX = "checkpoint-";
    private static final String UNFINISHED = "unfinished-checkpoint";

    private final Path directory;
    private final DurableFiles files;

    /** The store in a directory, which is made if it is absent. */
    public CheckpointStore(Path directory, DurableFiles files) {
        this.directory = directory;
        this.files = files;
        try {
            files.makeDirectories(directory);
            files.delete(directory.resolve(UNFINISHED));
        } catch (IOException e) {
            throw failure("cannot prepare the query directory \"" + directory + "\"", e);
        }
    }

    /** The epochs of which there are checkpoints, the newest first. */
    public List<Long> epochs() {
        try {
            List<Long> epochs = new ArrayList<>();
            for (Path file : files.list(directory)) {
                String name = file.getFileName().toString();
                if (name.startsWith(PREFIX)) {
                    epochs.add(Long.parseLong(name.substring(PREFIX.length())));
                }
            }
            epochs.sort(Collections.reverseOrder());
            return epochs;
        } catch (IOException e) {
            throw failure("cannot list the checkpoints in \"" + directory + "\"", e);
        }
    }

    /** Reads the checkpoint of an epoch; empty, with a warning in the server's log, if it is damaged. */
    public Optional<Checkpoint> read(long epoch) {
        try (InputStream in = files.read(file(epoch))) {
            return Optional.of(Checkpoint.read(in, epoch));
        } catch (IOException e) {
            LOGGER.warn("the checkpoint \"{}\" is left out: {}", file(epoch), e.toString());
            return Optional.empty();
        }
    }

    /** Writes a checkpoint; when this returns it is durable. */
    public void write(CheckpointImage image) {
        Path unfinished = directory.resolve(UNFINISHED);
        try {
            files.delete(unfinished);
            try (DurableFiles.AppendFile file = files.append(unfinished)) {
                for (ByteBuffer part : image.parts()) {
                    file.write(part);
                }
                file.force();
            }
            files.replace(unfinished, file(image.epoch()));
        } catch (IOException e) {
            throw failure("cannot write the checkpoint \"" + file(image.epoch()) + "\"", e);
        }
    }

    /** Deletes the checkpoint of an epoch. */
    public void delete(long epoch) {
        try {
            files.delete(file(epoch));
        } catch (IOException e) {
            throw failure("cannot delete the checkpoint \"" + file(epoch) + "\"", e);
        }
    }

    private Path file(long epoch) {
        return directory.resolve(PREFIX + "%019d".formatted(epoch));
    }

    private static CodedException failure(String what, IOException cause) {
        return CodedException.externalIo(what + ": " + cause.getMessage(), cause)
                .hint("see to the disk of the data directory, then resume the query");
    }
}
