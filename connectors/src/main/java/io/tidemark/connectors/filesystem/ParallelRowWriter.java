package io.tidemark.connectors.filesystem;

import io.tidemark.connectors.format.RowWriter;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.WorkerPool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Writes a file whose records stand one after the other: workers turn batches into bytes, which are written in the order of the batches. Who writes helps
 * where he would have to wait, so that it works without workers too; a file of one batch is his alone.
 *
 * <p><b>Bounds</b>: twice as many batches as there are workers wait at most, each with its bytes.
 */
final class ParallelRowWriter implements RowWriter {

    private final Records records;
    private final OutputStream out;
    private final WorkerPool workers;
    private final ArrayDeque<FutureTask<ByteArrayOutputStream>> waiting = new ArrayDeque<>();

    /** Room that can be used again. */
    private final Queue<ByteArrayOutputStream> written = new ConcurrentLinkedQueue<>();

    /** Begins to write records, which follow others or the head of the file. */
    @FunctionalInterface
    interface Records {
        RowWriter create(OutputStream out) throws IOException;
    }

    /** A writer to a stream in which the head of the file stands already, if it has one. */
    ParallelRowWriter(Records records, OutputStream out, WorkerPool workers) {
        this.records = records;
        this.out = out;
        this.workers = workers;
    }

    @Override
    public void write(Batch batch) throws IOException {
        if (!waiting.isEmpty()) {
            workers.offer(waiting.getLast());
        }
        waiting.add(new FutureTask<>(() -> bytes(batch)));
        while (waiting.size() > 2 * workers.count()) {
            writeFirst();
        }
    }

    private ByteArrayOutputStream bytes(Batch batch) throws IOException {
        ByteArrayOutputStream used = written.poll();
        ByteArrayOutputStream bytes = used == null ? new ByteArrayOutputStream() : used;
        RowWriter writer = records.create(bytes);
        writer.write(batch);
        writer.finish();
        return bytes;
    }

    private void writeFirst() throws IOException {
        FutureTask<ByteArrayOutputStream> first = waiting.remove();
        first.run();
        helpUntilDone(first);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    ByteArrayOutputStream bytes = first.get();
                    bytes.writeTo(out);
                    bytes.reset();
                    written.add(bytes);
                    return;
                } catch (InterruptedException e) {
                    // What is being done ends soon; the interruption is for whoever waits longer.
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Makes bytes of other batches while a worker is at those that are waited for. */
    private void helpUntilDone(FutureTask<ByteArrayOutputStream> first) {
        Iterator<FutureTask<ByteArrayOutputStream>> others = waiting.iterator();
        while (!first.isDone() && others.hasNext()) {
            others.next().run();
        }
    }

    private static IOException failure(Throwable cause) throws IOException {
        if (cause instanceof IOException failed) {
            throw failed;
        }
        if (cause instanceof RuntimeException failed) {
            throw failed;
        }
        if (cause instanceof Error failed) {
            throw failed;
        }
        return new IOException(cause);
    }

    @Override
    public void finish() throws IOException {
        while (!waiting.isEmpty()) {
            writeFirst();
        }
    }
}
