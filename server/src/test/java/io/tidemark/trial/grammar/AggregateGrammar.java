package io.tidemark.trial.grammar;

import static io.tidemark.trial.grammar.Expression.worded;

import io.tidemark.trial.data.Type;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Aggregate functions over the columns of a relation, in the words of both engines. DuckDB differs in these: SUM of integers is a HUGEINT, AVG of a
 * DECIMAL a DOUBLE; MODE takes the first of several; the order of NULLs has to be said; percentiles and MIN_BY have other names; of a set that
 * does not vary CORR is NaN and a slope too.
 */
final class AggregateGrammar {

    private final Random random;
    private final List<Column> columns;
    private final ScalarGrammar scalars;

    AggregateGrammar(Random random, List<Column> columns) {
        this.random = random;
        this.columns = columns;
        this.scalars = new ScalarGrammar(random, columns);
    }

    private record Texts(String tidemark, String duckdb) {
        static Texts same(String text) {
            return new Texts(text, text);
        }
    }

    /** The clause behind an aggregate, for most of them empty. */
    private Texts filter() {
        if (random.nextInt(4) > 0) {
            return Texts.same("");
        }
        Expression condition = scalars.condition(1);
        return new Texts(" FILTER (WHERE " + condition.tidemark() + ")", " FILTER (WHERE " + condition.duckdb() + ")");
    }

    private String distinct() {
        return random.nextInt(3) == 0 ? "DISTINCT " : "";
    }

    private static Expression call(Texts aggregate, Texts filter, Type type) {
        return worded(aggregate.tidemark + filter.tidemark, aggregate.duckdb + filter.duckdb, type);
    }

    private static Expression inexact(Expression exact) {
        return new Expression(exact.tidemark(), exact.duckdb(), exact.type(), true, false, Optional.empty());
    }

    private static Expression wide(Expression narrow) {
        return new Expression(
                narrow.tidemark(), narrow.duckdb(), narrow.type(), true, narrow.exact(), Optional.empty());
    }

    /** An aggregate. */
    Expression aggregate() {
        Texts filter = filter();
        return switch (random.nextInt(17)) {
            case 0 -> call(Texts.same("COUNT(*)"), filter, Type.BIGINT);
            case 1 -> count(filter);
            case 2 -> sum(filter);
            case 3, 4 -> extreme(filter);
            case 5 -> average(filter);
            case 6 -> logical(filter);
            case 7 -> bits(filter);
            case 8 -> variance(filter);
            case 9 -> regression(filter);
            case 10 -> mode(filter);
            case 11 -> percentile(filter);
            case 12 -> byOther(filter);
            case 13 -> ends(filter);
            case 14 -> joined(filter);
            case 15 -> array(filter);
            default -> json();
        };
    }

    private Expression count(Texts filter) {
        Optional<Column> column = scalars.column(Column::exact);
        if (column.isEmpty()) {
            return call(Texts.same("COUNT(*)"), filter, Type.BIGINT);
        }
        String name = column.get().name();
        return switch (random.nextInt(4)) {
            case 0 ->
                call(
                        new Texts("APPROX_COUNT_DISTINCT(" + name + ")", "COUNT(DISTINCT " + name + ")"),
                        filter,
                        Type.BIGINT);
            case 1 -> {
                Column other = scalars.column(c -> true).orElse(column.get());
                yield call(
                        new Texts(
                                "COUNT(" + name + ", " + other.name() + ")",
                                "COUNT(CASE WHEN " + name + " IS NOT NULL AND " + other.name()
                                        + " IS NOT NULL THEN 1 END)"),
                        filter,
                        Type.BIGINT);
            }
            default -> call(Texts.same("COUNT(" + distinct() + name + ")"), filter, Type.BIGINT);
        };
    }

    private Expression sum(Texts filter) {
        Optional<Column> column = scalars.column(c ->
                c.type().isNumber() && (!c.wide() || c.type() == Type.INT) && (c.exact() || c.type() != Type.DOUBLE));
        if (column.isEmpty()) {
            Expression number = scalars.integer(1);
            return call(
                    new Texts(
                            "SUM(" + number.tidemark() + ")",
                            "CAST(SUM(" + number.duckdb() + ")" + filter.duckdb + " AS BIGINT)"),
                    new Texts(filter.tidemark, ""),
                    Type.BIGINT);
        }
        String sum = "SUM(" + distinct() + column.get().name() + ")";
        if (column.get().type().isInteger()) {
            return wide(call(
                    new Texts(sum, "CAST(" + sum + filter.duckdb + " AS BIGINT)"),
                    new Texts(filter.tidemark, ""),
                    Type.BIGINT));
        }
        Expression found = call(Texts.same(sum), filter, column.get().type());
        return column.get().exact() ? wide(found) : inexact(found);
    }

