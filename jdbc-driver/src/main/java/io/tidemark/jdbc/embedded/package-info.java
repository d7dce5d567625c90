/**
 * The small interface through which the driver runs a server in its own process. The server's jars bring the {@link
 * io.tidemark.jdbc.embedded.EmbeddedServerProvider}, which the driver finds with {@link java.util.ServiceLoader}.
 */
@NullMarked
package io.tidemark.jdbc.embedded;

import org.jspecify.annotations.NullMarked;
