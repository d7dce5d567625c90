package io.tidemark.relational;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes random queries that mean the same to Tidemark and to DuckDB, over the tables {@code t0} (with a key), {@code t1} (without one, so with equal
 * rows), {@code t2} (nothing NULL) and the stream {@code t3}: each has the INT columns a, b and c.
 */
final class QueryGenerator {
    private static final List<String> COMPARISONS = List.of("=", "=", "<", ">", "<=", ">=", "<>");
    private static final List<String> AGGREGATES =
            List.of("COUNT(*)", "COUNT(#)", "MAX(#)", "MIN(#)", "SUM(#)", "COUNT(DISTINCT #)");
    private static final List<String> COLUMNS = List.of("a", "b", "c");
    private static final int TABLES = 4;
    private static final int DEEPEST = 3;

    private final Random random;
    private int aliases;

    QueryGenerator(Random random) {
        this.random = random;
    }

    /** A query whose columns are named c1, c2 and so on. */
    String query() {
        aliases = 0;
        if (random.nextInt(8) == 0) {
            String word = List.of("UNION ALL", "UNION", "INTERSECT", "EXCEPT").get(random.nextInt(4));
            return block(1, List.of(), 2) + " " + word + " " + block(1, List.of(), 2);
        }
        if (random.nextInt(10) == 0) {
            return "WITH w (a, b, c) AS (" + block(2, List.of(), 3)
                    + ") SELECT x.a AS c1, y.b AS c2 FROM w AS x JOIN w AS y ON x.a = y.b"
                    + " WHERE x.c IN (SELECT c FROM w)";
        }
        return block(0, List.of(), 1 + random.nextInt(3));
    }

