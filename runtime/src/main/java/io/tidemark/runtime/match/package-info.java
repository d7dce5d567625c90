/**
 * MATCH_RECOGNIZE. Begin with {@link io.tidemark.runtime.match.PatternSearch}, which finds the matches in the rows of one partition; {@link
 * io.tidemark.runtime.match.MatchOperator} puts rows in order of time first, {@link io.tidemark.runtime.match.RecomputedMatchOperator} looks at
 * partitions again that have changed.
 */
@NullMarked
package io.tidemark.runtime.match;

import org.jspecify.annotations.NullMarked;
