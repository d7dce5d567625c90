package io.tidemark.runtime.translate.expression;

import static java.util.Map.entry;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.function.ScalarFunctions;
import io.tidemark.planner.function.UserScalarFunction;
import java.util.EnumMap;
import java.util.HashMap;
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
            entry(SqlKind.GREATEST, (call, g) -> ComparisonCalls.extreme(">", call, g)),
            entry(SqlKind.GREATEST_PG, (call, g) -> ComparisonCalls.extreme(">", call, g)),
            entry(SqlKind.LEAST, (call, g) -> ComparisonCalls.extreme("<", call, g)),
            entry(SqlKind.LEAST_PG, (call, g) -> ComparisonCalls.extreme("<", call, g)),
            entry(SqlKind.LIKE, TextCalls::like),
            entry(SqlKind.SIMILAR, TextCalls::similar),
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

    private static final Map<String, CallGenerator> TEXT = Map.ofEntries(
            entry("||", TextCalls::concat),
            entry("CONCAT", TextCalls::concatAll),
            entry("CONCAT_WS", TextCalls::concatSeparated),
            entry("CHAR_LENGTH", TextCalls.counting("Texts.length", 1)),
            entry("CHARACTER_LENGTH", TextCalls.counting("Texts.length", 1)),
            entry("LENGTH", TextCalls.counting("Texts.length", 1)),
            entry("OCTET_LENGTH", TextCalls.calling("TextParts.bytes", "v")),
            entry("ASCII", TextCalls.counting("Texts.ascii", 1)),
            entry("CHR", TextCalls.calling("TextParts.character", "i")),
            entry("SUBSTRING", TextCalls.writing("Texts.substring", 1)),
            entry("SUBSTR", TextCalls.writing("Texts.substring", 1)),
            entry("LEFT", TextCalls.writing("Texts.left", 1)),
            entry("RIGHT", TextCalls.writing("Texts.right", 1)),
            entry("UPPER", TextCalls.writing("Texts.upper", 1)),
            entry("LOWER", TextCalls.writing("Texts.lower", 1)),
            entry("INITCAP", TextCalls.calling("TextParts.initialCapitals", "t")),
            entry("REPLACE", TextCalls.writing("Texts.replace", 3)),
            entry("TRANSLATE3", TextCalls.calling("TextParts.translate", "ttt")),
            entry("OVERLAY", TextCalls.calling("TextParts.overlay", "ttii")),
            entry("REPEAT", TextCalls.writing("Fillings.repeat", 1)),
            entry("REVERSE", TextCalls.calling("TextParts.reverse", "t")),
            entry("SPLIT_PART", TextCalls.calling("TextParts.splitPart", "tti")),
            entry("LPAD", TextCalls.padding("Fillings.padLeft")),
            entry("RPAD", TextCalls.padding("Fillings.padRight")),
            entry("SPLIT_INDEX", TextCalls.sometimes("Texts.splitIndex", "tti")),
            entry("REGEXP_EXTRACT", TextCalls::regexpExtract),
            entry("DATE_FORMAT", TextCalls::dateFormat),
            entry("LTRIM", TextCalls.calling("TextParts.trimLeft", "tt")),
            entry("RTRIM", TextCalls.calling("TextParts.trimRight", "tt")),
            entry("BTRIM", TextCalls.calling("TextParts.trimBoth", "tt")),
            entry("STRPOS", TextCalls.calling("TextParts.place", "tt")),
            entry("STARTS_WITH", TextCalls.calling("TextParts.startsWith", "tt")),
            entry("ENDS_WITH", TextCalls.calling("TextParts.endsWith", "tt")),
            entry("REGEXP_LIKE", TextCalls.calling("RegexCache:matches", "ttt")),
            entry("REGEXP_REPLACE", TextCalls.calling("RegexCache:replace", "tttt")),
            entry("REGEXP_SUBSTR", TextCalls.sometimes("RegexCache:first", "tt")),
            entry("REGEXP_COUNT", TextCalls.calling("RegexCache:count", "tt")),
            entry(DialectOperators.ASSIGN.getName(), CastCalls::assign));

    private static final Map<String, CallGenerator> BYTES = Map.ofEntries(
            entry("MD5", TextCalls.calling("Encodings.md5", "v")),
            entry("SHA1", TextCalls.calling("Encodings.sha1", "v")),
            entry("SHA256", TextCalls.calling("Encodings.sha256", "v")),
            entry("SHA512", TextCalls.calling("Encodings.sha512", "v")),
            entry("CRC32", TextCalls.calling("Encodings.crc32", "v")),
            entry("TO_HEX", TextCalls::toHex),
            entry("FROM_HEX", TextCalls.calling("Encodings.fromHex", "t")),
            entry("TO_BASE64", TextCalls.calling("Encodings.toBase64", "v")),
            entry("FROM_BASE64", TextCalls.calling("Encodings.fromBase64", "t")));

    private static final Map<String, CallGenerator> NUMBERS = Map.ofEntries(
            entry("ABS", ArithmeticCalls::abs),
            entry("SIGN", MathCalls::sign),
            entry("ROUND", (call, g) -> MathCalls.round(call, g, false)),
            entry("TRUNCATE", (call, g) -> MathCalls.round(call, g, true)),
            entry("BITAND", ArithmeticCalls.bits("&")),
            entry("&", ArithmeticCalls.bits("&")),
            entry("BITOR", ArithmeticCalls.bits("|")),
            entry("BITXOR", ArithmeticCalls.bits("^")),
            entry("BITNOT", ArithmeticCalls.bits("~")),
            entry("BITCOUNT", ArithmeticCalls::bitCount),
            entry("POWER", MathCalls.ofDoubles("Doubles.power")),
            entry("SQRT", MathCalls.ofDoubles("Doubles.sqrt")),
            entry("CBRT", MathCalls.ofDoubles("Math.cbrt")),
            entry("EXP", MathCalls.ofDoubles("Math.exp")),
            entry("LN", MathCalls.ofDoubles("Doubles.ln")),
            entry("LOG10", MathCalls.ofDoubles("Doubles.log10")),
            entry("LOG2", MathCalls.ofDoubles("Doubles.log2")),
            entry("LOG", MathCalls.ofDoubles("Doubles.log")),
            entry("SIN", MathCalls.ofDoubles("Math.sin")),
            entry("COS", MathCalls.ofDoubles("Math.cos")),
            entry("TAN", MathCalls.ofDoubles("Math.tan")),
            entry("COT", MathCalls.ofDoubles("Doubles.cot")),
            entry("ASIN", MathCalls.ofDoubles("Doubles.asin")),
            entry("ACOS", MathCalls.ofDoubles("Doubles.acos")),
            entry("ATAN", MathCalls.ofDoubles("Math.atan")),
            entry("ATAN2", MathCalls.ofDoubles("Math.atan2")),
            entry("SINH", MathCalls.ofDoubles("Math.sinh")),
            entry("COSH", MathCalls.ofDoubles("Math.cosh")),
            entry("TANH", MathCalls.ofDoubles("Math.tanh")),
            entry("ASINH", MathCalls.ofDoubles("Doubles.asinh")),
            entry("ACOSH", MathCalls.ofDoubles("Doubles.acosh")),
            entry("ATANH", MathCalls.ofDoubles("Doubles.atanh")),
            entry("DEGREES", MathCalls.ofDoubles("Math.toDegrees")),
            entry("RADIANS", MathCalls.ofDoubles("Math.toRadians")),
            entry("PI", MathCalls.ofDoubles("Doubles.pi")),
            entry("WIDTH_BUCKET", TextCalls.calling("Doubles.widthBucket", "dddi")));

    private static final Map<String, CallGenerator> TIMES = Map.ofEntries(
            entry("LAST_DAY", TimeCalls.ofDay("CalendarText.lastDay")),
            entry("DAYNAME", TimeCalls.ofDay("CalendarText.dayName")),
            entry("MONTHNAME", TimeCalls.ofDay("CalendarText.monthName")),
            entry("MAKE_DATE", TextCalls.calling("CalendarText.date", "iii")),
            entry(ScalarFunctions.WEEK_BEGINNING.getName(), TimeCalls::weekBeginning),
            entry(ScalarFunctions.AT_TIME_ZONE, TimeCalls::atZone),
            entry("TO_CHAR", TimeCalls::toChar),
            entry("TO_DATE", TimeCalls::toDate),
            entry("TO_TIMESTAMP", TimeCalls::toTimestamp),
            entry("TO_TIMESTAMP_LTZ", TimeCalls::toTimestamp),
            // The epoch's clock.
            entry("CURRENT_TIMESTAMP", TimeCalls::now),
            entry("LOCALTIMESTAMP", TimeCalls::now),
            entry("NOW", TimeCalls::now),
            entry("CURRENT_DATE", TimeCalls::now),
            entry("CURRENT_TIME", TimeCalls::now),
            entry("LOCALTIME", TimeCalls::now));

    private static final Map<String, CallGenerator> OTHERS = Map.ofEntries(
            entry(ScalarFunctions.TRY_CAST.getName(), CastCalls::tryCast),
            entry("CARDINALITY", ArrayCalls::count),
            entry("ARRAY_LENGTH", ArrayCalls::count),
            entry("JSON_EXISTS", JsonCalls::exists),
            entry("JSON_VALUE", JsonCalls::value),
            entry("JSON_QUERY", JsonCalls::query),
            entry("JSON_OBJECT", (call, g) -> JsonCalls.construct(call, g, true)),
            entry("JSON_ARRAY", (call, g) -> JsonCalls.construct(call, g, false)),
            entry(
                    "JSON_VALUE_EXPRESSION",
                    (call, g) -> g.generate(call.getOperands().get(0))),
            entry("IS JSON VALUE", JsonCalls.is("isJson", false)),
            entry("IS JSON OBJECT", JsonCalls.is("isObject", false)),
            entry("IS JSON ARRAY", JsonCalls.is("isArray", false)),
            entry("IS JSON SCALAR", JsonCalls.is("isScalar", false)),
            entry("IS NOT JSON VALUE", JsonCalls.is("isJson", true)),
            entry("IS NOT JSON OBJECT", JsonCalls.is("isObject", true)),
            entry("IS NOT JSON ARRAY", JsonCalls.is("isArray", true)),
            entry("IS NOT JSON SCALAR", JsonCalls.is("isScalar", true)),
            entry("->", JsonCalls.step("member", "element")),
            entry("->>", JsonCalls.step("memberText", "elementText")));

    private static final Map<String, CallGenerator> BY_NAME = byName(TEXT, BYTES, NUMBERS, TIMES, OTHERS);

    @SafeVarargs
    private static Map<String, CallGenerator> byName(Map<String, CallGenerator>... kinds) {
        Map<String, CallGenerator> all = new HashMap<>();
        for (Map<String, CallGenerator> kind : kinds) {
            all.putAll(kind);
        }
        return Map.copyOf(all);
    }

    private CallTable() {}

    /** Writes the code of a call. */
    static Value generate(RexCall call, ExpressionGenerator generator) {
        CallGenerator own = own(call);
        Value value = own == null ? null : own.generate(call, generator);
        return value == null ? RowByRowCall.generate(call, generator) : value;
    }

    private static @Nullable CallGenerator own(RexCall call) {
        if (call.getOperator() instanceof UserScalarFunction) {
            return null;
        }
        CallGenerator byKind = BY_KIND.get(call.getKind());
        return byKind != null
                ? byKind
                : BY_NAME.get(call.getOperator().getName().toUpperCase(Locale.ROOT));
    }
}