    private Expression extreme(Texts filter) {
        Optional<Column> column = scalars.column(c -> c.type() != Type.BOOLEAN);
        if (column.isEmpty()) {
            return count(filter);
        }
        String name = column.get().name();
        int which = random.nextInt(5);
        Texts text = which == 4
                ? new Texts("ANY_VALUE(" + name + ")", "MIN(" + name + ")")
                : Texts.same((which < 2 ? "MIN(" : "MAX(") + (which == 0 ? distinct() : "") + name + ")");
        Expression found = call(text, filter, column.get().type());
        return new Expression(
                found.tidemark(),
                found.duckdb(),
                found.type(),
                column.get().wide(),
                column.get().exact(),
                Optional.empty());
    }

    private Expression average(Texts filter) {
        Optional<Column> column = scalars.column(c -> c.type().isNumber() && !c.wide() && c.exact());
        String distinct = distinct();
        return column.map(c -> inexact(call(
                        new Texts(
                                "AVG(" + distinct + c.name() + ")",
                                "AVG(" + distinct + "CAST(" + c.name() + " AS DOUBLE))"),
                        filter,
                        Type.DOUBLE)))
                .orElseGet(() -> count(filter));
    }

    private Expression logical(Texts filter) {
        Expression condition = scalars.condition(1);
        String name = List.of("EVERY", "BOOL_AND", "SOME", "BOOL_OR").get(random.nextInt(4));
        String duckdb = name.equals("EVERY") || name.equals("BOOL_AND") ? "BOOL_AND" : "BOOL_OR";
        return call(
                new Texts(name + "(" + condition.tidemark() + ")", duckdb + "(" + condition.duckdb() + ")"),
                filter,
                Type.BOOLEAN);
    }

    private Expression bits(Texts filter) {
        Optional<Column> column = scalars.column(c -> c.type().isInteger());
        String name = List.of("BIT_AND", "BIT_OR", "BIT_XOR").get(random.nextInt(3));
        return column.map(c -> wide(call(Texts.same(name + "(" + distinct() + c.name() + ")"), filter, c.type())))
                .orElseGet(() -> count(filter));
    }

    private Expression variance(Texts filter) {
        Optional<Column> column = scalars.column(c -> c.type().isNumber() && !c.wide() && c.exact());
        List<String> names = List.of("VAR_POP", "VAR_SAMP", "VARIANCE", "STDDEV_POP", "STDDEV_SAMP", "STDDEV");
        String name = names.get(random.nextInt(names.size()));
        String distinct = distinct();
        return column.map(c -> inexact(call(
                        new Texts(
                                name + "(" + distinct + c.name() + ")",
                                name + "(" + distinct + "CAST(" + c.name() + " AS DOUBLE))"),
                        filter,
                        Type.DOUBLE)))
                .orElseGet(() -> count(filter));
    }

    private Expression regression(Texts filter) {
        boolean eighths = columns.stream().anyMatch(c -> c.name().equals("x"))
                && columns.stream().anyMatch(c -> c.name().equals("y"));
        if (!eighths) {
            return variance(filter);
        }
        List<String> names = List.of(
                "COVAR_POP",
                "COVAR_SAMP",
                "CORR",
                "REGR_COUNT",
                "REGR_AVGX",
                "REGR_AVGY",
                "REGR_SXX",
                "REGR_SYY",
                "REGR_SXY",
                "REGR_SLOPE",
                "REGR_INTERCEPT",
                "REGR_R2");
        String name = names.get(random.nextInt(names.size()));
        String text = name + "(y, x)";
        if (name.equals("REGR_COUNT")) {
            return call(
                    new Texts(text, "CAST(" + text + filter.duckdb + " AS BIGINT)"),
                    new Texts(filter.tidemark, ""),
                    Type.BIGINT);
        }
        String varies = "REGR_SXX(y, x)" + filter.duckdb + " > 0";
        String duckdb = switch (name) {
            case "CORR" ->
                "CASE WHEN " + varies + " AND REGR_SYY(y, x)" + filter.duckdb + " > 0 THEN CORR(y, x)" + filter.duckdb
                        + " END";
            case "REGR_SLOPE", "REGR_INTERCEPT", "REGR_R2" ->
                "CASE WHEN " + varies + " THEN " + text + filter.duckdb + " END";
            default -> text + filter.duckdb;
        };
        return inexact(worded(text + filter.tidemark, duckdb, Type.DOUBLE));
    }

