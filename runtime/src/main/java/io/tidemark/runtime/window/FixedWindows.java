package io.tidemark.runtime.window;

/** Windows of one length that begin at equal distances. */
final class FixedWindows implements WindowAssigner {

    private final long size;
    private final long slide;
    private final long offset;
    private final long most;

    FixedWindows(long size, long slide, long offset) {
        this.size = size;
        this.slide = slide;
        this.offset = offset;
        this.most = Math.max(1, (size + slide - 1) / slide);
    }

    @Override
    public boolean isSingle() {
        return size == slide;
    }

    @Override
    public long reach() {
        return size + slide + Math.abs(offset);
    }

    @Override
    public void assign(long time, WindowList windows) {
        windows.clear();
        long last = Math.floorDiv(time - offset, slide) * slide + offset;
        for (long start = last - (most - 1) * slide; start <= last; start += slide) {
            if (start + size > time) {
                windows.add(start, start + size);
            }
        }
        if (isSingle()) {
            windows.holdFor(last, last + size);
        }
    }
}
