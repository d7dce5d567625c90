/**
 * The boundary to the outside world: what a connector implements, and what it is given.
 *
 * <p>Read {@link io.tidemark.runtime.connector.SourceConnector} and {@link io.tidemark.runtime.connector.Source}, then
 * {@link io.tidemark.runtime.connector.SinkConnector} and {@link io.tidemark.runtime.connector.EpochSink}. Implementations live in the
 * connectors module; internal streams and tables implement the same interfaces in {@code io.tidemark.runtime.storage}. Nothing here knows of
 * SQL, plans or operators.
 */
@NullMarked
package io.tidemark.runtime.connector;

import org.jspecify.annotations.NullMarked;
