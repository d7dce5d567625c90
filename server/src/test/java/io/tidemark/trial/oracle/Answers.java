package io.tidemark.trial.oracle;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a question's result ought to be.
 *
 * @param byCheck the rows after each check of the data
 * @param late the late rows of all, as {@code relation partition:offset}; empty if that is not known
 */
public record Answers(List<Answer> byCheck, Optional<Set<String>> late) {

    /**
     * The result over the rows accepted up to a point.
     *
     * @param rows its rows; values as of {@link io.tidemark.trial.data.Type}, a BOOLEAN as 0 or 1
     * @param finals those of them that can't change any more; empty if that is not known
     */
    public record Answer(List<List<Object>> rows, Optional<List<List<Object>>> finals) {}
}
