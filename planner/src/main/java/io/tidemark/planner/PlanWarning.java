package io.tidemark.planner;

import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import java.util.Optional;

/** Something worth knowing about a plan that is no error; {@code position} is where in the statement. */
public record PlanWarning(ErrorCode code, String text, Optional<SourcePosition> position) {

    /** Returns everything in one line, as in {@code STATE-W1 state of … at line 1, column 8}. */
    public String render() {
        return code.code() + " " + text + position.map(p -> " at " + p).orElse("");
    }
}
