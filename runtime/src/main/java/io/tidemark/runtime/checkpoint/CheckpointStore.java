package io.tidemark.runtime.checkpoint;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.WriteFailure;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoints of one query, files {@code checkpoint-<epoch>} in its directory (layout: {@code docs/design/006-checkpoints.md}). One is written under
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

    /**
     * Reads the checkpoint of an epoch, and those that it follows; empty, with a warning in the server's log, if one of them is damaged.
     *
     * @throws CodedException WRONG_STATE if one was written by a server too old
     */
    public Optional<Checkpoint> read(long epoch) {
        try {
            List<CheckpointFile> chain = new ArrayList<>();
            chain.add(readFile(epoch));
            Optional<CheckpointName> base = chain.get(0).base();
            while (base.isPresent()) {
                CheckpointFile file = readFile(base.get().epoch());
                if (!file.name().equals(base.get())) {
                    throw new IOException("the checkpoint of epoch "
                            + file.name().epoch() + " is not the one that it follows, but was written later");
                }
                chain.add(0, file);
                base = file.base();
            }
            return Optional.of(Checkpoint.of(chain));
        } catch (IOException e) {
            LOGGER.warn("the checkpoint \"{}\" is left out: {}", file(epoch), e.toString());
            return Optional.empty();
        }
    }

    private CheckpointFile readFile(long epoch) throws IOException {
        try (InputStream in = new BufferedInputStream(files.read(file(epoch)))) {
            return CheckpointFile.read(in, epoch);
        }
    }

    /** The epoch of the checkpoint that one follows; empty if it has all of the state, or is damaged. */
    public Optional<Long> baseOf(long epoch) {
        try (InputStream in = files.read(file(epoch))) {
            return CheckpointFile.readHeader(in, epoch).base().map(CheckpointName::epoch);
        } catch (IOException e) {
            LOGGER.warn("the checkpoint \"{}\" cannot be read: {}", file(epoch), e.toString());
            return Optional.empty();
        }
    }

    /** Writes a checkpoint; when this returns it is durable. Returns its length in bytes. */
    public long write(CheckpointImage image) {
        Path unfinished = directory.resolve(UNFINISHED);
        long epoch = image.name().epoch();
        try {
            files.delete(unfinished);
            long bytes;
            try (DurableFiles.AppendFile file = files.append(unfinished)) {
                bytes = image.write(file::write);
                file.force();
            }
            files.replace(unfinished, file(epoch));
            return bytes;
        } catch (IOException e) {
            discard(unfinished, e);
            throw WriteFailure.of(
                    unfinished,
                    e,
                    "the next checkpoint is tried by itself; a query that has failed goes on with RESUME QUERY");
        } finally {
            image.release();
        }
    }

    /** Gives the space back that a checkpoint took which could not be finished. */
    private void discard(Path unfinished, IOException cause) {
        try {
            files.delete(unfinished);
        } catch (IOException e) {
            cause.addSuppressed(e);
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
