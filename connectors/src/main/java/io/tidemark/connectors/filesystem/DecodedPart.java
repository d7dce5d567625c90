package io.tidemark.connectors.filesystem;

import io.tidemark.connectors.format.FilePart;
import io.tidemark.connectors.format.PartReader;
import io.tidemark.connectors.format.ReadTarget;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** A part of a file that is decoded by whichever thread comes first, and then read by the query's. */
final class DecodedPart implements Runnable {

    private final FilePart part;
    private final PartOpener opener;
    private final Function<BadRowHandler, ReadTarget> target;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<Rows> rows = new CompletableFuture<>();

    /** What has been found in a part. */
    record Rows(Deque<Batch> batches, List<BadRow> bad) {}

    /** A row that can't be read. */
    record BadRow(int partition, long offset, String payload, CodedException reason) {}

    DecodedPart(FilePart part, PartOpener opener, Function<BadRowHandler, ReadTarget> target) {
        this.part = part;
        this.opener = opener;
        this.target = target;
    }

    @Override
    public void run() {
        if (begun.compareAndSet(false, true)) {
            try {
                rows.complete(decode());
            } catch (IOException e) {
                rows.completeExceptionally(new UncheckedIOException(e));
            } catch (RuntimeException | Error e) {
                rows.completeExceptionally(e);
            }
        }
    }

    private Rows decode() throws IOException {
        List<BadRow> bad = new ArrayList<>();
        ArrayDeque<Batch> batches = new ArrayDeque<>();
        BadRowHandler collected =
                (partition, offset, payload, reason) -> bad.add(new BadRow(partition, offset, payload, reason));
        try (PartReader reader = opener.open(part, target.apply(collected))) {
            Batch batch = reader == null ? null : reader.next();
            while (reader != null && batch != null) {
                batches.add(batch);
                batch = reader.next();
            }
        }
        part.file().verifyUnchanged();
        return new Rows(batches, bad);
    }

    /** Lets nobody begin any more. */
    void cancel() {
        begun.set(true);
    }

    /** Decodes, or waits for the thread that does. */
    Rows await() {
        run();
        try {
            return rows.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw e;
        }
    }
}
