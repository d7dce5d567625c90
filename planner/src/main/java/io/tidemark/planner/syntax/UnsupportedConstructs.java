package io.tidemark.planner.syntax;

import io.tidemark.planner.type.DialectTypeSystem;
import io.tidemark.sql.ast.type.UnknownTypes;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Refuses, before validation and so with the exact place, what this version does not do. */
public final class UnsupportedConstructs extends SqlBasicVisitor<Void> {
    private static final Map<SqlKind, String> BY_KIND = Map.ofEntries(
            Map.entry(SqlKind.UNIQUE, "UNIQUE of a subquery"),
            Map.entry(SqlKind.ARRAY_QUERY_CONSTRUCTOR, "ARRAY of a subquery"),
            Map.entry(SqlKind.MAP_QUERY_CONSTRUCTOR, "MAP of a subquery"),
            Map.entry(SqlKind.MULTISET_QUERY_CONSTRUCTOR, "MULTISET of a subquery"),
            Map.entry(SqlKind.CURSOR, "CURSOR"),
            Map.entry(SqlKind.PIVOT, "PIVOT"),
            Map.entry(SqlKind.UNPIVOT, "UNPIVOT"),
            Map.entry(SqlKind.TABLESAMPLE, "TABLESAMPLE"),
            Map.entry(SqlKind.SNAPSHOT, "FOR SYSTEM_TIME AS OF"),
            Map.entry(SqlKind.WITHIN_DISTINCT, "WITHIN DISTINCT"),
            Map.entry(SqlKind.IGNORE_NULLS, "IGNORE NULLS"),
            Map.entry(SqlKind.RESPECT_NULLS, "RESPECT NULLS"),
            Map.entry(SqlKind.MERGE, "MERGE"),
            Map.entry(SqlKind.EXTEND, "EXTEND"),
            Map.entry(SqlKind.MAP_VALUE_CONSTRUCTOR, "a MAP"),
            Map.entry(SqlKind.MULTISET_VALUE_CONSTRUCTOR, "a MULTISET"));

    private static final Set<String> WINDOW_EDGES = Set.of(
            "TUMBLE_START",
            "TUMBLE_END",
            "TUMBLE_ROWTIME",
            "HOP_START",
            "HOP_END",
            "HOP_ROWTIME",
            "SESSION_START",
            "SESSION_END",
            "SESSION_ROWTIME");

    private static final Set<String> DIFFERENCES = Set.of("TIMESTAMPDIFF", "TIMESTAMP_DIFF", "DATEDIFF", "TIME_DIFF");

    private static final Set<String> BELOW_SECOND = Set.of("MILLI", "MICRO", "NANO", "FRAC");

    private static final Pattern FINER_THAN_MILLIS = Pattern.compile("\\.\\d{3}\\d*[1-9]");

    private static final Set<SqlKind> SORT_DIRECTIONS =
            Set.of(SqlKind.DESCENDING, SqlKind.NULLS_FIRST, SqlKind.NULLS_LAST);

    private static final Set<SqlTypeName> AT_LEAST_ONE = Set.of(
            SqlTypeName.CHAR, SqlTypeName.VARCHAR, SqlTypeName.BINARY, SqlTypeName.VARBINARY, SqlTypeName.DECIMAL);

    private final String sql;

    private UnsupportedConstructs(String sql) {
        this.sql = sql;
    }

    /** Throws UNSUPPORTED for the first construct in the tree that is not done. */
    public static void check(SqlNode tree, String sql) {
        tree.accept(new UnsupportedConstructs(sql));
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        String name = BY_KIND.get(call.getKind());
        if (name != null) {
            throw refused(name, call);
        }
        checkWindow(call);
        if (call instanceof SqlWindow window) {
            checkNamed(window);
        }
        if (call instanceof SqlOrderBy ordered) {
            ordered.orderList.forEach(this::checkSortKey);
        }
        checkEscape(call);
        checkDifference(call);
        if (call.getKind() == SqlKind.UNNEST && call.operandCount() != 1) {
            throw refused("UNNEST of several arrays", call);
        }
        if (call instanceof SqlJoin join) {
            checkJoin(join);
        }
        if (call instanceof SqlWith with && with.withList.stream().anyMatch(UnsupportedConstructs::recursive)) {
            throw refused("WITH RECURSIVE", call);
        }
        return super.visit(call);
    }

    /** Windows stand in FROM, or one of them in GROUP BY; those have been rewritten by now. */
    private void checkWindow(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        if (WINDOW_EDGES.contains(name)) {
            String window = name.replaceFirst("_.*", "");
            throw Places.at(
                    CodedException.validation(name + " needs GROUP BY " + window + " with the same arguments"),
                    call,
                    sql);
        }
        if (call.getKind() == SqlKind.TUMBLE || call.getKind() == SqlKind.HOP || call.getKind() == SqlKind.SESSION) {
            throw refused(call.getKind() + " other than once in GROUP BY, or in FROM,", call);
        }
    }

    /** A window that changes a named one, whose frame Calcite would take from the named one. */
    private void checkNamed(SqlWindow window) {
        boolean changes = !window.getPartitionList().isEmpty()
                || !window.getOrderList().isEmpty()
                || window.getLowerBound() != null
                || window.getUpperBound() != null;
        if (window.getRefName() != null && changes) {
            throw refused("a window that adds to a named one", window).hint("write the window out");
        }
    }

