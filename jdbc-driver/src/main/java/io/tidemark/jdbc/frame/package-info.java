/**
 * The rows of a result as they have come, block by block and column by column. {@link io.tidemark.jdbc.frame.ColumnFrame} reads those that came in
 * columns, as {@code io.tidemark.server.frame.ColumnFrames} on the server lays them out; {@link io.tidemark.jdbc.frame.RowBlock} is what both kinds
 * of rows are for the rest of the driver. How a value becomes what JDBC's getters give is in {@code io.tidemark.jdbc.value}.
 */
@NullMarked
package io.tidemark.jdbc.frame;

import org.jspecify.annotations.NullMarked;
