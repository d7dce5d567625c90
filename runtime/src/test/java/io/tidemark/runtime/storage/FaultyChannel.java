package io.tidemark.runtime.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A channel of a file on a disk that may be full, or fail to sync. */
final class FaultyChannel extends FileChannel {

    private final FileChannel channel;
    private final Disk disk;

    /** What the disk is like now. */
    static final class Disk {
        volatile boolean full;
        volatile boolean failsToSync;
    }

    FaultyChannel(FileChannel channel, Disk disk) {
        this.channel = channel;
        this.disk = disk;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        if (disk.full) {
            ByteBuffer half = source.duplicate();
            half.limit(source.position() + source.remaining() / 2);
            channel.write(half);
            throw new IOException("No space left on device");
        }
        return channel.write(source);
    }

    @Override
    public void force(boolean metadata) throws IOException {
        if (disk.failsToSync) {
            throw new IOException("Input/output error");
        }
        channel.force(metadata);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        return channel.read(targets, offset, length);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        return channel.write(sources, offset, length);
    }

    @Override
    public long position() throws IOException {
        return channel.position();
    }

    @Override
    public FileChannel position(long newPosition) throws IOException {
        channel.position(newPosition);
        return this;
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        channel.truncate(size);
        return this;
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        return channel.transferTo(position, count, target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) throws IOException {
        return channel.transferFrom(source, position, count);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        return channel.read(target, position);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
        return channel.write(source, position);
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        return channel.map(mode, position, size);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        return channel.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return channel.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        channel.close();
    }
}
