package io.tidemark.server.secret;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts the values of secrets: AES-256 in Galois/Counter Mode (NIST SP 800-38D) with a nonce drawn at random for each, and the secret's name in lower
 * case as associated data, so that the value of one does not pass for that of another.
 *
 * <pre>
 * encrypted   Base64 of   version:1 (1)  nonce:12  ciphertext  tag:16
 * </pre>
 */
final class SecretCipher {

    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final byte VERSION = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKey key;
    private final String keyName;

    /**
     * A cipher.
     *
     * @param keyName where the key is, for messages
     */
    SecretCipher(SecretKey key, String keyName) {
        this.key = key;
        this.keyName = keyName;
    }

    /** The text to keep of a secret's value. */
    String encrypt(String name, String value, SecureRandom random) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, name, nonce).doFinal(value.getBytes(StandardCharsets.UTF_8));
            byte[] all = ByteBuffer.allocate(1 + NONCE_BYTES + encrypted.length)
                    .put(VERSION)
                    .put(nonce)
                    .put(encrypted)
                    .array();
            return Base64.getEncoder().encodeToString(all);
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    /** The value of which a text was kept; INVALID_CONFIGURATION if the key is not the one by which it was encrypted, CORRUPTED if it is no such text. */
    String decrypt(String name, String text) {
        byte[] all = bytes(name, text);
        byte[] nonce = new byte[NONCE_BYTES];
        ByteBuffer.wrap(all).position(1).get(nonce);
        try {
            byte[] value = cipher(Cipher.DECRYPT_MODE, name, nonce)
                    .doFinal(all, 1 + NONCE_BYTES, all.length - 1 - NONCE_BYTES);
            return new String(value, StandardCharsets.UTF_8);
        } catch (AEADBadTagException e) {
            throw CodedException.of(
                            ErrorCode.INVALID_CONFIGURATION,
                            "secret \"" + name + "\" was encrypted with another key than that of " + keyName
                                    + ", or is damaged")
                    .hint("start the server with the former key, or give the secret its value again by ALTER SECRET");
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    private static byte[] bytes(String name, String text) {
        try {
            byte[] all = Base64.getDecoder().decode(text);
            if (all.length >= 1 + NONCE_BYTES + TAG_BITS / Byte.SIZE && all[0] == VERSION) {
                return all;
            }
        } catch (IllegalArgumentException e) {
            throw damaged(name).cause(e);
        }
        throw damaged(name);
    }

    private static CodedException damaged(String name) {
        return CodedException.of(ErrorCode.CORRUPTED, "what the catalog has of secret \"" + name + "\" is damaged")
                .hint("give it its value again by ALTER SECRET");
    }

    private Cipher cipher(int mode, String name, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    private static CodedException unusable(GeneralSecurityException e) {
        return CodedException.internal("this Java cannot encrypt with " + ALGORITHM)
                .cause(e);
    }
}
