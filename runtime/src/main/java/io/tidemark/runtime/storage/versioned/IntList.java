package io.tidemark.runtime.storage.versioned;

import java.util.Arrays;

/** A growing list of row ids. */
final class IntList {

    private int[] values = new int[16];
    private int size;

    int size() {
        return size;
    }

    int get(int index) {
        return values[index];
    }

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    int last() {
        return values[size - 1];
    }

    void removeLast() {
        size--;
    }

    void clear() {
        size = 0;
    }
}
