package io.tidemark.runtime.batch;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.Arrays;

/**
 * Append-only pages that hold the bytes of string and binary values.
 *
 * <p>A value is named by a {@code long} reference, {@code page << 44 | offset << 22 | length}: copying a value within a pool copies eight
 * bytes, never the payload. Pages are never changed once written, so columns that share a pool need no coordination. Single writer.
 *
 * <p><b>Units</b>: lengths and offsets in bytes; a value holds at most {@link #MAX_VALUE_BYTES}; pages are at most {@link #PAGE_BYTES} long except
 * those made for one large value or wrapped with {@link #addPage}.
 */
public final class BytesPool {

    /** The greatest length of an ordinary page; the first ones are shorter, so that a pool of few bytes stays small. */
    public static final int PAGE_BYTES = 256 * 1024;

    private static final int FIRST_PAGE_BYTES = 4 * 1024;

    /** The greatest length of one value. */
    public static final int MAX_VALUE_BYTES = (1 << 22) - 1;

    private static final int LENGTH_BITS = 22;
    private static final int OFFSET_BITS = 22;
    private static final int PAGE_SHIFT = LENGTH_BITS + OFFSET_BITS;
    private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;
    private static final int OFFSET_MASK = (1 << OFFSET_BITS) - 1;

    private byte[][] pages = new byte[4][];
    private int pageCount;
    private int nextPageBytes = FIRST_PAGE_BYTES;
    private int writePage = -1;
    private int writeOffset;

    /** The reference to {@code length} bytes from {@code offset} of page {@code page}. */
    public static long reference(int page, int offset, int length) {
        return (long) page << PAGE_SHIFT | (long) offset << LENGTH_BITS | length;
    }

    /** The page number within a reference. */
    public static int page(long reference) {
        return (int) (reference >>> PAGE_SHIFT);
    }

    /** The offset within a reference. */
    public static int offset(long reference) {
        return (int) (reference >>> LENGTH_BITS) & OFFSET_MASK;
    }

    /** The length within a reference. */
    public static int length(long reference) {
        return (int) reference & LENGTH_MASK;
    }

    /**
     * Copies a value in and returns its reference.
     *
     * @throws CodedException {@code ROW-08} if {@code length} is greater than {@link #MAX_VALUE_BYTES}
     */
    public long append(byte[] source, int offset, int length) {
        long reference = reserve(length);
        System.arraycopy(source, offset, pages[page(reference)], offset(reference), length);
        return reference;
    }

    /**
     * Makes room for a value and returns its reference; the caller then writes its bytes into {@link #pageBytes}.
     *
     * @throws CodedException {@code ROW-08} if {@code length} is greater than {@link #MAX_VALUE_BYTES}
     */
    public long reserve(int length) {
        if (length > MAX_VALUE_BYTES) {
            throw CodedException.rowError(
                    ErrorCode.ROW_ERROR_TOO_LONG,
                    "a value of " + length + " bytes is longer than " + MAX_VALUE_BYTES + " bytes");
        }
        if (length > PAGE_BYTES / 4) {
            return reference(addPage(new byte[length]), 0, length);
        }
        if (writePage < 0 || writeOffset + length > pages[writePage].length) {
            writePage = addPage(new byte[Math.max(nextPageBytes, length)]);
            nextPageBytes = Math.min(nextPageBytes * 2, PAGE_BYTES);
            writeOffset = 0;
        }
        long reference = reference(writePage, writeOffset, length);
        writeOffset += length;
        return reference;
    }

    /** Adopts an array of at most 4 MiB as a page, without copying, and returns the page's number. The caller no longer writes to it. */
    public int addPage(byte[] bytes) {
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, pageCount * 2);
        }
        pages[pageCount] = bytes;
        return pageCount++;
    }

    /** The bytes of the page numbered {@code page}. */
    public byte[] pageBytes(int page) {
        return pages[page];
    }
}
