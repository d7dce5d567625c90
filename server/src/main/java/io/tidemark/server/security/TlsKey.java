package io.tidemark.server.security;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The private key and the certificates by which a server is known under TLS.
 *
 * <p><b>Errors</b>: INVALID_CONFIGURATION if the files can't be read or hold something else.
 */
public final class TlsKey {

    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final Pattern PEM_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final char[] NO_PASSWORD = {};

    private final KeyStore store;
    private final String password;

    private TlsKey(KeyStore store, String password) {
        this.store = store;
        this.password = password;
    }

    /** From a PKCS12 file, in which both are under one password. */
    public static TlsKey ofKeyStore(Path file, String password) {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password.toCharArray());
            return new TlsKey(store, password);
        } catch (IOException | GeneralSecurityException e) {
            throw unusable("server.tls.key-store", file, e)
                    .hint(
                            "give a PKCS12 file in server.tls.key-store, and its password in server.tls.key-store-password");
        }
    }

    /** From two PEM files: the server's certificate with those that vouch for it, and its key as PKCS #8 without a password. */
    public static TlsKey ofPem(Path certificates, Path key) {
        try {
            Certificate[] chain;
            try (InputStream in = Files.newInputStream(certificates)) {
                chain = CertificateFactory.getInstance("X.509")
                        .generateCertificates(in)
                        .toArray(Certificate[]::new);
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, NO_PASSWORD);
            store.setKeyEntry("server", privateKey(key), NO_PASSWORD, chain);
            return new TlsKey(store, "");
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw unusable("server.tls.certificate", certificates, e)
                    .hint(
                            "give the certificates as PEM in server.tls.certificate, the key as PEM in server.tls.private-key;"
                                    + " openssl pkcs8 -topk8 -nocrypt makes one of another kind of key file");
        }
    }

    private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
        Matcher pem = PEM_KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        if (!pem.find()) {
            throw new InvalidKeySpecException("\"" + file + "\" has no BEGIN PRIVATE KEY");
        }
        byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(encoded);
        for (String algorithm : ALGORITHMS) {
            Optional<PrivateKey> key = ofAlgorithm(algorithm, spec);
            if (key.isPresent()) {
                return key.get();
            }
        }
        throw new InvalidKeySpecException("\"" + file + "\" has a key that is none of " + ALGORITHMS);
    }

    /** The key, if it is one of this algorithm: the file does not say in words which it is. */
    private static Optional<PrivateKey> ofAlgorithm(String algorithm, PKCS8EncodedKeySpec spec)
            throws NoSuchAlgorithmException {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(spec));
        } catch (InvalidKeySpecException ofAnotherOne) {
            return Optional.empty();
        }
    }

    private static CodedException unusable(String setting, Path file, Exception e) {
        String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return CodedException.of(
                        ErrorCode.INVALID_CONFIGURATION, "cannot use \"" + file + "\" of " + setting + ": " + reason)
                .cause(e);
    }

    /** A key store with the key and the certificates. */
    public KeyStore keyStore() {
        return store;
    }

    /** The password of the key store and of the key in it. */
    public String password() {
        return password;
    }
}
