package io.tidemark.planner.function;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * The operators and functions of the dialect: Calcite's standard ones, those of its PostgreSQL library, and Tidemark's own, which win over both.
 */
public final class DialectOperators {
    /** {@code TUMBLE(TABLE s, DESCRIPTOR(ts), size [, offset])}. */
    public static final WindowTableFunction TUMBLE =
            new WindowTableFunction("TUMBLE", WindowTableFunction.TUMBLE_PARAMETERS);

    /** {@code HOP(TABLE s, DESCRIPTOR(ts), slide, size [, offset])}. */
    public static final WindowTableFunction HOP = new WindowTableFunction("HOP", WindowTableFunction.HOP_PARAMETERS);

    /** {@code CUMULATE(TABLE s, DESCRIPTOR(ts), step, greatest size [, offset])}. */
    public static final WindowTableFunction CUMULATE =
            new WindowTableFunction("CUMULATE", WindowTableFunction.CUMULATE_PARAMETERS);

    /** {@code SESSION(TABLE s [PARTITION BY k], DESCRIPTOR(ts), gap)}. */
    public static final WindowTableFunction SESSION =
            new WindowTableFunction("SESSION", WindowTableFunction.SESSION_PARAMETERS);

    /**
     * {@code TO_TIMESTAMP(n, p)}: n seconds (p = 0), milliseconds (3) or microseconds (6) since the epoch, as a TIMESTAMP; or
     * {@code TO_TIMESTAMP(text)}.
     */
    public static final SqlFunction TO_TIMESTAMP = new EpochFunction("TO_TIMESTAMP", SqlTypeName.TIMESTAMP);

    /** {@code TO_TIMESTAMP_LTZ(n, p)}: like {@link #TO_TIMESTAMP}, as an instant. */
    public static final SqlFunction TO_TIMESTAMP_LTZ =
            new EpochFunction("TO_TIMESTAMP_LTZ", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);

