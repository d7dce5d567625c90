package io.tidemark.runtime.epoch;

import io.tidemark.runtime.pace.Pacer;
import java.time.Duration;

/** When a query's next epoch begins. */
public sealed interface Trigger {

    /** The time between the beginnings of two epochs of {@link Available}, unless said otherwise. */
    Duration DEFAULT_SPACING = Duration.ofMillis(20);

    /**
     * As soon as there is input.
     *
     * @param spacing the least time between the beginnings of two epochs
     */
    record Available(Duration spacing) implements Trigger {}

    /** At fixed points of time, all that is there up to the epoch's limits; those missed are skipped. FLUSH doesn't wait for them. */
    record Every(Duration interval) implements Trigger {}

    /** Everything available at the start, in as many epochs as it takes; then the query stops. */
    record Once() implements Trigger {}

    /** Only when {@link QueryExecution#runEpoch} is called. */
    record Manual() implements Trigger {}

    /** As soon as there is input, with the default spacing. */
    static Trigger available() {
        return new Available(DEFAULT_SPACING);
    }

    /** What keeps to its times. */
    default Pacer pacer() {
        if (this instanceof Available available) {
            return Pacer.spaced(available.spacing().toMillis());
        }
        return this instanceof Every every ? Pacer.grid(every.interval().toMillis()) : Pacer.spaced(0);
    }
}
