package io.tidemark.connectors.csv;

import io.tidemark.connectors.format.LineScanner;
import io.tidemark.connectors.format.RecordScanner;

/**
 * Records that end with a line feed outside quotes. A quote opens only at the beginning of a field.
 *
 * <p><b>Cost</b>: a line without quotes is scanned eight bytes at a time, others byte by byte.
 */
final class CsvScanner implements RecordScanner {

    /** Where in a record the scanner stands. */
    private enum State {
        FIELD_START,
        UNQUOTED,
        QUOTED,
        /** After a quote within quotes: the end of the field, unless another quote follows. */
        QUOTE_SEEN
    }

    private final byte delimiter;
    private final byte quote;
    private State state = State.FIELD_START;

    /** Whether a carriage return stood outside quotes where bytes were looked at one by one. */
    private boolean strayReturn;

    CsvScanner(CsvOptions options) {
        this.delimiter = (byte) options.delimiter();
        this.quote = (byte) options.quote();
    }

    @Override
    public void reset() {
        state = State.FIELD_START;
        strayReturn = false;
    }

    /** Whether what was scanned last ended between quotes. */
    boolean isWithinQuotes() {
        return state == State.QUOTED;
    }

    @Override
    public int next(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (state == State.QUOTED) {
                at = LineScanner.indexOf(bytes, at, to, quote) + 1;
                if (at == 0) {
                    return -1;
                }
                state = State.QUOTE_SEEN;
                continue;
            }
            int line = LineScanner.indexOf(bytes, at, to, (byte) '\n');
            int end = line < 0 ? to : line;
            if (state == State.QUOTE_SEEN || LineScanner.indexOf(bytes, at, end, quote) >= 0) {
                at = walk(bytes, at, end);
            } else if (at < end) {
                at = end;
                state = bytes[end - 1] == delimiter ? State.FIELD_START : State.UNQUOTED;
            }
            if (at == line && state != State.QUOTED) {
                state = State.FIELD_START;
                return line + 1;
            }
        }
        return -1;
    }

    /** Goes byte by byte to the end of a line, or to where a quoted field begins. */
    private int walk(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && state != State.QUOTED) {
            byte b = bytes[at++];
            boolean opens = b == quote && (state == State.FIELD_START || state == State.QUOTE_SEEN);
            state = opens ? State.QUOTED : b == delimiter ? State.FIELD_START : State.UNQUOTED;
            strayReturn |= b == '\r';
        }
        return at;
    }

    /** Whether a whole record, without its line end, has a carriage return outside quotes. */
    static boolean hasStrayReturn(CsvOptions options, byte[] bytes, int start, int end) {
        CsvScanner scanner = new CsvScanner(options);
        int at = start;
        while (at < end) {
            if (scanner.state == State.QUOTED) {
                at = LineScanner.indexOf(bytes, at, end, scanner.quote) + 1;
                if (at == 0) {
                    return scanner.strayReturn;
                }
                scanner.state = State.QUOTE_SEEN;
            } else {
                at = scanner.walk(bytes, at, end);
            }
        }
        return scanner.strayReturn;
    }
}
