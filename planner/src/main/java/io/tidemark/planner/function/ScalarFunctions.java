package io.tidemark.planner.function;

import io.tidemark.planner.function.DialectFunction.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/**
 * The scalar functions that can be called: those of Calcite whose values the conformance tests have checked, and the dialect's own, which win over
 * Calcite's of the same name. Whatever else Calcite has is not there.
 */
public final class ScalarFunctions {

    /** {@code ts AT TIME ZONE 'zone'}, under the name that the parser gives it. */
    public static final String AT_TIME_ZONE = "AT TIME ZONE";

    /**
     * {@code TRY_CAST} once its type is known. Calcite's own operator of that kind would be simplified as a cast that may fail.
     */
    public static final SqlFunction TRY_CAST = own("$TRY_CAST", ReturnTypes.ARG0_FORCE_NULLABLE, OperandTypes.ANY);

    /** The Monday of a time's week: what {@code DATE_TRUNC('week', time)} is written as. */
    public static final SqlFunction WEEK_BEGINNING =
            own("WEEK_BEGINNING", ReturnTypes.ARG0_NULLABLE, family(1, SqlTypeFamily.DATETIME));

    private static final Set<String> OF_CALCITE = Set.of(
            "ABS",
            "ACOS",
            "ACOSH",
            "ARRAY_CONTAINS",
            "ARRAY_LENGTH",
            "ASCII",
            "ASIN",
            "ASINH",
            "ATAN",
            "ATAN2",
            "ATANH",
            "BITAND",
            "BITCOUNT",
            "BITNOT",
            "BITOR",
            "BITXOR",
            "CARDINALITY",
            "CBRT",
            "CEIL",
            "CHARACTER_LENGTH",
            "CHAR_LENGTH",
            "COALESCE",
            "COS",
            "COSH",
            "COT",
            "CURRENT_DATE",
            "CURRENT_TIME",
            "CURRENT_TIMESTAMP",
            "DAYOFMONTH",
            "DAYOFWEEK",
            "DAYOFYEAR",
            "DEGREES",
            "EXP",
            "EXTRACT",
            "FLOOR",
            "GREATEST",
            "HOUR",
            "INITCAP",
            "JSON_ARRAY",
            "JSON_EXISTS",
            "JSON_OBJECT",
            "JSON_QUERY",
            "JSON_VALUE",
            "LAST_DAY",
            "LEAST",
            "LEFT",
            "LENGTH",
            "LN",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "LOG",
            "LOG10",
            "LOWER",
            "LPAD",
            "MINUTE",
            "MOD",
            "MONTH",
            "NULLIF",
            "OVERLAY",
            "PI",
            "POSITION",
            "POWER",
            "QUARTER",
            "RADIANS",
            "REPEAT",
            "REPLACE",
            "RIGHT",
            "ROUND",
            "RPAD",
            "SECOND",
            "SIGN",
            "SIN",
            "SINH",
            "SPLIT_PART",
            "SQRT",
            "STARTS_WITH",
            "STRPOS",
            "SUBSTR",
            "SUBSTRING",
            "TAN",
            "TANH",
            "TIMESTAMPADD",
            "TIMESTAMPDIFF",
            "TRIM",
            "TRUNCATE",
            "UPPER",
            "WEEK",
            "YEAR");

    /** Functions that are rewritten to others before validation. */
    private static final Set<String> REWRITTEN = Set.of(
            "DATE_PART",
            "DATE_TRUNC",
            "FROM_UNIXTIME",
            "IF",
            "IFNULL",
            "NOW",
            "NVL",
            "POW",
            "PROCTIME",
            "TRANSLATE",
            "TRUNC",
            "UNIX_TIMESTAMP");

    /** What functions are about that have no operator of their own, or of which Calcite's says nothing or something else. */
    static final Map<String, Kind> OTHER_KINDS = Map.ofEntries(
            Map.entry("CHAR_LENGTH", Kind.STRING),
            Map.entry("CHARACTER_LENGTH", Kind.STRING),
            Map.entry("LENGTH", Kind.STRING),
            Map.entry("POSITION", Kind.STRING),
            Map.entry("STARTS_WITH", Kind.STRING),
            Map.entry("STRPOS", Kind.STRING),
            Map.entry("TRANSLATE", Kind.STRING),
            Map.entry("POW", Kind.NUMERIC),
            Map.entry("TRUNC", Kind.NUMERIC),
            Map.entry("DATE_PART", Kind.TIME_DATE),
            Map.entry("DATE_TRUNC", Kind.TIME_DATE),
            Map.entry("FROM_UNIXTIME", Kind.TIME_DATE),
            Map.entry("NOW", Kind.TIME_DATE),
            Map.entry("PROCTIME", Kind.TIME_DATE),
            Map.entry("UNIX_TIMESTAMP", Kind.TIME_DATE));

