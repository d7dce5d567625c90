/**
 * The process: command line, settings, the lock on the data directory, start and stop.
 *
 * <p>No statement is carried out here. Read {@link io.tidemark.server.main.TidemarkServer} first.
 */
@NullMarked
package io.tidemark.server.main;

import org.jspecify.annotations.NullMarked;
