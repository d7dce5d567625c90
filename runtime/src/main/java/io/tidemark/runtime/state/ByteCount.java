package io.tidemark.runtime.state;

/** A number of bytes that several objects add to, so that nobody has to add them up. Single-threaded. */
final class ByteCount {

    private long bytes;

    void add(long more) {
        bytes += more;
    }

    long bytes() {
        return bytes;
    }
}
