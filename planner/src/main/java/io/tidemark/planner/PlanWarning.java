package io.tidemark.planner;

import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import java.util.Optional;

/**
 * Something worth knowing about a plan that is no error.
 *
 * @param position where in the statement
 * @param hint a sentence that says what could be done about it; empty if there is nothing to say
 */
public record PlanWarning(ErrorCode code, String text, Optional<SourcePosition> position, String hint) {

    /** Returns everything but the hint in one line, as in {@code STATE-W1 state of … at line 1, column 8}. */
    public String render() {
        return code.code() + " " + text + position.map(p -> " at " + p).orElse("");
    }
}
