package io.tidemark.runtime.measure;

/** Counts what goes through one node. Single-threaded. */
public final class StageMeter {

    private final String path;
    private long rowsIn;
    private long rowsOut;
    private long mostRows;
    private long mostBytes;
    private long watermark = NodeMeasure.NONE;

    /** The time charged to the node; kept by the {@link StageClock}. */
    long nanos;

    /** A meter of a node that has seen nothing. */
    public StageMeter(String path) {
        this.path = path;
    }

    /** Counts rows of a batch that came in. */
    public void in(int rows) {
        rowsIn += rows;
    }

    /** Counts rows of a batch given out. */
    public void out(int rows) {
        rowsOut += rows;
    }

    /** Takes the size of the node's state when an epoch's input is complete, before anything is dropped. */
    public void held(long rows, long bytes) {
        mostRows = Math.max(mostRows, rows);
        mostBytes = Math.max(mostBytes, bytes);
    }

    /** Takes the watermark of what the node gives out. */
    public void reached(long micros) {
        watermark = micros;
    }

    /** What has been counted of a node without state. */
    public NodeMeasure measure() {
        return new NodeMeasure(path, rowsIn, rowsOut, nanos, NodeMeasure.State.ABSENT, watermark);
    }

    /** What has been counted of a node with state, which holds so much now and says so much about its keys. */
    public NodeMeasure measure(long rows, long bytes, KeyedProgress keys) {
        held(rows, bytes);
        NodeMeasure.State state = new NodeMeasure.State(
                rows, bytes, mostRows, mostBytes, keys.changedKeys(), keys.earliestOpen(), keys.visitedRows());
        return new NodeMeasure(path, rowsIn, rowsOut, nanos, state, watermark);
    }
}