    private Expression mode(Texts filter) {
        Optional<Column> column = scalars.column(c -> c.exact() && c.type() != Type.BOOLEAN && c.type() != Type.DOUBLE);
        return column.map(c -> {
                    Expression found = call(
                            new Texts("MODE(" + c.name() + ")", "MODE(" + c.name() + " ORDER BY " + c.name() + ")"),
                            filter,
                            c.type());
                    return c.wide() ? wide(found) : found;
                })
                .orElseGet(() -> count(filter));
    }

    private Expression percentile(Texts filter) {
        double fraction = List.of(0.0, 0.25, 0.3, 0.5, 0.7, 1.0).get(random.nextInt(6));
        boolean descending = random.nextInt(3) == 0;
        Optional<Column> column = scalars.column(c -> c.type().isNumber() && !c.wide() && c.exact());
        if (column.isEmpty()) {
            return count(filter);
        }
        String name = column.get().name();
        String order = " WITHIN GROUP (ORDER BY " + name + (descending ? " DESC)" : ")");
        double ascending = descending ? Math.round((1 - fraction) * 100) / 100.0 : fraction;
        return switch (random.nextInt(3)) {
            case 0 ->
                inexact(call(
                        new Texts("MEDIAN(" + name + ")", "MEDIAN(CAST(" + name + " AS DOUBLE))"),
                        filter,
                        Type.DOUBLE));
            case 1 ->
                inexact(call(
                        new Texts(
                                "PERCENTILE_CONT(" + fraction + ")" + order,
                                "QUANTILE_CONT(CAST(" + name + " AS DOUBLE), " + ascending + ")"),
                        filter,
                        Type.DOUBLE));
            default ->
                call(
                        new Texts(
                                "PERCENTILE_DISC(" + fraction + ") WITHIN GROUP (ORDER BY " + name + ")",
                                "QUANTILE_DISC(" + name + ", " + fraction + ")"),
                        filter,
                        column.get().type());
        };
    }

    private Expression byOther(Texts filter) {
        Optional<Column> value = scalars.column(c -> c.exact() && c.type() != Type.BOOLEAN);
        Optional<Column> by = scalars.column(c -> c.exact() && c.type() != Type.BOOLEAN);
        if (value.isEmpty() || by.isEmpty()) {
            return count(filter);
        }
        boolean least = random.nextBoolean();
        String name = least
                ? List.of("MIN_BY", "ARG_MIN").get(random.nextInt(2))
                : List.of("MAX_BY", "ARG_MAX").get(random.nextInt(2));
        String v = value.get().name();
        String o = by.get().name();
        String present = o + " IS NOT NULL";
        String condition = filter.duckdb.isEmpty()
                ? " FILTER (WHERE " + present + ")"
                : filter.duckdb.substring(0, filter.duckdb.length() - 1) + " AND " + present + ")";
        String duckdb =
                "FIRST(" + v + " ORDER BY " + o + (least ? " ASC, " : " DESC, ") + v + " ASC NULLS LAST)" + condition;
        Expression found = worded(
                name + "(" + v + ", " + o + ")" + filter.tidemark,
                duckdb,
                value.get().type());
        return value.get().wide() ? wide(found) : found;
    }

    private Expression ends(Texts filter) {
        Optional<Column> value = scalars.column(c -> c.exact() && c.type() != Type.BOOLEAN);
        Optional<Column> by = scalars.column(c -> c.exact() && c.type() != Type.BOOLEAN);
        if (value.isEmpty() || by.isEmpty()) {
            return count(filter);
        }
        boolean first = random.nextBoolean();
        boolean descending = random.nextInt(3) == 0;
        String v = value.get().name();
        String o = by.get().name();
        String tidemark = (first ? "FIRST_VALUE(" : "LAST_VALUE(") + v + ") WITHIN GROUP (ORDER BY " + o
                + (descending ? " DESC)" : ")");
        String duckdb = "FIRST(" + v + " ORDER BY " + o
                + (descending == first ? " DESC NULLS FIRST, " : " ASC NULLS LAST, ") + v + " ASC NULLS LAST)";
        Expression found = call(new Texts(tidemark, duckdb), filter, value.get().type());
        return value.get().wide() ? wide(found) : found;
    }

