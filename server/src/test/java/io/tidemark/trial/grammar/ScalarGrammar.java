package io.tidemark.trial.grammar;

import static io.tidemark.trial.grammar.Expression.same;
import static io.tidemark.trial.grammar.Expression.worded;

import io.tidemark.trial.data.Type;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Scalar expressions over the columns of a relation, none of which can fail. Where DuckDB means something else by the same words, its text differs:
 * whole-number division, the length of a text, FLOOR of a time, and the order of NULLs.
 */
final class ScalarGrammar {

    private static final List<String> TEXTS = List.of("''", "'a'", "'b'", "'k1'", "'K1'", "'ä'", "'z z'");

    private final Random random;
    private final List<Column> columns;

    ScalarGrammar(Random random, List<Column> columns) {
        this.random = random;
        this.columns = columns;
    }

    /** A column that fits, if there is one. */
    Optional<Column> column(Predicate<Column> fits) {
        List<Column> fitting = columns.stream().filter(fits).toList();
        return fitting.isEmpty() ? Optional.empty() : Optional.of(fitting.get(random.nextInt(fitting.size())));
    }

    /** An expression of any type that groups can be told apart by. */
    Expression groupKey() {
        if (random.nextInt(3) > 0) {
            Optional<Column> column = column(Column::exact);
            if (column.isPresent()) {
                return column.get().expression();
            }
        }
        return switch (random.nextInt(5)) {
            case 0 -> integer(1);
            case 1 -> text(1);
            case 2 -> condition(1);
            case 3 -> date();
            default -> time();
        };
    }

    /** An expression of any type for a select list. */
    Expression any() {
        return switch (random.nextInt(9)) {
            case 0 -> integer(2);
            case 1 -> text(2);
            case 2 -> condition(2);
            case 3 -> date();
            case 4 -> time();
            case 5 -> doubleNumber();
            case 6 -> decimal();
            default -> column(c -> true).map(Column::expression).orElseGet(() -> integer(0));
        };
    }

    private static Expression both(String before, Expression a, String between, Expression b, String after, Type type) {
        return worded(
                before + a.tidemark() + between + b.tidemark() + after,
                before + a.duckdb() + between + b.duckdb() + after,
                type);
    }

    private static Expression around(String before, Expression a, String after, Type type) {
        return worded(before + a.tidemark() + after, before + a.duckdb() + after, type);
    }

    /** A BIGINT of moderate size. */
    Expression integer(int depth) {
        Optional<Column> column = column(c -> c.type().isInteger() && !c.wide() && c.exact());
        if (depth == 0 || random.nextInt(4) == 0) {
            return column.map(c -> around("CAST(", c.expression(), " AS BIGINT)", Type.BIGINT))
                    .orElseGet(() -> same("CAST(" + random.nextInt(5) + " AS BIGINT)", Type.BIGINT));
        }
        return switch (random.nextInt(9)) {
            case 0 -> both("(", integer(depth - 1), " + ", integer(depth - 1), ")", Type.BIGINT);
            case 1 -> around("(", integer(depth - 1), " - 3)", Type.BIGINT);
            case 2 -> around("MOD(", integer(depth - 1), ", 3)", Type.BIGINT);
            case 3 -> around("ABS(", integer(depth - 1), ")", Type.BIGINT);
            case 4 -> {
                Expression text = text(depth - 1);
                yield worded(
                        "CAST(CHAR_LENGTH(" + text.tidemark() + ") AS BIGINT)",
                        "LENGTH(" + text.duckdb() + ")",
                        Type.BIGINT);
            }
            case 5 -> {
                Expression when = condition(depth - 1);
                yield both("CASE WHEN ", when, " THEN ", integer(depth - 1), " ELSE 7 END", Type.BIGINT);
            }
            case 6 -> around("COALESCE(", integer(depth - 1), ", -1)", Type.BIGINT);
            case 7 -> around("NULLIF(", integer(depth - 1), ", 3)", Type.BIGINT);
            default -> {
                Expression whole = integer(depth - 1);
                yield worded("(" + whole.tidemark() + " / 2)", "(" + whole.duckdb() + " // 2)", Type.BIGINT);
            }
        };
    }

