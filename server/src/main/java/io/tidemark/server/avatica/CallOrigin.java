package io.tidemark.server.avatica;

import java.util.function.Supplier;

/** Where the call that a thread answers comes from, which the protocol's messages do not say. Thread-safe. */
final class CallOrigin {

    private final ThreadLocal<String> address = ThreadLocal.withInitial(() -> "in process");

    /** Answers a call from an address. */
    <T> T from(String client, Supplier<T> call) {
        address.set(client);
        try {
            return call.get();
        } finally {
            address.remove();
        }
    }

    /** The address of the client whose call this thread answers. */
    String address() {
        return address.get();
    }
}
