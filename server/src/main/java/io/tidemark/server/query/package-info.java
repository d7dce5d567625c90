/**
 * The life of continuous queries: opened with their sources and sinks, run, controlled, and brought back after a restart.
 *
 * <p>No sessions and no SQL text beyond what the catalog keeps. Read {@link io.tidemark.server.query.QueryService} first.
 */
@NullMarked
package io.tidemark.server.query;

import org.jspecify.annotations.NullMarked;