    /** A text. */
    Expression text(int depth) {
        Optional<Column> column = column(c -> c.type() == Type.TEXT && c.exact());
        if (depth == 0 || random.nextInt(3) == 0) {
            return column.map(Column::expression).orElseGet(() -> same(literalText(), Type.TEXT));
        }
        return switch (random.nextInt(7)) {
            case 0 -> around("UPPER(", ascii(), ")", Type.TEXT);
            case 1 -> both("(", text(depth - 1), " || ", text(depth - 1), ")", Type.TEXT);
            case 2 -> around("SUBSTRING(", text(depth - 1), " FROM 1 FOR 2)", Type.TEXT);
            case 3 -> around("COALESCE(", text(depth - 1), ", '-')", Type.TEXT);
            case 4 ->
                both("CASE WHEN ", condition(depth - 1), " THEN 'yes, long' ELSE ", text(depth - 1), " END", Type.TEXT);
            case 5 -> around("TRIM(", text(depth - 1), ")", Type.TEXT);
            default -> around("CAST(", integer(depth - 1), " AS VARCHAR)", Type.TEXT);
        };
    }

    private Expression ascii() {
        return column(c -> c.name().equals("k"))
                .map(Column::expression)
                .orElseGet(() -> same(literalText(), Type.TEXT));
    }