    private Expression joined(Texts filter) {
        Optional<Column> text = scalars.column(c -> c.type() == Type.TEXT && c.exact());
        if (text.isEmpty()) {
            return count(filter);
        }
        String name = text.get().name();
        Optional<Column> by = scalars.column(c -> c.exact() && c.type() != Type.BOOLEAN && c.type() != Type.TEXT);
        return switch (random.nextInt(4)) {
            case 0 ->
                call(
                        new Texts(
                                "STRING_AGG(DISTINCT " + name + ", ';')",
                                "STRING_AGG(DISTINCT " + name + ", ';' ORDER BY " + name + ")"),
                        filter,
                        Type.TEXT);
            case 1 ->
                call(
                        new Texts(
                                "LISTAGG(" + name + ", '+') WITHIN GROUP (ORDER BY " + name + " DESC)",
                                "STRING_AGG(" + name + ", '+' ORDER BY " + name + " DESC)"),
                        filter,
                        Type.TEXT);
            case 2 ->
                call(
                        new Texts("LISTAGG(" + name + ")", "STRING_AGG(" + name + ", ',' ORDER BY " + name + ")"),
                        filter,
                        Type.TEXT);
            default ->
                by.map(c -> call(
                                new Texts(
                                        "STRING_AGG(" + name + ", '/' ORDER BY " + c.name() + ")",
                                        "STRING_AGG(" + name + ", '/' ORDER BY " + c.name() + " ASC NULLS LAST, " + name
                                                + " ASC)"),
                                filter,
                                Type.TEXT))
                        .orElseGet(() -> count(filter));
        };
    }

    /** An array as what can be seen of it: how many elements it has, and one of them, which is as wide as what it was made of may be. */
    private Expression array(Texts filter) {
        Optional<Column> number = scalars.column(c -> c.type().isInteger());
        if (number.isEmpty()) {
            return count(filter);
        }
        String n = number.get().name();
        Type type = number.get().type();
        int index = 1 + random.nextInt(3);
        return switch (random.nextInt(4)) {
            case 0 ->
                worded(
                        "CARDINALITY(ARRAY_AGG(" + n + ")" + filter.tidemark + ")",
                        "len(array_agg(" + n + ")" + filter.duckdb + ")",
                        Type.BIGINT);
            case 1 ->
                wide(worded(
                        "(ARRAY_AGG(" + n + " ORDER BY " + n + " DESC)" + filter.tidemark + ")[" + index + "]",
                        "(array_agg(" + n + " ORDER BY " + n + " DESC NULLS FIRST)" + filter.duckdb + ")[" + index
                                + "]",
                        type));
            case 2 ->
                worded(
                        "CARDINALITY(COLLECT(" + n + ")" + filter.tidemark + ")",
                        "COUNT(" + n + ")" + filter.duckdb,
                        Type.BIGINT);
            default ->
                wide(worded(
                        "(COLLECT(" + n + ")" + filter.tidemark + ")[" + index + "]",
                        "(array_agg(" + n + " ORDER BY " + n + " NULLS LAST)" + filter.duckdb + ")[" + index + "]",
                        type));
        };
    }

    private Expression json() {
        Optional<Column> number = scalars.column(c -> c.type().isInteger());
        if (number.isEmpty()) {
            return count(Texts.same(""));
        }
        String n = number.get().name();
        String array = "'[' || STRING_AGG(";
        String all = "COALESCE(CAST(" + n + " AS VARCHAR), 'null')";
        Optional<Column> key = scalars.column(c -> c.name().equals("k"));
        return switch (random.nextInt(key.isPresent() ? 3 : 2)) {
            case 0 ->
                worded(
                        "JSON_ARRAYAGG(" + n + " NULL ON NULL)",
                        array + all + ", ',' ORDER BY " + n + " NULLS LAST) || ']'",
                        Type.TEXT);
            case 1 ->
                worded(
                        "JSON_ARRAYAGG(" + n + ")",
                        array + "CAST(" + n + " AS VARCHAR), ',' ORDER BY " + n + ") || ']'",
                        Type.TEXT);
            default ->
                worded(
                        "JSON_OBJECTAGG(KEY k VALUE " + n + ")",
                        "'{' || STRING_AGG('\"' || k || '\":' || " + all + ", ',' ORDER BY k, " + n
                                + " NULLS LAST) || '}'",
                        Type.TEXT);
        };
    }
}
