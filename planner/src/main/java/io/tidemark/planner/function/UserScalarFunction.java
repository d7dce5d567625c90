package io.tidemark.planner.function;

import io.tidemark.planner.catalog.FunctionDefinition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.InferTypes;

/** A scalar function that CREATE FUNCTION made, in expressions. */
public final class UserScalarFunction extends SqlFunction implements UserFunction {

    private final FunctionDefinition definition;

    UserScalarFunction(FunctionDefinition definition) {
        super(
                definition.name(),
                SqlKind.OTHER_FUNCTION,
                call -> result(definition, call),
                InferTypes.explicit(definition.parameters()),
                new DeclaredOperands(definition.parameters()),
                SqlFunctionCategory.USER_DEFINED_FUNCTION);
        this.definition = definition;
    }

    private static RelDataType result(FunctionDefinition definition, SqlOperatorBinding call) {
        List<RelDataType> parameters = definition.parameters();
        boolean nullable = definition.result().isNullable();
        for (int i = 0; i < parameters.size(); i++) {
            nullable |=
                    !parameters.get(i).isNullable() && call.getOperandType(i).isNullable();
        }
        return call.getTypeFactory().createTypeWithNullability(definition.result(), nullable);
    }

    @Override
    public SqlOperator operator() {
        return this;
    }

    @Override
    public FunctionDefinition definition() {
        return definition;
    }

    @Override
    public boolean isDeterministic() {
        return definition.deterministic();
    }
}
