package io.tidemark.trial.grammar;

import io.tidemark.trial.data.Type;
import java.util.Optional;

/**
 * A column of a relation in the making.
 *
 * @param name its name, in both engines
 * @param type its type
 * @param wide whether it may hold values that can't be computed with without overflow, or NaN
 * @param exact whether both engines give the same value, and not only nearly so
 * @param closing when a watermark closes its groups, if one does
 */
public record Column(String name, Type type, boolean wide, boolean exact, Optional<Closing> closing) {

    /** A column that nothing closes. */
    static Column of(String name, Type type) {
        return new Column(name, type, false, true, Optional.empty());
    }

    Column closedBy(Closing by) {
        return new Column(name, type, wide, exact, Optional.of(by));
    }

    /** The column as an expression. */
    Expression expression() {
        return new Expression(name, name, type, wide, exact, closing);
    }
}
