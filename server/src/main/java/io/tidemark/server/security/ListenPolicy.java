package io.tidemark.server.security;

import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.StoredRole;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Where a server may listen: on addresses of other machines only with users and TLS, or if it was told to do without.
 *
 * @param store whose users there are
 * @param tls the server's key, if it has one
 * @param insecure whether it was told to do without
 */
public record ListenPolicy(CatalogStore store, Optional<TlsKey> tls, boolean insecure) {

    /** Refuses an address; INVALID_CONFIGURATION with what to do about it. */
    public void requireAllowed(String host) {
        boolean users = store.roles().stream().anyMatch(StoredRole::isUser);
        if (insecure || isLoopback(host) || (users && tls.isPresent())) {
            return;
        }
        String lacking = users ? "TLS" : tls.isPresent() ? "users" : "users and TLS";
        throw CodedException.of(
                        ErrorCode.INVALID_CONFIGURATION,
                        "the server does not listen on " + host + " without " + lacking
                                + ", since other machines reach that address")
                .hint(
                        users
                                ? "set server.tls.key-store, or server.tls.certificate and server.tls.private-key; "
                                        + withoutIt("lets passwords and rows be read on the way")
                                : "start it on 127.0.0.1 first and CREATE USER there; "
                                        + withoutIt("lets everyone who reaches the port do everything"));
    }

    private static String withoutIt(String consequence) {
        return "server.insecure-listen = true " + consequence;
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            // It can't be listened on either, and that says so.
            return true;
        }
    }
}