    /** A parameter would be one value for all rows, not the column that was meant. */
    private void checkSortKey(SqlNode key) {
        SqlNode bare = key;
        while (SORT_DIRECTIONS.contains(bare.getKind())) {
            bare = ((SqlCall) bare).operand(0);
        }
        if (bare instanceof SqlDynamicParam) {
            throw refused("a parameter as a sort key", bare)
                    .hint("write the name or the number of the column into the statement");
        }
    }

    private void checkEscape(SqlCall call) {
        boolean escaped =
                (call.getKind() == SqlKind.LIKE || call.getKind() == SqlKind.SIMILAR) && call.operandCount() == 3;
        if (escaped && call.operand(2) instanceof SqlCharStringLiteral text) {
            String characters = text.getValueAs(String.class);
            if (characters.codePointCount(0, characters.length()) != 1) {
                throw Places.at(
                        CodedException.validation("ESCAPE takes one character, not '" + characters + "'"), text, sql);
            }
        }
    }

    /** Interval literals count milliseconds: a finer one would be cut off. */
    @Override
    public @Nullable Void visit(SqlLiteral literal) {
        if (literal instanceof SqlIntervalLiteral
                && FINER_THAN_MILLIS.matcher(literal.toString()).find()) {
            throw refused("an interval finer than a millisecond", literal);
        }
        return super.visit(literal);
    }

    /** A difference in a unit below the second, which the conversion to expressions would count in whole seconds. */
    private void checkDifference(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        if (DIFFERENCES.stream().anyMatch(name::contains)) {
            for (SqlNode operand : call.getOperandList()) {
                boolean isUnit = operand instanceof SqlIntervalQualifier || operand instanceof SqlLiteral;
                String unit = isUnit ? operand.toString() : "";
                if (BELOW_SECOND.stream().anyMatch(unit.toUpperCase(Locale.ROOT)::contains)) {
                    throw refused("TIMESTAMPDIFF in " + unit, call);
                }
            }
        }
    }

    @Override
    public @Nullable Void visit(SqlDataTypeSpec type) {
        UnknownTypes.find(type).ifPresent(name -> {
            throw Places.at(UnknownTypes.error(name), name, sql);
        });
        checkDigits(type, sql);
        return super.visit(type);
    }

    /** Refuses a type with room for nothing, and one with more digits than the dialect has, which Calcite would cut down silently. */
    public static void checkDigits(SqlDataTypeSpec type, String sql) {
        if (type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic) {
            SqlTypeName name = SqlTypeName.get(basic.getTypeName().getSimple().toUpperCase(Locale.ROOT));
            if (basic.getPrecision() == 0 && AT_LEAST_ONE.contains(name)) {
                throw Places.at(
                        CodedException.of(
                                ErrorCode.INVALID_DEFINITION,
                                name.getName() + "(0) has no room for any value; the least is " + name.getName()
                                        + "(1)"),
                        type,
                        sql);
            }
            int greatest = name == null ? -1 : DialectTypeSystem.INSTANCE.getMaxPrecision(name);
            if (greatest > 0 && basic.getPrecision() > greatest) {
                throw Places.at(
                        CodedException.of(
                                ErrorCode.INVALID_DEFINITION,
                                name.getName() + " has at most " + greatest + " digits, not " + basic.getPrecision()),
                        type,
                        sql);
            }
            if (name == SqlTypeName.DECIMAL && basic.getScale() > basic.getPrecision()) {
                throw Places.at(
                        CodedException.of(
                                ErrorCode.INVALID_DEFINITION,
                                "DECIMAL(" + basic.getPrecision() + ", " + basic.getScale()
                                        + ") has more digits behind the point than in all"),
                        type,
                        sql);
            }
        }
    }

    private static boolean recursive(SqlNode item) {
        return item instanceof org.apache.calcite.sql.SqlWithItem with && with.recursive.booleanValue();
    }

    /** A join with the elements of an array of each row is one whose condition is always true; and there are some for which no operator is done. */
    private void checkJoin(SqlJoin join) {
        SqlNode right =
                join.getRight().getKind() == SqlKind.AS ? ((SqlCall) join.getRight()).operand(0) : join.getRight();
        if (right.getKind() == SqlKind.UNNEST && !joinsElements(join)) {
            throw refused(join.getJoinType().name().replace('_', ' ') + " JOIN with UNNEST and a condition", join);
        }
        switch (join.getJoinType()) {
            case COMMA, CROSS, INNER, LEFT, RIGHT, FULL, ASOF, LEFT_ASOF -> {}
            default -> throw refused(join.getJoinType().name().replace('_', ' ') + " JOIN", join);
        }
    }

    private static boolean joinsElements(SqlJoin join) {
        boolean bare = join.getConditionType() == JoinConditionType.NONE && !join.isNatural();
        boolean always = join.getCondition() instanceof SqlLiteral literal && Boolean.TRUE.equals(literal.getValue());
        return switch (join.getJoinType()) {
            case COMMA, CROSS -> true;
            case INNER -> bare || always;
            case LEFT -> always;
            default -> false;
        };
    }

    private CodedException refused(String construct, SqlNode node) {
        return Places.at(CodedException.unsupported(construct), node, sql);
    }
}