    private static final List<SqlFunction> OWN = List.of(
            // Text.
            own(Kind.STRING, "CONCAT", ReturnTypes.VARCHAR, oneOrMore()),
            own(Kind.STRING, "CONCAT_WS", ScalarFunctions::textUnlessSeparatorIsNull, oneOrMore()),
            own(Kind.STRING, "OCTET_LENGTH", ReturnTypes.INTEGER_NULLABLE, OperandTypes.STRING),
            own(Kind.STRING, "LTRIM", ReturnTypes.VARCHAR_NULLABLE, text(1, 2)),
            own(Kind.STRING, "RTRIM", ReturnTypes.VARCHAR_NULLABLE, text(1, 2)),
            own(Kind.STRING, "BTRIM", ReturnTypes.VARCHAR_NULLABLE, text(1, 2)),
            own(Kind.STRING, "ENDS_WITH", ReturnTypes.BOOLEAN_NULLABLE, text(2, 2)),
            own(Kind.STRING, "REVERSE", ReturnTypes.VARCHAR_NULLABLE, text(1, 1)),
            own(Kind.STRING, "CHR", ReturnTypes.VARCHAR_NULLABLE, OperandTypes.INTEGER),
            own(Kind.STRING, "REGEXP_LIKE", ReturnTypes.BOOLEAN_NULLABLE, text(2, 3)),
            own(Kind.STRING, "REGEXP_REPLACE", ReturnTypes.VARCHAR_NULLABLE, text(3, 4)),
            own(Kind.STRING, "REGEXP_SUBSTR", ReturnTypes.VARCHAR_FORCE_NULLABLE, text(2, 2)),
            own(
                    Kind.STRING,
                    "REGEXP_EXTRACT",
                    ReturnTypes.VARCHAR_FORCE_NULLABLE,
                    family(2, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER)),
            own(
                    Kind.STRING,
                    "SPLIT_INDEX",
                    ReturnTypes.VARCHAR_FORCE_NULLABLE,
                    family(3, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER)),
            own(Kind.STRING, "REGEXP_COUNT", ReturnTypes.INTEGER_NULLABLE, text(2, 2)),
            // Bytes and hashes.
            own(Kind.STRING, "MD5", ReturnTypes.VARCHAR_NULLABLE, OperandTypes.STRING),
            own(Kind.STRING, "SHA1", ReturnTypes.VARCHAR_NULLABLE, OperandTypes.STRING),
            own(Kind.STRING, "SHA256", ReturnTypes.VARCHAR_NULLABLE, OperandTypes.STRING),
            own(Kind.STRING, "SHA512", ReturnTypes.VARCHAR_NULLABLE, OperandTypes.STRING),
            own(Kind.STRING, "CRC32", ReturnTypes.BIGINT_NULLABLE, OperandTypes.STRING),
            own(
                    Kind.STRING,
                    "TO_HEX",
                    ReturnTypes.VARCHAR_NULLABLE,
                    OperandTypes.or(OperandTypes.INTEGER, OperandTypes.STRING)),
            own(Kind.STRING, "FROM_HEX", ReturnTypes.VARBINARY_NULLABLE, text(1, 1)),
            own(Kind.STRING, "TO_BASE64", ReturnTypes.VARCHAR_NULLABLE, OperandTypes.STRING),
            own(Kind.STRING, "FROM_BASE64", ReturnTypes.VARBINARY_NULLABLE, text(1, 1)),
            // Numbers.
            own(Kind.NUMERIC, "LOG2", ReturnTypes.DOUBLE_NULLABLE, OperandTypes.NUMERIC),
            own(
                    Kind.NUMERIC,
                    "WIDTH_BUCKET",
                    ReturnTypes.INTEGER_NULLABLE,
                    family(
                            4,
                            SqlTypeFamily.NUMERIC,
                            SqlTypeFamily.NUMERIC,
                            SqlTypeFamily.NUMERIC,
                            SqlTypeFamily.INTEGER)),
            // Dates and times.
            own(Kind.TIME_DATE, "DAYNAME", ReturnTypes.VARCHAR_NULLABLE, OperandTypes.DATETIME),
            own(Kind.TIME_DATE, "MONTHNAME", ReturnTypes.VARCHAR_NULLABLE, OperandTypes.DATETIME),
            own(
                    Kind.TIME_DATE,
                    "MAKE_DATE",
                    ReturnTypes.DATE_NULLABLE,
                    family(3, SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER)),
            own(
                    Kind.TIME_DATE,
                    "DATE_FORMAT",
                    ReturnTypes.VARCHAR_NULLABLE,
                    family(2, SqlTypeFamily.DATETIME, SqlTypeFamily.CHARACTER)),
            own(
                    Kind.TIME_DATE,
                    "TO_CHAR",
                    ReturnTypes.VARCHAR_NULLABLE,
                    family(2, SqlTypeFamily.DATETIME, SqlTypeFamily.CHARACTER)),
            own(Kind.TIME_DATE, "TO_DATE", ReturnTypes.DATE_NULLABLE, text(1, 2)));

