package io.tidemark.runtime.translate.expression;

import static java.util.Map.entry;

import io.tidemark.planner.function.DialectOperators;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * The list of functions with code of their own: operators by their kind, functions by their name. What is in neither list, or has argument types
 * that its generator does not do, is evaluated row by row through Calcite.
 */
final class CallTable {

    /** Writes the code of one function's calls. */
    @FunctionalInterface
    interface CallGenerator {

        /** The value of a call, or null if it has argument types that this generator does not do. */
        @Nullable
        Value generate(RexCall call, ExpressionGenerator generator);
    }

    private static final Map<SqlKind, CallGenerator> BY_KIND = new EnumMap<>(Map.ofEntries(
            // Logic and choice.
            entry(SqlKind.AND, LogicCalls::and),
            entry(SqlKind.OR, LogicCalls::or),
            entry(SqlKind.NOT, LogicCalls::not),
            entry(SqlKind.IS_NULL, LogicCalls::isNull),
            entry(SqlKind.IS_UNKNOWN, LogicCalls::isNull),
            entry(SqlKind.IS_NOT_NULL, LogicCalls::isNotNull),
            entry(SqlKind.IS_TRUE, (call, g) -> LogicCalls.isTruth(call, g, true, false)),
            entry(SqlKind.IS_NOT_TRUE, (call, g) -> LogicCalls.isTruth(call, g, true, true)),
            entry(SqlKind.IS_FALSE, (call, g) -> LogicCalls.isTruth(call, g, false, false)),
            entry(SqlKind.IS_NOT_FALSE, (call, g) -> LogicCalls.isTruth(call, g, false, true)),
            entry(SqlKind.CASE, LogicCalls::caseWhen),
            entry(SqlKind.COALESCE, LogicCalls::coalesce),
            entry(SqlKind.NULLIF, LogicCalls::nullIf),
            entry(SqlKind.SEARCH, LogicCalls::search),
            // Comparison.
            entry(SqlKind.EQUALS, (call, g) -> ComparisonCalls.generate("==", call, g)),
            entry(SqlKind.NOT_EQUALS, (call, g) -> ComparisonCalls.generate("!=", call, g)),
            entry(SqlKind.LESS_THAN, (call, g) -> ComparisonCalls.generate("<", call, g)),
            entry(SqlKind.LESS_THAN_OR_EQUAL, (call, g) -> ComparisonCalls.generate("<=", call, g)),
            entry(SqlKind.GREATER_THAN, (call, g) -> ComparisonCalls.generate(">", call, g)),
            entry(SqlKind.GREATER_THAN_OR_EQUAL, (call, g) -> ComparisonCalls.generate(">=", call, g)),
            entry(SqlKind.IS_DISTINCT_FROM, (call, g) -> ComparisonCalls.distinct(call, g, false)),
            entry(SqlKind.IS_NOT_DISTINCT_FROM, (call, g) -> ComparisonCalls.distinct(call, g, true)),
            entry(SqlKind.LIKE, TextCalls::like),
            // Arithmetic.
            entry(SqlKind.PLUS, (call, g) -> ArithmeticCalls.addition("+", call, g)),
            entry(SqlKind.MINUS, (call, g) -> ArithmeticCalls.addition("-", call, g)),
            entry(SqlKind.TIMES, ArithmeticCalls::multiply),
            entry(SqlKind.DIVIDE, ArithmeticCalls::divide),
            entry(SqlKind.MOD, ArithmeticCalls::remainder),
            entry(SqlKind.MINUS_PREFIX, ArithmeticCalls::negate),
            entry(
                    SqlKind.PLUS_PREFIX,
                    (call, g) -> g.generate(call.getOperands().get(0))),
            entry(SqlKind.FLOOR, (call, g) -> TimeCalls.round(call, g, false)),
            entry(SqlKind.CEIL, (call, g) -> TimeCalls.round(call, g, true)),
            // Times and casts.
            entry(SqlKind.EXTRACT, TimeCalls::extract),
            entry(SqlKind.CAST, CastCalls::cast),
            entry(SqlKind.SAFE_CAST, CastCalls::tryCast),
            entry(SqlKind.REINTERPRET, TimeCalls::reinterpret),
            entry(SqlKind.TIMESTAMP_DIFF, TimeArithmetic::timestampDiff),
            // Arrays.
            entry(SqlKind.ARRAY_VALUE_CONSTRUCTOR, ArrayCalls::construct),
            entry(SqlKind.ITEM, ArrayCalls::item),
            entry(SqlKind.ARRAY_CONTAINS, ArrayCalls::contains),
            // Text.
            entry(SqlKind.TRIM, TextCalls::trim),
            entry(SqlKind.POSITION, TextCalls.counting("Texts.position", 2))));

