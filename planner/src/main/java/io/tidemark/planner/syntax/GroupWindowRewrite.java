package io.tidemark.planner.syntax;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites {@code GROUP BY TUMBLE(ts, size)}, {@code HOP} and {@code SESSION} with their auxiliary functions to the table functions of the
 * same name. The sessions are those of the other group columns.
 *
 * <p>Before: {@code SELECT TUMBLE_END(ts, i), … FROM s WHERE c GROUP BY TUMBLE(ts, i), k}. After:
 * {@code SELECT window_end, … FROM TABLE(TUMBLE((SELECT * FROM s WHERE c), DESCRIPTOR(ts), i)) AS s GROUP BY window_start, window_end, k}.
 */
public final class GroupWindowRewrite {
    private static final Map<SqlKind, SqlOperator> WINDOWS = Map.of(
            SqlKind.TUMBLE, DialectOperators.TUMBLE,
            SqlKind.HOP, DialectOperators.HOP,
            SqlKind.SESSION, DialectOperators.SESSION);

    /** The functions that give an edge of the window, by what stands behind its name. */
    private static final Map<String, String> EDGES =
            Map.of("_START", "window_start", "_END", "window_end", "_ROWTIME", "window_time");

    private static final int WHERE_OPERAND = 3;

    private final SqlSelect select;
    private final SqlCall window;
    private boolean usesTime;

    private GroupWindowRewrite(SqlSelect select, SqlCall window) {
        this.select = select;
        this.window = window;
    }

    /** Rewrites every SELECT in the tree, in place. */
    public static SqlNode rewrite(SqlNode tree) {
        List<SqlSelect> selects = new ArrayList<>();
        tree.accept(new SqlBasicVisitor<Void>() {
            @Override
            public @Nullable Void visit(SqlCall call) {
                if (call instanceof SqlSelect found) {
                    selects.add(found);
                }
                return super.visit(call);
            }
        });
        for (SqlSelect found : selects) {
            groupWindow(found).ifPresent(call -> new GroupWindowRewrite(found, call).run());
        }
        return tree;
    }

    private static Optional<SqlCall> groupWindow(SqlSelect select) {
        SqlNodeList group = select.getGroup();
        if (group == null) {
            return Optional.empty();
        }
        return group.stream()
                .filter(GroupWindowRewrite::isWindow)
                .map(SqlCall.class::cast)
                .findFirst();
    }

    private static boolean isWindow(SqlNode node) {
        return node instanceof SqlCall call
                && WINDOWS.containsKey(call.getKind())
                && !(call.operand(0) instanceof SqlCall);
    }

    private void run() {
        SqlNode from = select.getFrom();
        if (from == null) {
            return;
        }
        if (window.operandCount() > (window.getKind() == SqlKind.HOP ? 3 : 2)) {
            throw refused("an alignment in " + window.getKind() + " of GROUP BY", window)
                    .hint(
                            window.getKind() == SqlKind.SESSION
                                    ? "a session begins with its first row"
                                    : "the table function " + window.getKind() + " in FROM takes an offset");
        }
        SqlNodeList items = (SqlNodeList) replaced(select.getSelectList());
        SqlNode having = select.getHaving() == null ? null : replaced(select.getHaving());
        SqlNodeList order = select.getOrderList() == null ? null : (SqlNodeList) replaced(select.getOrderList());
        select.setSelectList(items);
        select.setHaving(having);
        if (order != null) {
            select.setOrderBy(order);
        }
        select.setFrom(windowed(from));
        select.setGroupBy(groups());
        select.setOperand(WHERE_OPERAND, null);
    }

    private SqlNodeList groups() {
        SqlNodeList group = Objects.requireNonNull(select.getGroup());
        List<SqlNode> items = new ArrayList<>();
        for (SqlNode item : group) {
            if (item.equals(window)) {
                items.add(edge("window_start", item.getParserPosition()));
                items.add(edge("window_end", item.getParserPosition()));
                if (usesTime) {
                    items.add(edge("window_time", item.getParserPosition()));
                }
            } else {
                items.add(item);
            }
        }
        return new SqlNodeList(items, group.getParserPosition());
    }

    /** The table function over the rows that WHERE lets through. */
    private SqlNode windowed(SqlNode from) {
        SqlParserPos pos = window.getParserPosition();
        SqlNodeList star = SqlNodeList.of(SqlIdentifier.star(pos));
        SqlSelect input = new SqlSelect(
                from.getParserPosition(),
                null,
                star,
                from,
                select.getWhere(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        List<SqlNode> operands = new ArrayList<>();
        operands.add(input);
        operands.add(SqlStdOperatorTable.DESCRIPTOR.createCall(pos, window.<SqlNode>operand(0)));
        operands.addAll(window.getOperandList().subList(1, window.operandCount()));
        if (window.getKind() == SqlKind.SESSION) {
            partition().ifPresent(operands::add);
        }
        SqlCall function = Objects.requireNonNull(WINDOWS.get(window.getKind())).createCall(pos, operands);
        SqlNode table = SqlStdOperatorTable.COLLECTION_TABLE.createCall(pos, function);
        String alias = SqlValidatorUtil.alias(from);
        return alias == null
                ? table
                : SqlStdOperatorTable.AS.createCall(pos, table, new SqlIdentifier(alias, from.getParserPosition()));
    }

    /** What sessions are kept apart by: all other group columns. */
    private Optional<SqlNode> partition() {
        List<SqlNode> columns = new ArrayList<>();
        for (SqlNode item : Objects.requireNonNull(select.getGroup())) {
            if (item instanceof SqlIdentifier) {
                columns.add(item);
            } else if (!item.equals(window)) {
                throw refused("an expression beside SESSION in GROUP BY", item)
                        .hint("compute it as a column of a query, and call the table function SESSION on that");
            }
        }
        return columns.isEmpty()
                ? Optional.empty()
                : Optional.of(SqlStdOperatorTable.DESCRIPTOR.createCall(window.getParserPosition(), columns));
    }

    private static CodedException refused(String construct, SqlNode node) {
        CodedException refused = CodedException.unsupported(construct);
        return Positions.of(node).map(refused::at).orElse(refused);
    }

    private SqlNode replaced(SqlNode node) {
        return Objects.requireNonNull(node.accept(new SqlShuttle() {
            @Override
            public @Nullable SqlNode visit(SqlCall call) {
                String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
                String kind = window.getKind().name();
                String column = name.startsWith(kind) ? EDGES.get(name.substring(kind.length())) : null;
                if (column != null && sameArguments(call)) {
                    usesTime |= column.equals("window_time");
                    return edge(column, call.getParserPosition());
                }
                return super.visit(call);
            }
        }));
    }

    private boolean sameArguments(SqlCall call) {
        return SqlNode.equalDeep(call.getOperandList(), window.getOperandList(), org.apache.calcite.util.Litmus.IGNORE);
    }

    private static SqlIdentifier edge(String column, SqlParserPos pos) {
        return new SqlIdentifier(column, pos);
    }
}
