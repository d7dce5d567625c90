package io.tidemark.runtime.window;

/** The earliest of the windows that hold a time, which names its slice: all times until its end have the same windows. */
final class EarliestWindows implements WindowAssigner {

    private final long size;
    private final long slide;
    private final long offset;
    private final boolean cumulates;

    EarliestWindows(long size, long slide, long offset, boolean cumulates) {
        this.size = size;
        this.slide = slide;
        this.offset = offset;
        this.cumulates = cumulates;
    }

    @Override
    public boolean isSingle() {
        return true;
    }

    @Override
    public long reach() {
        return cumulates ? 2 * size + Math.abs(offset) : size + slide + Math.abs(offset);
    }

    @Override
    public void assign(long time, WindowList windows) {
        windows.clear();
        long from = Math.floorDiv(time - offset, slide) * slide + offset;
        long end = from + slide;
        windows.add(cumulates ? Math.floorDiv(time - offset, size) * size + offset : end - size, end);
        windows.holdFor(from, end);
    }
}
