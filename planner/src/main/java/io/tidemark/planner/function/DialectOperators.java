package io.tidemark.planner.function;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlAggFunction;
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
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * The operators and functions of the dialect: of Calcite's standard ones and those of its PostgreSQL library what has been checked, and Tidemark's
 * own, which win over both.
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

    /** {@code ROW_KIND()}: the kind of a change, in the select list of a push query. */
    public static final SqlFunction ROW_KIND =
            new ChangeFunction("ROW_KIND", ReturnTypes.explicit(SqlTypeName.VARCHAR, 2));

    /** {@code EPOCH()}: the epoch or version that made a change, in the select list of a push query. */
    public static final SqlFunction EPOCH = new ChangeFunction("EPOCH", ReturnTypes.BIGINT);

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

    /**
     * Says of an ASOF join that the right side is a table that is looked up: every row whose key is equal matches. The planner alone writes it.
     */
    public static final SqlOperator LOOKUP = new LookupOperator();

    /** Functions of the dialect that are no scalar functions, or only in some places. */
    private static final List<SqlFunction> NAMED =
            List.of(TUMBLE, HOP, CUMULATE, SESSION, TO_TIMESTAMP, TO_TIMESTAMP_LTZ, ROW_KIND, EPOCH);

    /** Aggregates that are rewritten to others before validation. */
    private static final List<String> REWRITTEN = List.of("MEDIAN", "STRING_AGG");

    /**
     * Functions of Calcite's that are no scalar functions of the dialect, but stand in other constructs, or are refused with better reason than
     * that there are none: the edges of windows, those of MATCH_RECOGNIZE, and random numbers.
     */
    private static final Set<String> ELSEWHERE = Set.of(
            "CAST",
            "TUMBLE_START",
            "TUMBLE_END",
            "HOP_START",
            "HOP_END",
            "SESSION_START",
            "SESSION_END",
            "CLASSIFIER",
            "MATCH_NUMBER",
            "FIRST",
            "LAST",
            "PREV",
            "NEXT",
            "RAND",
            "RANDOM",
            "RAND_INTEGER",
            "TRANSLATE3");

    /** Operators of Calcite's that nobody has checked, or that mean something else in PostgreSQL. */
    private static final Set<String> UNCHECKED_OPERATORS = Set.of(
            "^",
            "<<",
            "CONTAINS",
            "EQUALS",
            "PRECEDES",
            "SUCCEEDS",
            "IMMEDIATELY PRECEDES",
            "IMMEDIATELY SUCCEEDS",
            "JSON_TYPE");

    private static final SqlOperatorTable TABLE = SqlOperatorTables.chain(
            SqlOperatorTables.of(NAMED),
            SqlOperatorTables.of(AggregateFunctions.named()),
            SqlOperatorTables.of(ScalarFunctions.own()),
            SqlOperatorTables.of(SqlLibraryOperators.ARRAY_CONTAINS, SqlLibraryOperators.ARRAY_LENGTH),
            library());

    private DialectOperators() {}

    /** The table that the validator looks operators up in. */
    public static SqlOperatorTable table() {
        return TABLE;
    }

    /** The names of all functions that a statement can call, in alphabetical order. */
    public static List<String> functionNames() {
        Stream<String> aggregates = TABLE.getOperatorList().stream()
                .filter(SqlAggFunction.class::isInstance)
                .map(SqlOperator::getName);
        Stream<String> others = Stream.of(
                        REWRITTEN.stream(),
                        ELSEWHERE.stream().filter(name -> name.endsWith("_START") || name.endsWith("_END")),
                        NAMED.stream().map(SqlOperator::getName),
                        ScalarFunctions.names().stream())
                .flatMap(names -> names);
        return Stream.concat(aggregates, others)
                .filter(name -> Character.isLetter(name.charAt(0)))
                .distinct()
                .sorted()
                .toList();
    }

    /** All functions that a statement can call, in alphabetical order, each by what Calcite's operator says of it. */
    public static List<DialectFunction> functions() {
        Map<String, DialectFunction.Kind> kinds = new HashMap<>();
        for (SqlOperator operator : TABLE.getOperatorList()) {
            if (operator instanceof SqlFunction function) {
                kinds.putIfAbsent(function.getName().toUpperCase(Locale.ROOT), kind(function));
            }
        }
        REWRITTEN.forEach(name -> kinds.put(name, DialectFunction.Kind.AGGREGATE));
        kinds.putAll(ScalarFunctions.OTHER_KINDS);
        return functionNames().stream()
                .map(name -> new DialectFunction(
                        name, kinds.getOrDefault(name.toUpperCase(Locale.ROOT), DialectFunction.Kind.SYSTEM)))
                .toList();
    }

    private static DialectFunction.Kind kind(SqlFunction function) {
        if (function instanceof SqlAggFunction) {
            return DialectFunction.Kind.AGGREGATE;
        }
        Optional<DialectFunction.Kind> own = ScalarFunctions.kind(function);
        if (own.isPresent()) {
            return own.get();
        }
        return switch (function.getFunctionType()) {
            case NUMERIC -> DialectFunction.Kind.NUMERIC;
            case STRING -> DialectFunction.Kind.STRING;
            case TIMEDATE -> DialectFunction.Kind.TIME_DATE;
            case USER_DEFINED_TABLE_FUNCTION, USER_DEFINED_TABLE_SPECIFIC_FUNCTION -> DialectFunction.Kind.TABLE;
            default -> DialectFunction.Kind.SYSTEM;
        };
    }

    private static SqlOperatorTable library() {
        SqlOperatorTable postgres = SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(SqlLibrary.POSTGRESQL);
        Set<String> replaced = Stream.of(NAMED, AggregateFunctions.named(), ScalarFunctions.own())
                .flatMap(List::stream)
                .map(SqlOperator::getName)
                .collect(Collectors.toUnmodifiableSet());
        return new Chosen(SqlOperatorTables.chain(SqlStdOperatorTable.instance(), postgres), replaced);
    }

    /** Of a table of Calcite's, what the dialect has of it and does not replace. */
    private record Chosen(SqlOperatorTable table, Set<String> replaced) implements SqlOperatorTable {

        @Override
        public void lookupOperatorOverloads(
                SqlIdentifier name,
                @Nullable SqlFunctionCategory category,
                SqlSyntax syntax,
                List<SqlOperator> found,
                SqlNameMatcher matcher) {
            List<SqlOperator> all = new ArrayList<>();
            table.lookupOperatorOverloads(name, category, syntax, all, matcher);
            all.stream().filter(this::isChosen).forEach(found::add);
        }

        @Override
        public List<SqlOperator> getOperatorList() {
            return table.getOperatorList().stream().filter(this::isChosen).toList();
        }

        private boolean isChosen(SqlOperator operator) {
            String name = operator.getName().toUpperCase(Locale.ROOT);
            if (replaced.contains(name) || UNCHECKED_OPERATORS.contains(name)) {
                return false;
            }
            return !(operator instanceof SqlFunction)
                    || operator instanceof SqlAggFunction
                    || !Character.isLetter(name.charAt(0))
                    || ELSEWHERE.contains(name)
                    || ScalarFunctions.isOfCalcite(name);
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

    private static final class ChangeFunction extends SqlFunction {

        ChangeFunction(String name, SqlReturnTypeInference type) {
            super(name, SqlKind.OTHER_FUNCTION, type, null, OperandTypes.NILADIC, SqlFunctionCategory.SYSTEM);
        }

        @Override
        public boolean isDeterministic() {
            return false;
        }
    }
}
