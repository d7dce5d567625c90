/**
 * Joins with rows of the outside world, looked up by key as they are at the time. Read {@link io.tidemark.runtime.lookup.LookupJoinOperator} first. What
 * was looked up is kept in the plan log, through {@link io.tidemark.runtime.connector.AnswerLog}.
 */
@NullMarked
package io.tidemark.runtime.lookup;

import org.jspecify.annotations.NullMarked;