    /** {@code DATE_FORMAT(time, pattern)}: a date or timestamp as text, the pattern in the letters of Java's formatter. */
    public static final SqlFunction DATE_FORMAT = text(
            "DATE_FORMAT",
            ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.TO_NULLABLE),
            OperandTypes.family(SqlTypeFamily.DATETIME, SqlTypeFamily.CHARACTER));

    /** {@code SPLIT_INDEX(text, delimiter, index)}: the part numbered {@code index}, from 0, of what the delimiter separates, or NULL. */
    public static final SqlFunction SPLIT_INDEX = text(
            "SPLIT_INDEX",
            ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE),
            OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER));

    /** {@code REGEXP_EXTRACT(text, expression [, group])}: what a group matches where the expression first matches, or NULL. */
    public static final SqlFunction REGEXP_EXTRACT = text(
            "REGEXP_EXTRACT",
            ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE),
            OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER)
                    .or(OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER)));

    /** {@code ROW_KIND()}: the kind of a change, in the select list of a push query. */
    public static final SqlFunction ROW_KIND = new RowKindFunction();

    /**
     * A value on its way into a column of limited text or bytes. The planner alone writes it: unlike CAST it fails where more than blanks would be
     * cut off.
     */
    public static final SqlFunction ASSIGN = new SqlFunction(
            "ASSIGN", SqlKind.OTHER_FUNCTION, ReturnTypes.ARG0, null, OperandTypes.ANY, SqlFunctionCategory.SYSTEM);

    /** A column of a row of a match, which may not be there. MATCH_RECOGNIZE alone gets it, and loses it again when it is translated. */
    public static final SqlFunction NULLABLE = new NullableFunction();

    /**
     * {@code UNNEST(array column, with ordinality, outer)} over the rows of one input, whose columns come first. The planner alone writes it, for
     * a join with UNNEST.
     */
    public static final SqlFunction UNNEST_ROWS = new SqlFunction(
            "UNNEST",
            SqlKind.OTHER_FUNCTION,
            ReturnTypes.CURSOR,
            null,
            OperandTypes.ANY,
            SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION);

    private static final Set<String> REPLACED = Set.of(
            "TUMBLE",
            "HOP",
            "CUMULATE",
            "SESSION",
            "TO_TIMESTAMP",
            "TO_TIMESTAMP_LTZ",
            "ROW_KIND",
            "NOW",
            "DATE_TRUNC",
            "DATE_PART");

    /** Functions that are rewritten to others before validation. */
    private static final List<String> REWRITTEN =
            List.of("NOW", "PROCTIME", "DATE_TRUNC", "DATE_PART", "MEDIAN", "STRING_AGG");

    private static final SqlOperatorTable TABLE = SqlOperatorTables.chain(
            SqlOperatorTables.of(List.of(TUMBLE, HOP, CUMULATE, SESSION, TO_TIMESTAMP, TO_TIMESTAMP_LTZ, ROW_KIND)),
            SqlOperatorTables.of(List.of(DATE_FORMAT, SPLIT_INDEX, REGEXP_EXTRACT)),
            SqlOperatorTables.of(AggregateFunctions.named()),
            SqlOperatorTables.of(SqlLibraryOperators.ARRAY_CONTAINS, SqlLibraryOperators.ARRAY_LENGTH),
            library());

    private DialectOperators() {}

    private static SqlFunction text(String name, SqlReturnTypeInference result, SqlOperandTypeChecker operands) {
        return new SqlFunction(name, SqlKind.OTHER_FUNCTION, result, null, operands, SqlFunctionCategory.STRING);
    }

    /** The table that the validator looks operators up in. */
    public static SqlOperatorTable table() {
        return TABLE;
    }

    /** The names of all functions that a statement can call, in alphabetical order. */
    public static List<String> functionNames() {
        Stream<String> table = TABLE.getOperatorList().stream()
                .filter(SqlFunction.class::isInstance)
                .map(SqlOperator::getName);
        return Stream.concat(table, REWRITTEN.stream())
                .filter(name -> Character.isLetter(name.charAt(0)))
                .distinct()
                .sorted()
                .toList();
    }

    private static SqlOperatorTable library() {
        SqlOperatorTable postgres = SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(SqlLibrary.POSTGRESQL);
        Set<String> hidden = new HashSet<>(REPLACED);
        AggregateFunctions.named().forEach(function -> hidden.add(function.getName()));
        return new Without(SqlOperatorTables.chain(SqlStdOperatorTable.instance(), postgres), Set.copyOf(hidden));
    }

    /** A table that does not know some names. */
    private record Without(SqlOperatorTable table, Set<String> hidden) implements SqlOperatorTable {

        @Override
        public void lookupOperatorOverloads(
                SqlIdentifier name,
                @Nullable SqlFunctionCategory category,
                SqlSyntax syntax,
                List<SqlOperator> found,
                SqlNameMatcher matcher) {
            if (!name.isSimple() || !hidden.contains(name.getSimple().toUpperCase(Locale.ROOT))) {
                table.lookupOperatorOverloads(name, category, syntax, found, matcher);
            }
        }

        @Override
        public List<SqlOperator> getOperatorList() {
            return table.getOperatorList().stream()
                    .filter(operator -> !hidden.contains(operator.getName().toUpperCase(Locale.ROOT)))
                    .toList();
        }
    }

    private static final class EpochFunction extends SqlFunction {
        EpochFunction(String name, SqlTypeName type) {
            super(
                    name,
                    SqlKind.OTHER_FUNCTION,
                    EpochPrecision.returning(type),
                    InferTypes.ANY_NULLABLE,
                    new EpochPrecision.Operands(type == SqlTypeName.TIMESTAMP),
                    SqlFunctionCategory.TIMEDATE);
        }
    }

    private static final class RowKindFunction extends SqlFunction {
        private static final int LENGTH = 2;

        RowKindFunction() {
            super(
                    "ROW_KIND",
                    SqlKind.OTHER_FUNCTION,
                    ReturnTypes.explicit(SqlTypeName.VARCHAR, LENGTH),
                    null,
                    OperandTypes.NILADIC,
                    SqlFunctionCategory.SYSTEM);
        }

        @Override
        public boolean isDeterministic() {
            return false;
        }
    }
}
