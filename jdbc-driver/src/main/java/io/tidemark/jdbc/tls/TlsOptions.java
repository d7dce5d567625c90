package io.tidemark.jdbc.tls;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Which servers a connection with TLS takes for the right one. Equal options are of the same effect. */
public final class TlsOptions {

    private final String rootCertificates;
    private final String trustStore;
    private final String trustStorePassword;
    private final boolean verifiesHost;

    /**
     * Options; an empty path stands for none, and without either path those are trusted that the Java runtime trusts.
     *
     * @param rootCertificates the path of a PEM file with the certificates to be trusted
     * @param trustStore the path of a PKCS12 or JKS file with them
     * @param verifiesHost whether the certificate has to be made out to the host that is connected to
     */
    public TlsOptions(String rootCertificates, String trustStore, String trustStorePassword, boolean verifiesHost) {
        this.rootCertificates = rootCertificates;
        this.trustStore = trustStore;
        this.trustStorePassword = trustStorePassword;
        this.verifiesHost = verifiesHost;
    }

    /** What connections are made with; an exception if a file can't be read or has no certificates. */
    public SSLContext context() throws IOException, GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted());
        TrustManager[] managers = trust.getTrustManagers();
        for (int i = 0; i < managers.length; i++) {
            if (!verifiesHost && managers[i] instanceof X509TrustManager) {
                managers[i] = new AnyHostTrust((X509TrustManager) managers[i]);
            }
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers, null);
        return context;
    }

    private @Nullable KeyStore trusted() throws IOException, GeneralSecurityException {
        if (!rootCertificates.isEmpty()) {
            return ofPem(Path.of(rootCertificates));
        }
        return trustStore.isEmpty()
                ? null
                : KeyStore.getInstance(new File(trustStore), trustStorePassword.toCharArray());
    }

    private static KeyStore ofPem(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("trusted-" + store.size(), certificate);
            }
        }
        if (store.size() == 0) {
            throw new CertificateException("there is no certificate in \"" + file + "\"");
        }
        return store;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof TlsOptions)) {
            return false;
        }
        TlsOptions options = (TlsOptions) other;
        return rootCertificates.equals(options.rootCertificates)
                && trustStore.equals(options.trustStore)
                && trustStorePassword.equals(options.trustStorePassword)
                && verifiesHost == options.verifiesHost;
    }

    @Override
    public int hashCode() {
        return Objects.hash(rootCertificates, trustStore, trustStorePassword, verifiesHost);
    }
}
