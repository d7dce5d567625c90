package io.tidemark.jdbc.error;

import org.apache.calcite.avatica.remote.Service.ErrorResponse;
import org.jspecify.annotations.Nullable;

/** Where on the server an internal error arose: the cause of the exception, for whoever reports it. */
final class ServerTrace extends Exception {

    private static final long serialVersionUID = 1L;

    private ServerTrace(String trace) {
        super("on the server: " + trace.trim(), null, false, false);
    }

    static @Nullable ServerTrace of(ErrorResponse error) {
        return error.exceptions == null || error.exceptions.isEmpty()
                ? null
                : new ServerTrace(String.join("\n", error.exceptions));
    }
}
