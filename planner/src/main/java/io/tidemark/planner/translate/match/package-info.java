/** Takes PATTERN, DEFINE and MEASURES of a MATCH_RECOGNIZE apart; the node is made one package up. */
@NullMarked
package io.tidemark.planner.translate.match;

import org.jspecify.annotations.NullMarked;
