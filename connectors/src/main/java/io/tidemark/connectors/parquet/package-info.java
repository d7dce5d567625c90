/**
 * The file format {@code parquet}: flat columns, read column by column and written row by row, without Hadoop's codecs or configuration.
 *
 * <p>Read {@link io.tidemark.connectors.parquet.ParquetFormat} first; {@code ParquetTypes} says what is written for each type, {@code
 * ValueReaders} what is read.
 */
@NullMarked
package io.tidemark.connectors.parquet;

import org.jspecify.annotations.NullMarked;
