package io.tidemark.planner.function;

import java.util.Objects;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/** JSON_ARRAYAGG and JSON_OBJECTAGG; whether they give NULL values out or leave them away is the function's own. */
public final class JsonAggregate extends AggregateFunction {

    private final boolean keepsNulls;

    private JsonAggregate(String name, SqlOperandTypeChecker operands, Optionality order, boolean keepsNulls) {
        super(name, ReturnTypes.VARCHAR_FORCE_NULLABLE, operands, order);
        this.keepsNulls = keepsNulls;
    }

    /** {@code JSON_ARRAYAGG(x [ORDER BY …] [NULL ON NULL])}. */
    public static JsonAggregate array(boolean keepsNulls) {
        return new JsonAggregate("JSON_ARRAYAGG", OperandTypes.ANY, Optionality.OPTIONAL, keepsNulls);
    }

    /** {@code JSON_OBJECTAGG(KEY k VALUE x [ABSENT ON NULL])}. */
    public static JsonAggregate object(boolean keepsNulls) {
        SqlOperandTypeChecker operands = OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.ANY);
        return new JsonAggregate("JSON_OBJECTAGG", operands, Optionality.FORBIDDEN, keepsNulls);
    }

    /** Whether a NULL value is given out as {@code null}. */
    public boolean keepsNulls() {
        return keepsNulls;
    }

    /** Calcite computes equal functions of the same arguments once. */
    @Override
    public boolean equals(@Nullable Object other) {
        return super.equals(other) && other instanceof JsonAggregate that && that.keepsNulls == keepsNulls;
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), keepsNulls);
    }
}
