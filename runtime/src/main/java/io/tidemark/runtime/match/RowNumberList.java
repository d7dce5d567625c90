package io.tidemark.runtime.match;

import java.util.Arrays;

/** A list of the numbers of state rows that grows. */
final class RowNumberList {

    int[] numbers = new int[8];
    int size;

    void add(int number) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        numbers[size++] = number;
    }

    void clear() {
        size = 0;
    }
}
