/**
 * Joins: each side's rows by their keys, and the pairs that a change makes with the rows of the other side. Read {@link
 * io.tidemark.runtime.join.JoinOperator} first;
 * {@link io.tidemark.runtime.join.AsofJoinOperator} joins each row with the nearest one.
 */
@NullMarked
package io.tidemark.runtime.join;

import org.jspecify.annotations.NullMarked;
