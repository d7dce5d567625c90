/**
 * The connector {@code kafka}: topics as sources and as sinks, exactly once in both directions.
 *
 * <p>Read {@link io.tidemark.connectors.kafka.KafkaConnector} first; then {@code KafkaSource} with {@code KafkaPosition} and {@code
 * PartitionFetcher} for reading, {@code KafkaSink} with {@code EpochMarkers} for writing. How a message's bytes become values, and the other
 * way round, is left to the packages of the formats.
 */
@NullMarked
package io.tidemark.connectors.kafka;

import org.jspecify.annotations.NullMarked;
