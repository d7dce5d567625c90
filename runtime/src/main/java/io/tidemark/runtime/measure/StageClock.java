package io.tidemark.runtime.measure;

/**
 * Charges the time of one thread to whoever works: it is read when work passes from one node to another, which is once a batch and node each way.
 * Single-threaded.
 */
public final class StageClock {

    private final StageMeter outside = new StageMeter("");
    private StageMeter current = outside;
    private long since = System.nanoTime();

    /** Begins an epoch: what was before is nobody's. */
    public void begin() {
        current = outside;
        since = System.nanoTime();
    }

    /** Charges the time since the clock was last read to a node, whoever had it. */
    public void charge(StageMeter meter) {
        long now = System.nanoTime();
        meter.nanos += now - since;
        since = now;
    }

    /** Lets a node begin to work; returns whose turn it is when it has ended. */
    public StageMeter enter(StageMeter next) {
        StageMeter before = current;
        charge(before);
        current = next;
        return before;
    }

    /** Ends the work of the node that works, and gives the turn back. */
    public void leave(StageMeter before) {
        charge(current);
        current = before;
    }
}
