package io.tidemark.runtime.window;

/** Windows that begin together and grow by a step. */
final class CumulatingWindows implements WindowAssigner {

    private final long size;
    private final long step;
    private final long offset;

    CumulatingWindows(long size, long step, long offset) {
        this.size = size;
        this.step = step;
        this.offset = offset;
    }

    @Override
    public boolean isSingle() {
        return size == step;
    }

    @Override
    public long reach() {
        return 2 * size + Math.abs(offset);
    }

    @Override
    public void assign(long time, WindowList windows) {
        windows.clear();
        long start = Math.floorDiv(time - offset, size) * size + offset;
        long first = start + ((time - start) / step + 1) * step;
        for (long end = first; end <= start + size; end += step) {
            windows.add(start, end);
        }
    }
}
