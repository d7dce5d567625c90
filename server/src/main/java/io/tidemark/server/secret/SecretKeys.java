package io.tidemark.server.secret;

import io.tidemark.runtime.checkpoint.DurableFiles;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.WriteFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Where the key is by which secrets are encrypted: in the settings, in a file that they name, or else in a file of the data directory, which is made
 * with the first secret and which only the server's own account may read.
 *
 * <p><b>Shape</b>: of a key, 32 bytes in Base64.
 *
 * <p><b>Errors</b>: INVALID_CONFIGURATION naming the setting or the file.
 */
public final class SecretKeys {

    private static final String FILE = "secrets.key";
    private static final String KEY_SETTING = "server.secrets.key";
    private static final String FILE_SETTING = "server.secrets.key-file";
    private static final String HOW_TO_MAKE_ONE =
            "give 32 random bytes in Base64, as openssl rand -base64 32 makes them";
    private static final int KEY_BYTES = 32;

    private final Optional<String> key;
    private final Optional<Path> file;
    private final Path ownFile;
    private final DurableFiles files;

    /**
     * The key of one server.
     *
     * @param key the key itself, if the settings have it
     * @param file the file that has it, if the settings name one
     */
    public SecretKeys(Optional<String> key, Optional<Path> file, Path dataDirectory, DurableFiles files) {
        this.key = key;
        this.file = file;
        this.ownFile = dataDirectory.resolve(FILE);
        this.files = files;
    }

    /** Refuses the text of a key that is none. */
    public static void requireKey(String text) {
        parse(text, KEY_SETTING);
    }

    /** A cipher with the key that there is. */
    SecretCipher cipher() {
        if (key.isPresent()) {
            return new SecretCipher(parse(key.get(), KEY_SETTING), KEY_SETTING);
        }
        Path from = file.orElse(ownFile);
        String name = "\"" + from + "\"" + (file.isPresent() ? " of " + FILE_SETTING : "");
        try {
            return new SecretCipher(parse(Files.readString(from, StandardCharsets.US_ASCII), name), name);
        } catch (IOException e) {
            throw CodedException.of(
                            ErrorCode.INVALID_CONFIGURATION,
                            "the key for secrets cannot be read from " + name + ": "
                                    + e.getClass().getSimpleName())
                    .hint("put the file back, or name another one in " + FILE_SETTING
                            + " and give each secret its value again by ALTER SECRET")
                    .cause(e);
        }
    }

    /** A cipher for the first secret that there is: its key is made if the settings have none. */
    SecretCipher cipherForFirst(SecureRandom random) {
        if (key.isEmpty() && file.isEmpty() && Files.notExists(ownFile)) {
            make(random);
        }
        return cipher();
    }

    private void make(SecureRandom random) {
        byte[] bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        Path prepared = ownFile.resolveSibling(FILE + ".new");
        try {
            files.delete(prepared);
            try (FileChannel out = FileChannel.open(
                    prepared, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), readableByOwner())) {
                ByteBuffer text = ByteBuffer.wrap(
                        (Base64.getEncoder().encodeToString(bytes) + "\n").getBytes(StandardCharsets.US_ASCII));
                while (text.hasRemaining()) {
                    out.write(text);
                }
                out.force(true);
            }
            files.replace(prepared, ownFile);
        } catch (IOException e) {
            throw WriteFailure.of(ownFile, e, "then run the statement again, of which nothing is left");
        }
    }

    /** Where there are no such permissions, those of the directory hold. */
    private static FileAttribute<?>[] readableByOwner() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private static SecretKey parse(String text, String name) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text.strip());
            if (bytes.length == KEY_BYTES) {
                return new SecretKeySpec(bytes, "AES");
            }
        } catch (IllegalArgumentException notBase64) {
            // Its message would quote the key.
        }
        throw CodedException.of(ErrorCode.INVALID_CONFIGURATION, name + " has no key of 32 bytes in Base64")
                .hint(HOW_TO_MAKE_ONE);
    }
}
