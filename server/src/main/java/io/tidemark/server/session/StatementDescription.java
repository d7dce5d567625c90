package io.tidemark.server.session;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Schema;
import java.util.List;
import java.util.Optional;

/**
 * What a statement will give back, known before it runs.
 *
 * @param columns the columns of its rows; empty if it gives a count
 * @param parameters the types of its {@code ?} parameters, in order
 */
public record StatementDescription(Optional<Schema> columns, List<DataType> parameters) {

    public StatementDescription {
        parameters = List.copyOf(parameters);
    }
}
