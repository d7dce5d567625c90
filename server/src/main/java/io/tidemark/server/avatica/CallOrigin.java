package io.tidemark.server.avatica;

import io.tidemark.server.security.Login;
import java.util.function.Supplier;

/** Where the call that a thread answers comes from, which the protocol's messages do not say. Thread-safe. */
final class CallOrigin {

    private static final Caller IN_PROCESS = new Caller(Login.IN_PROCESS, "in process");

    private final ThreadLocal<Caller> callers = ThreadLocal.withInitial(() -> IN_PROCESS);

    private record Caller(Login login, String address) {}

    /** Answers a call of a user from an address. */
    <T> T from(Login login, String client, Supplier<T> call) {
        callers.set(new Caller(login, client));
        try {
            return call.get();
        } finally {
            callers.remove();
        }
    }

    /** The address of the client whose call this thread answers. */
    String address() {
        return callers.get().address();
    }

    /** Who makes the call that this thread answers. */
    Login login() {
        return callers.get().login();
    }
}
