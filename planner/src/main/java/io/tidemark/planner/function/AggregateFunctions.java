package io.tidemark.planner.function;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.util.Optionality;

/**
 * The dialect's own aggregate functions. Statistics are DOUBLE whatever they are of; text that is put together has no declared length; what has
 * no result where an argument is NULL may be NULL.
 */
public final class AggregateFunctions {

    /** {@code FIRST_VALUE(x) WITHIN GROUP (ORDER BY …)}. */
    public static final SqlAggFunction FIRST_VALUE = ordered("FIRST_VALUE");

    /** {@code LAST_VALUE(x) WITHIN GROUP (ORDER BY …)}. */
    public static final SqlAggFunction LAST_VALUE = ordered("LAST_VALUE");

    /** {@code LISTAGG(x [, separator]) [WITHIN GROUP (ORDER BY …)]}. */
    public static final SqlAggFunction LISTAGG = new AggregateFunction(
            "LISTAGG",
            ReturnTypes.VARCHAR_FORCE_NULLABLE,
            OperandTypes.CHARACTER.or(OperandTypes.CHARACTER_CHARACTER),
            Optionality.OPTIONAL);

    /** {@code ARRAY_AGG(x) [WITHIN GROUP (ORDER BY …)]}: NULL elements are kept; NULL of no rows. */
    public static final SqlAggFunction ARRAY_AGG = new AggregateFunction(
            "ARRAY_AGG", AggregateFunctions::nullableArray, OperandTypes.ANY, Optionality.OPTIONAL);

    /** {@code COLLECT(x)}: the standard's multiset as an array in the order of its values, without NULL; it is never NULL itself. */
    public static final SqlAggFunction COLLECT =
            new AggregateFunction("COLLECT", AggregateFunctions::array, OperandTypes.ANY, Optionality.FORBIDDEN);

    /** {@code PERCENTILE_CONT(fraction) WITHIN GROUP (ORDER BY x)}, interpolated. */
    public static final SqlAggFunction PERCENTILE_CONT =
            AggregateFunction.percentile(SqlKind.PERCENTILE_CONT, ReturnTypes.DOUBLE_FORCE_NULLABLE);

    /** {@code PERCENTILE_DISC(fraction) WITHIN GROUP (ORDER BY x)}, one of the values. */
    public static final SqlAggFunction PERCENTILE_DISC = discrete(ReturnTypes.PERCENTILE_DISC_CONT);

    private static final List<String> OF_ONE =
            List.of("VAR_POP", "VAR_SAMP", "VARIANCE", "STDDEV_POP", "STDDEV_SAMP", "STDDEV");

    private static final List<String> OF_TWO = List.of(
            "COVAR_POP",
            "COVAR_SAMP",
            "CORR",
            "REGR_AVGX",
            "REGR_AVGY",
            "REGR_SXX",
            "REGR_SYY",
            "REGR_SXY",
            "REGR_SLOPE",
            "REGR_INTERCEPT",
            "REGR_R2");

    private static final List<String> BY_ANOTHER = List.of("ARG_MIN", "ARG_MAX", "MIN_BY", "MAX_BY");

    private AggregateFunctions() {}

    private static RelDataType array(SqlOperatorBinding call) {
        RelDataTypeFactory factory = call.getTypeFactory();
        return factory.createArrayType(factory.createTypeWithNullability(call.getOperandType(0), true), -1);
    }

    private static RelDataType nullableArray(SqlOperatorBinding call) {
        return call.getTypeFactory().createTypeWithNullability(array(call), true);
    }

    /**
     * PERCENTILE_DISC for the call that is ordered by an expression, whose type the result has: Calcite asks for the type of a call with FILTER
     * without the order that stands between the two.
     */
    public static SqlAggFunction percentileDisc(SqlNode by) {
        return discrete(binding -> binding instanceof SqlCallBinding call
                ? call.getValidator().deriveType(call.getScope(), by)
                : ReturnTypes.PERCENTILE_DISC_CONT.inferReturnType(binding));
    }

    private static SqlAggFunction discrete(SqlReturnTypeInference result) {
        return AggregateFunction.percentile(SqlKind.PERCENTILE_DISC, result.andThen(SqlTypeTransforms.FORCE_NULLABLE));
    }

    private static SqlAggFunction ordered(String name) {
        return new AggregateFunction(
                name,
                ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE),
                OperandTypes.ANY,
                Optionality.MANDATORY);
    }

    /** Those that are called by their name. */
    static List<SqlOperator> named() {
        List<SqlOperator> all = new ArrayList<>(List.of(LISTAGG, ARRAY_AGG, COLLECT, PERCENTILE_CONT, PERCENTILE_DISC));
        OF_ONE.forEach(name -> all.add(plain(name, ReturnTypes.DOUBLE_FORCE_NULLABLE, OperandTypes.NUMERIC)));
        OF_TWO.forEach(name -> all.add(plain(name, ReturnTypes.DOUBLE_FORCE_NULLABLE, OperandTypes.NUMERIC_NUMERIC)));
        all.add(plain("REGR_COUNT", ReturnTypes.BIGINT, OperandTypes.NUMERIC_NUMERIC));
        BY_ANOTHER.forEach(name ->
                all.add(plain(name, ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE), OperandTypes.ANY_ANY)));
        return all;
    }

    private static SqlAggFunction plain(String name, SqlReturnTypeInference result, SqlOperandTypeChecker operands) {
        return new AggregateFunction(name, result, operands, Optionality.FORBIDDEN);
    }
}
