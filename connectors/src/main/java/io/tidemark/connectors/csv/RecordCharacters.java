package io.tidemark.connectors.csv;

import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Gives a parser the characters of one record at a time, each ended by a line feed, and notes when it asks for more. */
final class RecordCharacters extends Reader {

    private char[] characters = new char[1024];
    private int at;
    private int end;
    private boolean exhausted;

    /** Begins a record of valid UTF-8, without its line end. */
    void load(byte[] bytes, int start, int recordEnd) {
        int length = recordEnd - start;
        if (characters.length <= length) {
            characters = Arrays.copyOf(characters, Math.max(length + 1, characters.length * 2));
        }
        int i = 0;
        while (i < length && bytes[start + i] >= 0) {
            characters[i] = (char) bytes[start + i];
            i++;
        }
        if (i < length) {
            String rest = new String(bytes, start + i, length - i, StandardCharsets.UTF_8);
            rest.getChars(0, rest.length(), characters, i);
            i += rest.length();
        }
        characters[i] = '\n';
        at = 0;
        end = i + 1;
        exhausted = false;
    }

    /** Whether the parser wanted more than the record: it did not end where it should. */
    boolean isExhausted() {
        return exhausted;
    }

    @Override
    public int read(char[] target, int offset, int length) {
        if (at == end) {
            exhausted = true;
            return -1;
        }
        int count = Math.min(length, end - at);
        System.arraycopy(characters, at, target, offset, count);
        at += count;
        return count;
    }

    @Override
    public void close() {}
}
