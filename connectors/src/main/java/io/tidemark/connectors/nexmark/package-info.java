/**
 * The connector {@code nexmark}: the events of an online auction house, made up from their number, for benchmarks and for trying queries out.
 *
 * <p>Read {@link io.tidemark.connectors.nexmark.NexmarkConnector} first, then {@code EventTable}, which says which events are rows of which
 * table, and {@code BidColumns}. How the rows are cut into ranges is in {@link io.tidemark.connectors.generator}.
 *
 * <p><b>Source</b>: the distributions are those of the Nexmark benchmark: Tucker, Tufte, Papadimos, Maier, "NEXMark: a benchmark for queries
 * over data streams", 2004, in the form in which Apache Beam and others generate it.
 */
@NullMarked
package io.tidemark.connectors.nexmark;

import org.jspecify.annotations.NullMarked;
