package io.tidemark.jdbc.error;

import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;

/** The exceptions of connections that are to be encrypted, or would have to be. */
public final class EncryptionFailures {

    private static final int AUTHENTICATION = 1018;
    private static final int UNREACHABLE = 5001;

    private EncryptionFailures() {}

    /** No connection with TLS comes about. */
    public static SQLException noTls(String server, Throwable cause) {
        return new SQLNonTransientConnectionException(
                "no encrypted connection with Tidemark at " + server + ": " + Failures.reason(cause)
                        + ". Check that the server has a key for TLS (server.tls), that its certificate is made out to this"
                        + " host, and that sslRootCert names a file with it or with one that vouches for it",
                "08001",
                UNREACHABLE,
                cause);
    }

    /** What listens there does not answer a first message in the clear, as a server that wants TLS does not. */
    public static SQLException noAnswer(String server, Throwable cause) {
        return new SQLNonTransientConnectionException(
                "cannot reach Tidemark at " + server + ": " + Failures.reason(cause)
                        + ". Check that it is a Tidemark server that listens there; if its connections are encrypted"
                        + " (server.tls), connect with ssl=true",
                "08001",
                UNREACHABLE,
                cause);
    }

    /** The files with the certificates to trust cannot be used. */
    public static SQLException noTrust(Exception cause) {
        return new SQLNonTransientConnectionException(
                "cannot read the certificates to trust (sslRootCert or sslTrustStore): " + Failures.reason(cause),
                "08001",
                UNREACHABLE,
                cause);
    }

    /** A password would go over a network in the clear. */
    public static SQLException passwordInTheClear(String server) {
        return new SQLInvalidAuthorizationSpecException(
                "the password is not sent to Tidemark at " + server + ", because anyone on the way could read it;"
                        + " connect with ssl=true, or leave the password out if the server asks for none",
                "28000",
                AUTHENTICATION);
    }
}
