package io.tidemark.trial.grammar;

import io.tidemark.trial.data.DataShape;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;

/**
 * A query that is tried.
 *
 * @param relation the query
 * @param mode the output mode asked for
 * @param zone the session's time zone
 * @param shape what its rows are like
 * @param family the production that made it, for reports
 */
public record Question(Relation relation, Mode mode, ZoneId zone, DataShape shape, String family) {

    /** The output modes. */
    public enum Mode {
        APPEND,
        UPDATE,
        COMPLETE
    }

    /** The statement, for Tidemark. */
    public String tidemark() {
        return "SELECT STREAM * FROM (" + relation.tidemark() + ") AS t EMIT " + mode;
    }

    /** The windows that DuckDB's text joins with. */
    public List<WindowCall> windows() {
        return relation.windows().distinct().toList();
    }

    /** The same in another mode. */
    public Question in(Mode other) {
        return new Question(relation, other, zone, shape, family);
    }

    /** Smaller ones. */
    public Stream<Question> smaller() {
        return relation.smaller().map(smaller -> new Question(smaller, mode, zone, shape, family));
    }
}
