package io.tidemark.server.security;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * What is kept of a password: PBKDF2 with HMAC-SHA-512 over it and a random salt, slow on purpose.
 *
 * <p><b>Shape</b>: {@code pbkdf2-sha512:iterations:salt:hash}, the last two in Base64.
 *
 * <p><b>Cost</b>: 210,000 iterations, about a tenth of a second of one core for each hash and each check.
 */
final class PasswordHash {

    private static final String SCHEME = "pbkdf2-sha512";
    private static final String ALGORITHM = "PBKDF2WithHmacSHA512";
    private static final int ITERATIONS = 210_000;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BITS = 256;
    private static final Pattern TEXT = Pattern.compile(SCHEME + ":([0-9]{1,9}):([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)");

    private final int iterations;
    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(int iterations, byte[] salt, byte[] hash) {
        this.iterations = iterations;
        this.salt = salt;
        this.hash = hash;
    }

    /** Hashes a password with a salt that no other has. */
    static PasswordHash of(String password, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return new PasswordHash(ITERATIONS, salt, derive(password, salt, ITERATIONS));
    }

    /** One that no password is known to have: made without any work, checked with as much as any other. */
    static PasswordHash ofNobody(SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        byte[] hash = new byte[HASH_BITS / Byte.SIZE];
        random.nextBytes(hash);
        return new PasswordHash(ITERATIONS, salt, hash);
    }

    /** Reads a hash from its text; CORRUPTED if it is none. */
    static PasswordHash parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw CodedException.of(ErrorCode.CORRUPTED, "the catalog has a password hash of an unknown kind");
        }
        return new PasswordHash(
                Integer.parseInt(parts.group(1)),
                Base64.getDecoder().decode(parts.group(2)),
                Base64.getDecoder().decode(parts.group(3)));
    }

    private static byte[] derive(String password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, HASH_BITS);
        try {
            return SecretKeyFactory.getInstance(ALGORITHM).generateSecret(spec).getEncoded();
        } catch (GeneralSecurityException e) {
            throw CodedException.internal("this Java cannot hash passwords with " + ALGORITHM)
                    .cause(e);
        } finally {
            spec.clearPassword();
        }
    }

    /** Whether a password is the one that was hashed; takes as long whether it is or not. */
    boolean matches(String password) {
        return MessageDigest.isEqual(hash, derive(password, salt, iterations));
    }

    /** The text to keep. */
    String text() {
        Base64.Encoder encoder = Base64.getEncoder();
        return SCHEME + ":" + iterations + ":" + encoder.encodeToString(salt) + ":" + encoder.encodeToString(hash);
    }
}
