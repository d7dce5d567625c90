package io.tidemark.connectors.value;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Whether bytes are UTF-8, as Unicode defines it: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
public final class Utf8 {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8() {}

    /** <b>Cost</b>: a step for eight bytes of ASCII, a step a character beyond. */
    public static boolean isValid(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            while (at + Long.BYTES <= to && ((long) LONGS.get(bytes, at) & HIGH_BITS) == 0) {
                at += Long.BYTES;
            }
            if (at < to) {
                int length = characterLength(bytes, at, to);
                if (length == 0) {
                    return false;
                }
                at += length;
            }
        }
        return true;
    }

    /** The length of the character that begins at {@code at}, or 0 if none is there. */
    private static int characterLength(byte[] bytes, int at, int to) {
        int lead = bytes[at] & 0xFF;
        if (lead < 0x80) {
            return 1;
        }
        int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        if (lead < 0xC2 || lead > 0xF4 || at + length > to) {
            return 0;
        }
        int second = bytes[at + 1] & 0xFF;
        boolean secondFits = switch (lead) {
            case 0xE0 -> second >= 0xA0 && second <= 0xBF;
            case 0xED -> second >= 0x80 && second <= 0x9F;
            case 0xF0 -> second >= 0x90 && second <= 0xBF;
            case 0xF4 -> second >= 0x80 && second <= 0x8F;
            default -> second >= 0x80 && second <= 0xBF;
        };
        for (int i = at + 2; secondFits && i < at + length; i++) {
            secondFits = (bytes[i] & 0xC0) == 0x80;
        }
        return secondFits ? length : 0;
    }
}
