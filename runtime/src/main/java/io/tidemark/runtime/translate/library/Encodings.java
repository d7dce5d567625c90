package io.tidemark.runtime.translate.library;

import io.tidemark.runtime.translate.function.RowFailures;
import io.tidemark.runtime.translate.function.Slice;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.zip.CRC32;

/** Hashes and encodings of bytes, or of the UTF-8 bytes of text. <b>Errors</b>: {@code ROW-10} for text that is not of an encoding. */
public final class Encodings {

    private Encodings() {}

    /** MD5 in hexadecimal digits. */
    public static void md5(Slice value, Slice out) {
        hash("MD5", value, out);
    }

    /** SHA-1 in hexadecimal digits. */
    public static void sha1(Slice value, Slice out) {
        hash("SHA-1", value, out);
    }

    /** SHA-256 in hexadecimal digits. */
    public static void sha256(Slice value, Slice out) {
        hash("SHA-256", value, out);
    }

    /** SHA-512 in hexadecimal digits. */
    public static void sha512(Slice value, Slice out) {
        hash("SHA-512", value, out);
    }

    private static void hash(String algorithm, Slice value, Slice out) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            digest.update(value.bytes, value.offset, value.length);
            out.setString(HexFormat.of().formatHex(digest.digest()));
        } catch (NoSuchAlgorithmException missing) {
            throw RowFailures.evaluation(algorithm, "this Java has no such hash")
                    .cause(missing);
        }
    }

    /** The CRC-32 checksum. */
    public static long crc32(Slice value) {
        CRC32 checksum = new CRC32();
        checksum.update(value.bytes, value.offset, value.length);
        return checksum.getValue();
    }

    /** The hexadecimal digits of each byte. */
    public static void toHex(Slice value, Slice out) {
        out.setString(HexFormat.of().formatHex(value.bytes, value.offset, value.offset + value.length));
    }

    /** The hexadecimal digits of an INT in two's complement. */
    public static void toHexInt(long value, Slice out) {
        out.setString(Integer.toHexString((int) value));
    }

    /** The hexadecimal digits of a BIGINT in two's complement. */
    public static void toHexLong(long value, Slice out) {
        out.setString(Long.toHexString(value));
    }

    /** The bytes of hexadecimal digits. */
    public static void fromHex(Slice text, Slice out) {
        try {
            byte[] bytes = HexFormat.of().parseHex(text.string());
            out.point(bytes, 0, bytes.length);
        } catch (IllegalArgumentException wrong) {
            throw RowFailures.invalidArgument(
                            "FROM_HEX", "\"" + text.string() + "\" is not pairs of hexadecimal digits")
                    .cause(wrong);
        }
    }

    /** Base64. */
    public static void toBase64(Slice value, Slice out) {
        ByteBuffer encoded = Base64.getEncoder().encode(ByteBuffer.wrap(value.bytes, value.offset, value.length));
        out.setString(StandardCharsets.US_ASCII.decode(encoded).toString());
    }

    /** The bytes of Base64. */
    public static void fromBase64(Slice text, Slice out) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text.copy());
            out.point(bytes, 0, bytes.length);
        } catch (IllegalArgumentException wrong) {
            throw RowFailures.invalidArgument("FROM_BASE64", "\"" + text.string() + "\" is not Base64")
                    .cause(wrong);
        }
    }
}
