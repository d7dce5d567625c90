package io.tidemark.server.session;

import io.tidemark.sql.error.ErrorCode;

/** Something worth knowing about a statement that succeeded: an SQLWarning. */
public record Notice(ErrorCode code, String message) {}
