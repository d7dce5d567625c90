package io.tidemark.runtime.epoch;

import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Who waits for a query to have read up to where its sources ended when they were first looked at: callers of FLUSH, and the one end at which a
 * query stops (ONCE, or STOP WITH DRAIN). Single-threaded.
 */
final class Barriers {

    private final List<Barrier> flushes = new ArrayList<>();
    private Optional<Barrier> end = Optional.empty();

    private static final class Barrier {
        private final CompletableFuture<Void> reached = new CompletableFuture<>();
        private List<SourcePosition> targets = List.of();
        private boolean bound;

        boolean isReached(List<SourceProgress> sources) {
            boolean all = bound;
            for (int i = 0; all && i < sources.size(); i++) {
                SourceProgress source = sources.get(i);
                all = source.ended() || source.source().reached(source.position(), targets.get(i));
            }
            return all;
        }
    }

    /** Adds one to flush; completes when its point is reached. */
    CompletableFuture<Void> flush() {
        Barrier barrier = new Barrier();
        flushes.add(barrier);
        return barrier.reached;
    }

    /** Says that the query stops when it has come to the present end. */
    void stopAtEnd() {
        if (end.isEmpty()) {
            end = Optional.of(new Barrier());
        }
    }

    /** Completes when the query has come to where it stops. */
    CompletableFuture<Void> end() {
        return end.orElseThrow().reached;
    }

    /** Takes {@link #stopAtEnd} back. */
    void goOn() {
        end = Optional.empty();
    }

    /** Whether anyone waits. */
    boolean any() {
        return !flushes.isEmpty() || end.isPresent();
    }

    /** Asks the sources, for those that wait since the last call, where they end. */
    void bind(List<SourceProgress> sources) {
        Stream.concat(flushes.stream(), end.stream())
                .filter(barrier -> !barrier.bound)
                .forEach(barrier -> {
                    barrier.targets = sources.stream()
                            .map(source -> source.source().currentEnd(source.position()))
                            .toList();
                    barrier.bound = true;
                });
    }

    /** Takes out those whose point is reached; whoever waits for them has not been told yet. */
    List<CompletableFuture<Void>> takeReached(List<SourceProgress> sources) {
        List<CompletableFuture<Void>> taken = new ArrayList<>();
        for (Barrier flush : List.copyOf(flushes)) {
            if (flush.isReached(sources)) {
                flushes.remove(flush);
                taken.add(flush.reached);
            }
        }
        return taken;
    }

    /** Whether the query has come to where it stops. */
    boolean atEnd(List<SourceProgress> sources) {
        return end.isPresent() && end.get().isReached(sources);
    }

    /** Tells who waits for the end that it has come. */
    void ended() {
        end.ifPresent(barrier -> barrier.reached.complete(null));
    }

    /** Tells those who flush that their point will not be reached. */
    void failFlushes(CodedException error) {
        flushes.forEach(flush -> flush.reached.completeExceptionally(error));
        flushes.clear();
    }

    /** Tells who waits for the end that it will not come. */
    void failEnd(CodedException error) {
        end.ifPresent(barrier -> barrier.reached.completeExceptionally(error));
    }
}
