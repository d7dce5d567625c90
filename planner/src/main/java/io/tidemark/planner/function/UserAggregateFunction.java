package io.tidemark.planner.function;

import io.tidemark.planner.catalog.FunctionDefinition;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.util.Optionality;

/** An aggregate function that CREATE FUNCTION made. Its result over no rows is what its accumulator of none gives. */
public final class UserAggregateFunction extends AggregateFunction implements UserFunction {

    private final FunctionDefinition definition;

    UserAggregateFunction(FunctionDefinition definition) {
        super(
                definition.name(),
                ReturnTypes.explicit(definition.result()),
                new DeclaredOperands(definition.parameters()),
                Optionality.FORBIDDEN);
        this.definition = definition;
    }

    @Override
    public FunctionDefinition definition() {
        return definition;
    }

    @Override
    public SqlOperator operator() {
        return this;
    }
}