    /** What the planner or the parser writes, under names that no statement can call. */
    private static final List<SqlOperator> UNNAMED = List.of(
            SqlLibraryOperators.TRY_CAST,
            SqlLibraryOperators.SAFE_CAST,
            WEEK_BEGINNING,
            own(
                    AT_TIME_ZONE,
                    ScalarFunctions::otherTimestamp,
                    family(2, SqlTypeFamily.DATETIME, SqlTypeFamily.CHARACTER)),
            own("->", ReturnTypes.VARCHAR_FORCE_NULLABLE, jsonStep()),
            own("->>", ReturnTypes.VARCHAR_FORCE_NULLABLE, jsonStep()));

    private ScalarFunctions() {}

    /** The names of all scalar functions that a statement can call. */
    public static List<String> names() {
        return Stream.of(
                        OF_CALCITE.stream(),
                        REWRITTEN.stream(),
                        OWN.stream().map(SqlOperator::getName),
                        Stream.of("TO_TIMESTAMP", "TO_TIMESTAMP_LTZ"))
                .flatMap(names -> names)
                .sorted()
                .toList();
    }

    /** Whether a function of Calcite's is one of the dialect's. */
    static boolean isOfCalcite(String name) {
        return OF_CALCITE.contains(name);
    }

    /** The dialect's own. */
    static List<SqlOperator> own() {
        List<SqlOperator> all = new ArrayList<>(OWN);
        all.addAll(UNNAMED);
        return all;
    }

    private static SqlFunction own(String name, SqlReturnTypeInference result, SqlOperandTypeChecker operands) {
        return own(Kind.SYSTEM, name, result, operands);
    }

    private static SqlFunction own(
            Kind kind, String name, SqlReturnTypeInference result, SqlOperandTypeChecker operands) {
        return new OwnFunction(kind, name, result, operands);
    }

    /** What a function of the dialect's own is about; nothing for others. */
    static Optional<Kind> kind(SqlFunction function) {
        return function instanceof OwnFunction own ? Optional.of(own.about) : Optional.empty();
    }

    /** A class of their own keeps Calcite from taking them for its functions of the same name. */
    private static final class OwnFunction extends SqlFunction {
        private final Kind about;

        OwnFunction(Kind kind, String name, SqlReturnTypeInference result, SqlOperandTypeChecker operands) {
            super(name, SqlKind.OTHER_FUNCTION, result, null, operands, SqlFunctionCategory.USER_DEFINED_FUNCTION);
            this.about = kind;
        }
    }

    private static SqlOperandTypeChecker family(int least, SqlTypeFamily... families) {
        Predicate<Integer> optional = operand -> operand >= least;
        return OperandTypes.family(List.of(families), optional);
    }

    /** So many operands that are text. */
    private static SqlOperandTypeChecker text(int least, int most) {
        SqlTypeFamily[] families =
                Stream.generate(() -> SqlTypeFamily.CHARACTER).limit(most).toArray(SqlTypeFamily[]::new);
        return family(least, families);
    }

    private static SqlOperandTypeChecker oneOrMore() {
        return OperandTypes.repeat(SqlOperandCountRanges.from(1), OperandTypes.ANY);
    }

    private static SqlOperandTypeChecker jsonStep() {
        return OperandTypes.or(
                family(2, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER),
                family(2, SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER));
    }

    private static RelDataType textUnlessSeparatorIsNull(SqlOperatorBinding call) {
        RelDataTypeFactory factory = call.getTypeFactory();
        boolean nullable = call.getOperandType(0).isNullable();
        return factory.createTypeWithNullability(factory.createSqlType(SqlTypeName.VARCHAR), nullable);
    }

    /** TIMESTAMP_LTZ for TIMESTAMP, and the other way around. */
    private static RelDataType otherTimestamp(SqlOperatorBinding call) {
        RelDataType time = call.getOperandType(0);
        SqlTypeName other = time.getSqlTypeName() == SqlTypeName.TIMESTAMP
                ? SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                : SqlTypeName.TIMESTAMP;
        RelDataType type = call.getTypeFactory().createSqlType(other, time.getPrecision());
        return java.util.Objects.requireNonNull(SqlTypeTransforms.TO_NULLABLE.transformType(call, type));
    }
}
