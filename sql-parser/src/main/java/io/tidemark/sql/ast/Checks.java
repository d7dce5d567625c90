package io.tidemark.sql.ast;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;

/** What the grammar's actions check and convert beyond what productions can say. All errors are SYNTAX unless noted. */
public final class Checks {
    private static final Set<String> EXPLAIN_LEVELS = Set.of("LOGICAL", "PLAN", "STATE", "CODE", "ANALYZE", "WHY");

    private static final Set<String> QUERY_BEGINNINGS = Set.of("SELECT", "WITH", "VALUES", "TABLE", "(");

    private static final int EPOCH_DIGITS = 18;

    private Checks() {}

    /** Takes a string literal, joining one that is continued on further lines. */
    public static SqlCharStringLiteral text(SqlNode node) {
        SqlLiteral literal = SqlLiteral.unchain(node);
        if (literal instanceof SqlCharStringLiteral text) {
            NlsString value = text.getValueAs(NlsString.class);
            return value.getCharsetName() == null
                    ? text
                    : SqlLiteral.createCharString(value.getValue(), node.getParserPosition());
        }
        throw error("expected a string, found " + node, node.getParserPosition());
    }

    /** Takes a number as its text. */
    public static SqlCharStringLiteral textOf(SqlLiteral number) {
        String text = number.getValueAs(BigDecimal.class).toPlainString();
        return SqlLiteral.createCharString(text, number.getParserPosition());
    }

    /** Takes a TIMESTAMP literal, and no other. */
    public static SqlAbstractDateTimeLiteral timestamp(SqlLiteral literal) {
        SqlLiteral resolved = literal instanceof SqlUnknownLiteral unknown && unknown.tag.startsWith("TIMESTAMP")
                ? unknown.resolve(SqlTypeName.TIMESTAMP)
                : literal;
        if (resolved.getTypeName() == SqlTypeName.TIMESTAMP
                && resolved instanceof SqlAbstractDateTimeLiteral timestamp) {
            return timestamp;
        }
        throw error("expected a timestamp, found " + literal, literal.getParserPosition())
                .hint("write TIMESTAMP 'yyyy-mm-dd hh:mm:ss'");
    }

    /** Checks the interval between epochs: longer than nothing, and of a fixed length. */
    public static SqlIntervalLiteral every(SqlIntervalLiteral interval) {
        SqlIntervalLiteral.IntervalValue value = interval.getValueAs(SqlIntervalLiteral.IntervalValue.class);
        if (value.getIntervalQualifier().isYearMonth()) {
            throw error("an interval of months has no fixed length", interval.getParserPosition())
                    .hint("use DAY, HOUR, MINUTE or SECOND");
        }
        boolean zero = value.getIntervalLiteral().chars().noneMatch(c -> c >= '1' && c <= '9');
        if (zero || value.getSign() < 0 || value.getIntervalLiteral().startsWith("-")) {
            throw error("the interval between epochs must be longer than nothing", interval.getParserPosition())
                    .hint("leave EVERY out to run an epoch whenever there is input");
        }
        return interval;
    }

    /** Checks the number of an epoch: whole, and of 18 digits at most. */
    public static SqlNumericLiteral epoch(SqlLiteral literal) {
        if (literal instanceof SqlNumericLiteral number
                && number.isInteger()
                && number.getValueAs(BigDecimal.class).precision() <= EPOCH_DIGITS) {
            return number;
        }
        throw error("expected the number of an epoch, found " + literal, literal.getParserPosition())
                .hint("write the number that EPOCH() has given, as in SINCE EPOCH 42");
    }

    /** Checks that CREATE does not say both what to do with an old object, and does not replace what cannot be. */
    public static void create(SqlParserPos pos, boolean replace, boolean ifNotExists, boolean replaceable) {
        if (replace && ifNotExists) {
            throw error("OR REPLACE and IF NOT EXISTS exclude each other", pos).hint("leave one of them out");
        }
        if (replace && !replaceable) {
            throw error("OR REPLACE is not possible here", pos).hint("drop the object first, or use IF NOT EXISTS");
        }
    }

    /** Returns the refusal of CREATE STREAM or TABLE … AS query. <b>Errors</b>: UNSUPPORTED. */
    public static CodedException createAs(SqlParserPos pos, SqlCreateRelation.Kind kind) {
        return Positions.at(CodedException.unsupported("CREATE " + kind + " … AS query"), pos)
                .hint("use CREATE MATERIALIZED VIEW … AS, or create it and fill it with INSERT INTO … SELECT");
    }

    /** The error for a column with a default. */
    public static CodedException columnDefault(SqlParserPos pos) {
        return Positions.at(CodedException.unsupported("DEFAULT in a column's definition"), pos)
                .hint("an INSERT that leaves the column out stores NULL; give it the value there");
    }

    /** The error for a column whose type is an interval. */
    public static CodedException intervalColumn(SqlParserPos pos) {
        return Positions.at(CodedException.unsupported("a column of type INTERVAL"), pos)
                .hint("keep the length as a number, as in seconds BIGINT");
    }

    /** Checks the only word after EXPLAIN: it has to be a name, not a level that lacks its target. */
    public static void explained(SqlIdentifier name) {
        boolean quoted = name.getComponentParserPosition(0).isQuoted();
        if (name.isSimple()
                && !quoted
                && EXPLAIN_LEVELS.contains(name.getSimple().toUpperCase(Locale.ROOT))) {
            throw error(
                            "EXPLAIN " + name.getSimple().toUpperCase(Locale.ROOT) + " lacks what to explain",
                            name.getParserPosition())
                    .hint("add a statement or the name of a running query");
        }
    }

    /** Returns whether a token begins a query rather than another statement. */
    public static boolean beginsQuery(String token) {
        return QUERY_BEGINNINGS.contains(token.toUpperCase(Locale.ROOT));
    }

    /** Returns the refusal of a statement after EXPLAIN that has no plan. */
    public static CodedException notExplainable(String token, SqlParserPos pos) {
        String message = token.isEmpty() ? "EXPLAIN lacks what to explain" : "EXPLAIN does not take \"" + token + "\"";
        return error(message, pos)
                .hint("it takes a query, INSERT, UPDATE, DELETE, CREATE, or the name of a running query");
    }

    /** Returns a syntax error at a place. */
    static CodedException error(String message, SqlParserPos pos) {
        return Positions.at(CodedException.of(ErrorCode.SYNTAX, message), pos);
    }
}
