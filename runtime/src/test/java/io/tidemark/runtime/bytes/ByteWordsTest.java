package io.tidemark.runtime.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Eight bytes at a time gives what one byte at a time gives, wherever a text begins and ends. */
class ByteWordsTest {

    private static final int[] CODE_POINTS = {'c', 'x', 0, 0x7F, 0x80, 0xE4, 0x7FF, 0x20AC, 0xFFFF, 0x1F600};

    @Test
    void codePointsAreCounted() {
        Random random = new Random(7);
        for (int length = 0; length < 40; length++) {
            String text = text(random, length);
            byte[] bytes = (text(random, 3) + text + text(random, 3)).getBytes(StandardCharsets.UTF_8);
            byte[] own = text.getBytes(StandardCharsets.UTF_8);
            int from = new String(bytes, StandardCharsets.UTF_8).indexOf(text) < 0 ? 0 : find(bytes, own);
            assertThat(ByteWords.codePoints(bytes, from, from + own.length))
                    .as(text)
                    .isEqualTo(text.codePointCount(0, text.length()));
        }
    }

    private static int find(byte[] bytes, byte[] part) {
        int at = 0;
        while (!java.util.Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
            at++;
        }
        return at;
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(CODE_POINTS[random.nextInt(CODE_POINTS.length)]);
        }
        return text.toString();
    }

    @Test
    void aByteIsFound() {
        Random random = new Random(8);
        for (int round = 0; round < 5000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) new int[] {0, 1, 2, 0x7F, 0x80, 0x81, 0xFF}[random.nextInt(7)];
            }
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);
            byte wanted = (byte) new int[] {0, 1, 0x80, 0xFF, 5}[random.nextInt(5)];
            int expected = from;
            while (expected < to && bytes[expected] != wanted) {
                expected++;
            }
            assertThat(ByteWords.find(bytes, from, to, wanted)).isEqualTo(expected);
            for (int place = 0; place < 4; place++) {
                byte[] four = {3, 3, 3, 3};
                four[place] = wanted;
                assertThat(ByteWords.containsAny(bytes, from, to, ByteWords.four(four[0], four[1], four[2], four[3])))
                        .isEqualTo(expected < to);
            }
        }
    }
}
