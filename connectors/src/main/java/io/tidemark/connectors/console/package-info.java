/** The connector {@code console}: a sink that prints rows, to look at. Read {@link io.tidemark.connectors.console.ConsoleConnector}. */
@NullMarked
package io.tidemark.connectors.console;

import org.jspecify.annotations.NullMarked;
