package io.tidemark.server.security;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Finds out from an HTTP request who sends it: by the user and password of its header {@code Authorization: Basic}, which each request carries.
 *
 * <p><b>Errors</b>: AUTHENTICATION, also for a password that has come over a network in the clear.
 */
public final class RequestGate {

    private static final String BASIC = "basic ";

    private final Authenticator authenticator;

    /** A gate that asks an authenticator. */
    public RequestGate(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    /** Who sends the request. */
    public Login admit(Request request) {
        SocketAddress peer = request.getConnectionMetaData().getRemoteSocketAddress();
        InetAddress address = peer instanceof InetSocketAddress inet ? inet.getAddress() : null;
        String shown = address == null ? String.valueOf(peer) : address.getHostAddress();
        String header = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (header == null) {
            return authenticator.anonymous(shown);
        }
        String credentials = decoded(header);
        int colon = credentials.indexOf(':');
        if (colon < 0) {
            throw malformed();
        }
        String password = credentials.substring(colon + 1);
        if (!password.isEmpty() && !request.getConnectionMetaData().isSecure() && !isLoopback(address)) {
            throw CodedException.of(ErrorCode.AUTHENTICATION, "a password has come over a network without TLS")
                    .hint("connect with ssl=true, and choose another password, since this one may have been read");
        }
        return authenticator.authenticate(credentials.substring(0, colon), password, shown);
    }

    private static boolean isLoopback(@Nullable InetAddress address) {
        return address != null && address.isLoopbackAddress();
    }

    private static String decoded(String header) {
        if (!header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            throw malformed();
        }
        try {
            byte[] bytes =
                    Base64.getDecoder().decode(header.substring(BASIC.length()).trim());
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw malformed().cause(e);
        }
    }

    private static CodedException malformed() {
        return CodedException.of(ErrorCode.AUTHENTICATION, "the header Authorization is not one of the scheme Basic");
    }
}