    private String literalText() {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    /** A condition, which may be unknown. */
    Expression condition(int depth) {
        if (depth > 0 && random.nextInt(3) == 0) {
            return switch (random.nextInt(3)) {
                case 0 -> both("(", condition(depth - 1), " AND ", condition(depth - 1), ")", Type.BOOLEAN);
                case 1 -> both("(", condition(depth - 1), " OR ", condition(depth - 1), ")", Type.BOOLEAN);
                default -> around("(NOT ", condition(depth - 1), ")", Type.BOOLEAN);
            };
        }
        return switch (random.nextInt(9)) {
            case 0 -> around("(", integer(0), " > " + (random.nextInt(6) - 1) + ")", Type.BOOLEAN);
            case 1 -> around("(", text(0), " <> " + literalText() + ")", Type.BOOLEAN);
            case 2 ->
                around(
                        "(",
                        text(0),
                        " LIKE '" + List.of("a%", "%b", "k_", "%", "_").get(random.nextInt(5)) + "')",
                        Type.BOOLEAN);
            case 3 -> around("(", text(0), " IN ('a', 'b', 'k1', '', 'k3'))", Type.BOOLEAN);
            case 4 -> around("(", integer(0), " BETWEEN 0 AND 5)", Type.BOOLEAN);
            case 5 ->
                column(c -> c.exact())
                        .map(c -> around(
                                "(",
                                c.expression(),
                                random.nextBoolean() ? " IS NULL)" : " IS NOT NULL)",
                                Type.BOOLEAN))
                        .orElseGet(() -> same("TRUE", Type.BOOLEAN));
            case 6 ->
                column(c -> c.type() == Type.BOOLEAN)
                        .map(c -> around(
                                "(",
                                c.expression(),
                                random.nextBoolean() ? " IS TRUE)" : " IS NOT FALSE)",
                                Type.BOOLEAN))
                        .orElseGet(() -> around("(", integer(0), " IS DISTINCT FROM 2)", Type.BOOLEAN));
            case 7 ->
                column(c -> c.type() == Type.DOUBLE && !c.wide() && c.exact())
                        .map(c -> around("(", c.expression(), " < CAST(20 AS DOUBLE))", Type.BOOLEAN))
                        .orElseGet(() -> around("(", integer(0), " <= 4)", Type.BOOLEAN));
            default ->
                column(c -> c.type() == Type.BOOLEAN)
                        .map(Column::expression)
                        .orElseGet(() -> around("(", integer(0), " <> 1)", Type.BOOLEAN));
        };
    }

    /** A DOUBLE that is exact. */
    Expression doubleNumber() {
        Optional<Column> column = column(c -> c.type() == Type.DOUBLE && !c.wide() && c.exact());
        Expression number =
                column.map(Column::expression).orElseGet(() -> around("CAST(", integer(0), " AS DOUBLE)", Type.DOUBLE));
        return switch (random.nextInt(4)) {
            case 0 -> around("(", number, " * 2)", Type.DOUBLE);
            case 1 -> around("(", number, " + CAST(0.5 AS DOUBLE))", Type.DOUBLE);
            case 2 -> around("ABS(", number, ")", Type.DOUBLE);
            default -> number;
        };
    }

    /** A DECIMAL of moderate size. */
    Expression decimal() {
        Expression number = column(c -> c.type() == Type.DECIMAL && !c.wide() && c.exact())
                .map(Column::expression)
                .orElseGet(() -> around("CAST(", integer(0), " AS DECIMAL(10, 2))", Type.DECIMAL));
        return switch (random.nextInt(3)) {
            case 0 -> around("(", number, " + 1.25)", Type.DECIMAL);
            case 1 -> around("(- ", number, ")", Type.DECIMAL);
            default -> number;
        };
    }

    /** A DATE. */
    Expression date() {
        Optional<Column> time = column(c -> c.type() == Type.TIMESTAMP);
        if (time.isPresent() && random.nextInt(3) == 0) {
            Expression day = around("CAST(", time.get().expression(), " AS DATE)", Type.DATE);
            return floored(time.get(), day, 86_400_000_000L);
        }
        return column(c -> c.type() == Type.DATE)
                .map(Column::expression)
                .orElseGet(() -> same("DATE '2024-02-29'", Type.DATE));
    }

    /** A time. */
    Expression time() {
        Optional<Column> time = column(c -> c.type().isTime());
        if (time.isEmpty()) {
            return same("TIMESTAMP '2024-01-01 00:00:00.500'", Type.TIMESTAMP);
        }
        if (time.get().type() == Type.INSTANT) {
            return time.get().expression();
        }
        // What FLOOR makes of a window's edge is closed too, but by what is not known here.
        boolean edge = time.get().closing().filter(c -> c.plusMicros() != 1).isPresent();
        return switch (edge ? 2 + random.nextInt(2) : random.nextInt(4)) {
            case 0 -> floored(time.get(), floor(time.get(), "MINUTE"), 60_000_000L);
            case 1 -> floored(time.get(), floor(time.get(), "HOUR"), 3_600_000_000L);
            case 2 -> shifted(time.get());
            default -> time.get().expression();
        };
    }

    private static Expression floor(Column time, String unit) {
        return worded(
                "FLOOR(" + time.name() + " TO " + unit + ")",
                "date_trunc('" + unit + "', " + time.name() + ")",
                Type.TIMESTAMP);
    }

    /** A group of what is brought down to a multiple of a unit is open until the unit's end. */
    private static Expression floored(Column time, Expression floored, long unit) {
        return time.closing()
                .filter(c -> c.column().equals(time.name()) && c.plusMicros() == 1)
                .map(c -> floored.closedBy(new Closing(Expression.SELF, unit, 0, 0)))
                .orElse(floored);
    }

    /** A time some seconds on. */
    Expression shifted(Column time) {
        int seconds = 1 + random.nextInt(90);
        Expression moved = same("(" + time.name() + " + INTERVAL '" + seconds + "' SECOND)", Type.TIMESTAMP);
        return time.closing()
                .filter(c -> c.column().equals(time.name()))
                .map(c -> moved.closedBy(new Closing(Expression.SELF, c.plusMicros() - seconds * 1_000_000L, 0, 0)))
                .orElse(moved);
    }
}
