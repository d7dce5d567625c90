/**
 * The audit log: who administered the server and how that ended, and who was refused; files of JSON lines.
 *
 * <p>Statements come from {@code io.tidemark.server.session}, refused logins from {@code io.tidemark.server.security};
 * {@code sys.audit} is in {@code io.tidemark.server.system}. Read {@link
 * io.tidemark.server.audit.AuditLog} first.
 */
@NullMarked
package io.tidemark.server.audit;

import org.jspecify.annotations.NullMarked;
