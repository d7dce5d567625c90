/**
 * The JDBC driver: {@code java.sql} on top of Avatica's remote protocol, protobuf over HTTP.
 *
 * <p>Here: the URL, the transport, and the places where Avatica's client falls short of a streaming server (reading rows as they
 * come, cancelling, timeouts, warnings, plain error messages, times in any zone). Not here: anything of the server, whose
 * protocol side is {@code io.tidemark.server.avatica}. Only Avatica and the JDK may be used, and only what Java 11 has: the
 * driver goes into other people's programs. Read {@link io.tidemark.jdbc.Driver} first.
 */
@NullMarked
package io.tidemark.jdbc;

import org.jspecify.annotations.NullMarked;