    /** One SELECT with so many columns. */
    private String block(int depth, List<String> outer, int width) {
        List<String> columns = new ArrayList<>();
        String from = from(depth, outer, columns);
        Scope scope = new Scope(columns, outer);
        String where = where(depth, scope);
        if (random.nextInt(4) == 0) {
            return grouped(depth, scope, from + where, width);
        }
        List<String> items = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
            items.add(item(depth, scope) + " AS c" + i);
        }
        String distinct = random.nextInt(8) == 0 ? "DISTINCT " : "";
        return "SELECT " + distinct + String.join(", ", items) + from + where;
    }

    private String grouped(int depth, Scope scope, String from, int width) {
        String group = scope.own(random);
        List<String> items = new ArrayList<>(List.of(group + " AS c1"));
        for (int i = 2; i <= width; i++) {
            items.add("CAST(" + aggregate(scope) + " AS INT) AS c" + i);
        }
        String having = switch (random.nextInt(4)) {
            case 0 -> " HAVING " + aggregate(scope) + " > " + random.nextInt(5);
            case 1 ->
                " HAVING EXISTS "
                        + subquery(Math.max(depth + 1, DEEPEST - 1), new Scope(List.of(group), scope.outer()), 1);
            default -> "";
        };
        return "SELECT " + String.join(", ", items) + from + " GROUP BY " + group + having;
    }

    private String aggregate(Scope scope) {
        return pick(AGGREGATES).replace("#", scope.own(random));
    }

    private String from(int depth, List<String> outer, List<String> columns) {
        int inputs = 1 + (depth == 0 ? random.nextInt(4) : random.nextInt(2));
        StringBuilder text = new StringBuilder(" FROM ");
        for (int i = 0; i < inputs; i++) {
            String alias = "r" + ++aliases;
            List<String> before = List.copyOf(columns);
            int kind = i == 0 ? -1 : random.nextInt(8);
            boolean lateral = kind == 0 && depth < DEEPEST;
            String relation = lateral ? "LATERAL (" + block(depth + 2, before, 3) + ")" : relation(depth);
            String named = relation + " AS " + alias + (relation.endsWith(")") ? " (a, b, c)" : "");
            COLUMNS.forEach(column -> columns.add(alias + "." + column));
            if (kind < 0) {
                text.append(named);
            } else if (lateral) {
                text.append(random.nextBoolean() ? ", " + named : " LEFT JOIN " + named + " ON TRUE");
            } else if (kind < 3) {
                text.append(", ").append(named);
            } else {
                String join = List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "LEFT JOIN")
                        .get(kind - 3);
                String on = pick(before) + " = " + alias + "." + pick(COLUMNS)
                        + (random.nextInt(3) == 0 && kind != 6
                                ? " AND " + comparison(new Scope(columns, List.of()))
                                : "");
                text.append(" ")
                        .append(join)
                        .append(" ")
                        .append(named)
                        .append(" ON ")
                        .append(on);
            }
        }
        return text.toString();
    }

    private String relation(int depth) {
        return depth < DEEPEST && random.nextInt(6) == 0
                ? "(" + block(depth + 1, List.of(), 3) + ")"
                : "t" + random.nextInt(TABLES);
    }

    private String where(int depth, Scope scope) {
        List<String> parts = new ArrayList<>();
        int relations = scope.columns().size() / COLUMNS.size();
        for (int i = 1; i < relations; i++) {
            parts.add(scope.columns().get(random.nextInt(i * COLUMNS.size())) + " = "
                    + scope.columns().get(i * COLUMNS.size() + random.nextInt(COLUMNS.size())));
        }
        if (!scope.outer().isEmpty()) {
            String operator = random.nextInt(4) == 0 ? pick(COMPARISONS) : "=";
            if (random.nextInt(5) > 0) {
                parts.add(scope.own(random) + " " + operator + " " + scope.outer(random));
            }
        }
        int more = random.nextInt(3);
        for (int i = 0; i < more; i++) {
            parts.add(condition(depth, scope, 2));
        }
        return parts.isEmpty() ? "" : " WHERE " + String.join(" AND ", parts);
    }

    private String condition(int depth, Scope scope, int nesting) {
        int kind = random.nextInt(depth < DEEPEST ? 12 : 4);
        return switch (kind) {
            case 0, 1 -> comparison(scope);
            case 2 -> scope.own(random) + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
            case 3, 4 ->
                nesting == 0
                        ? comparison(scope)
                        : "(" + condition(depth, scope, nesting - 1) + (random.nextBoolean() ? " OR " : " AND ")
                                + condition(depth, scope, nesting - 1) + ")";
            case 5 -> "NOT (" + condition(depth, scope, 0) + ")";
            case 6, 7 -> (random.nextBoolean() ? "NOT " : "") + "EXISTS " + subquery(depth + 1, scope, 1);
            case 8, 9 ->
                scope.own(random) + (random.nextBoolean() ? " NOT IN " : " IN ") + subquery(depth + 1, scope, 1);
            case 10 ->
                scope.own(random) + " " + pick(COMPARISONS) + (random.nextBoolean() ? " ANY " : " ALL ")
                        + subquery(depth + 1, scope, 1);
            default -> scope.own(random) + " " + pick(COMPARISONS) + " " + scalar(depth + 1, scope);
        };
    }

    private String comparison(Scope scope) {
        String right = random.nextBoolean() ? scope.own(random) : Integer.toString(random.nextInt(6));
        return scope.own(random) + " " + pick(COMPARISONS) + " " + right;
    }

    private String item(int depth, Scope scope) {
        if (depth >= DEEPEST) {
            return scope.own(random);
        }
        return switch (random.nextInt(12)) {
            case 0 -> scalar(depth + 1, scope);
            case 1 -> "CASE WHEN " + condition(depth, scope, 1) + " THEN " + scope.own(random) + " ELSE 7 END";
            case 2 ->
                "CASE " + scope.own(random) + (random.nextBoolean() ? " NOT IN " : " IN ")
                        + subquery(depth + 1, scope, 1) + " WHEN TRUE THEN 1 WHEN FALSE THEN 0 END";
            default -> random.nextInt(4) == 0 ? scope.outer(random) : scope.own(random);
        };
    }

    /** A subquery that depends on the block around it more often than not. */
    private String subquery(int depth, Scope scope, int width) {
        List<String> outer = random.nextInt(4) == 0 ? List.of() : scope.visible();
        return "(" + block(depth, outer, width) + ")";
    }

    private String scalar(int depth, Scope scope) {
        List<String> outer = random.nextInt(4) == 0 ? List.of() : scope.visible();
        List<String> columns = new ArrayList<>();
        String from = from(depth, List.of(), columns);
        Scope inner = new Scope(columns, outer);
        String where = where(depth, inner);
        String having = random.nextInt(6) == 0 ? " HAVING COUNT(*) > " + random.nextInt(3) : "";
        return "(SELECT CAST(" + aggregate(inner) + " AS INT)" + from + where + having + ")";
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
