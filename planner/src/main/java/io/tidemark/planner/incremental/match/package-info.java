/** What a MATCH_RECOGNIZE looks for and gives out; the node itself is {@link io.tidemark.planner.incremental.IncrementalMatch}. Begin with {@code MatchSpec}. */
@NullMarked
package io.tidemark.planner.incremental.match;

import org.jspecify.annotations.NullMarked;
