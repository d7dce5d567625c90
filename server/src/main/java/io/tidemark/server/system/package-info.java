/**
 * The tables of the schema {@code sys}: what runs, how, and which rows did not take the ordinary way.
 *
 * <p>Each table is declared in SQL and filled when it is read. Read {@link io.tidemark.server.system.SystemTables} first; {@code docs/sys.md}
 * documents every column.
 */
@NullMarked
package io.tidemark.server.system;

import org.jspecify.annotations.NullMarked;
