package io.tidemark.planner;

import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.match.MatchSpec;
import java.util.Optional;

/** What a MATCH_RECOGNIZE over rows without end keeps for ever. */
final class MatchBounds {
    private static final String WITHIN = "add WITHIN INTERVAL … after PATTERN (…)";

    private MatchBounds() {}

    /** Why its state has no bound; nothing if it has one. */
    static Optional<String> unbounded(IncrementalMatch match) {
        if (match.closing().isEmpty()) {
            return Optional.of("all rows are kept, since the first column of ORDER BY has no watermark");
        }
        MatchSpec.Search search = match.spec().search();
        boolean onePartition = match.spec().partitionColumns().isEmpty();
        if (search.atEnd()) {
            return Optional.of("$ in PATTERN waits for the end of the partition, which a stream does not have");
        }
        boolean longest = search.pattern().mostRows().isEmpty();
        if (search.withinMicros().isEmpty() && (longest || !onePartition)) {
            return Optional.of("without WITHIN a match that has begun may wait for its next row for ever");
        }
        if (onePartition) {
            return Optional.empty();
        }
        if (match.spec().numbers()) {
            return Optional.of("MATCH_NUMBER counts the matches of each partition");
        }
        if (search.atStart()) {
            return Optional.of("^ in PATTERN needs to know which partitions have begun");
        }
        if (search.rowsBefore() > 0) {
            return Optional.of("PREV looks at rows before a match, so that the last of each partition are kept");
        }
        return search.rowsAfter() > 0
                ? Optional.of("NEXT makes the last rows of each partition wait for others")
                : Optional.empty();
    }

    /** What would bound it. */
    static String remedy(IncrementalMatch match) {
        MatchSpec.Search search = match.spec().search();
        if (match.closing().isEmpty()) {
            return "order by a column with a WATERMARK";
        }
        return search.withinMicros().isEmpty() ? WITHIN : "leave it out, or read fewer partitions";
    }
}
