/**
 * How expressions and durations read in plans, warnings and messages. What a plan says of its nodes is in {@code explain}.
 */
@NullMarked
package io.tidemark.planner.text;

import org.jspecify.annotations.NullMarked;
