package io.tidemark.runtime.calc;

import io.tidemark.runtime.operator.Epoch;

/** The logged clock of the epoch that a dataflow is in, for its expressions. <b>Units</b>: micros since the epoch. */
public final class EpochClock {

    private long nowMicros;

    /** What CURRENT_TIMESTAMP is. */
    public long nowMicros() {
        return nowMicros;
    }

    /** Takes the clock of the epoch that begins. */
    public void beginEpoch(Epoch epoch) {
        nowMicros = epoch.nowMicros();
    }
}