    private static final Map<String, CallGenerator> BY_NAME = Map.ofEntries(
            // Text.
            entry("||", TextCalls::concat),
            entry("CHAR_LENGTH", TextCalls.counting("Texts.length", 1)),
            entry("CHARACTER_LENGTH", TextCalls.counting("Texts.length", 1)),
            entry("LENGTH", TextCalls.counting("Texts.length", 1)),
            entry("ASCII", TextCalls.counting("Texts.ascii", 1)),
            entry("SUBSTRING", TextCalls.writing("Texts.substring", 1)),
            entry("LEFT", TextCalls.writing("Texts.left", 1)),
            entry("RIGHT", TextCalls.writing("Texts.right", 1)),
            entry("UPPER", TextCalls.writing("Texts.upper", 1)),
            entry("LOWER", TextCalls.writing("Texts.lower", 1)),
            entry("REPLACE", TextCalls.writing("Texts.replace", 3)),
            entry("REPEAT", TextCalls.writing("Fillings.repeat", 1)),
            entry("SPACE", TextCalls.writing("Fillings.space", 0)),
            entry("LPAD", TextCalls.padding("Fillings.padLeft")),
            entry("RPAD", TextCalls.padding("Fillings.padRight")),
            entry("SPLIT_INDEX", TextCalls::splitIndex),
            entry("REGEXP_EXTRACT", TextCalls::regexpExtract),
            entry("DATE_FORMAT", TextCalls::dateFormat),
            entry(DialectOperators.ASSIGN.getName(), CastCalls::assign),
            // Arrays.
            entry("CARDINALITY", ArrayCalls::count),
            entry("ARRAY_LENGTH", ArrayCalls::count),
            // Numbers.
            entry("ABS", ArithmeticCalls::abs),
            entry("SIGN", MathCalls::sign),
            entry("ROUND", (call, g) -> MathCalls.round(call, g, false)),
            entry("TRUNCATE", (call, g) -> MathCalls.round(call, g, true)),
            entry("POWER", MathCalls.ofDoubles("Math.pow")),
            entry("SQRT", MathCalls.ofDoubles("Math.sqrt")),
            entry("CBRT", MathCalls.ofDoubles("Math.cbrt")),
            entry("EXP", MathCalls.ofDoubles("Math.exp")),
            entry("LN", MathCalls.ofDoubles("Math.log")),
            entry("LOG10", MathCalls.ofDoubles("Math.log10")),
            entry("SIN", MathCalls.ofDoubles("Math.sin")),
            entry("COS", MathCalls.ofDoubles("Math.cos")),
            entry("TAN", MathCalls.ofDoubles("Math.tan")),
            entry("COT", MathCalls.ofDoubles("Doubles.cot")),
            entry("ASIN", MathCalls.ofDoubles("Math.asin")),
            entry("ACOS", MathCalls.ofDoubles("Math.acos")),
            entry("ATAN", MathCalls.ofDoubles("Math.atan")),
            entry("ATAN2", MathCalls.ofDoubles("Math.atan2")),
            entry("DEGREES", MathCalls.ofDoubles("Math.toDegrees")),
            entry("RADIANS", MathCalls.ofDoubles("Math.toRadians")),
            entry("PI", MathCalls.ofDoubles("Doubles.pi")),
            // Times from numbers and text.
            entry("TO_TIMESTAMP", TimeCalls::toTimestamp),
            entry("TO_TIMESTAMP_LTZ", TimeCalls::toTimestamp),
            // The epoch's clock.
            entry("CURRENT_TIMESTAMP", TimeCalls::now),
            entry("LOCALTIMESTAMP", TimeCalls::now),
            entry("NOW", TimeCalls::now),
            entry("CURRENT_DATE", TimeCalls::now),
            entry("CURRENT_TIME", TimeCalls::now),
            entry("LOCALTIME", TimeCalls::now));

    private CallTable() {}

    /** Writes the code of a call. */
    static Value generate(RexCall call, ExpressionGenerator generator) {
        CallGenerator own = own(call);
        Value value = own == null ? null : own.generate(call, generator);
        return value == null ? RowByRowCall.generate(call, generator) : value;
    }

    private static @Nullable CallGenerator own(RexCall call) {
        CallGenerator byKind = BY_KIND.get(call.getKind());
        return byKind != null
                ? byKind
                : BY_NAME.get(call.getOperator().getName().toUpperCase(Locale.ROOT));
    }
}
