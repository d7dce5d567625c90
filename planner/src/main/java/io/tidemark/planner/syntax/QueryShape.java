package io.tidemark.planner.syntax;

import io.tidemark.sql.ast.SqlEmitQuery;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** What the outermost clauses of a query say about the statement: STREAM, ORDER BY, LIMIT. */
public final class QueryShape {
    private QueryShape() {}

    /** Whether a query, with EMIT or without, is a push query. */
    public static boolean isPush(SqlNode query) {
        return query instanceof SqlEmitQuery || outermost(query).stream().anyMatch(QueryShape::hasStream);
    }

    /** Removes STREAM from the outermost SELECTs of a query. <b>Errors</b>: VALIDATION where it stands in one further inside. */
    public static void removeStream(SqlNode query, String sql) {
        outermost(query).forEach(QueryShape::remove);
        query.accept(new SqlBasicVisitor<Void>() {
            @Override
            public @Nullable Void visit(SqlCall call) {
                if (call instanceof SqlSelect select && hasStream(select)) {
                    throw Places.at(CodedException.validation("STREAM belongs to the outermost SELECT"), select, sql);
                }
                return super.visit(call);
            }
        });
    }

    /** Refuses an order that a result without end can't have: one of all its rows. */
    public static void checkContinuous(SqlNode query, String sql) {
        if (query instanceof SqlOrderBy order
                && order.fetch == null
                && order.offset == null
                && !order.orderList.isEmpty()) {
            throw Places.at(
                    CodedException.of(ErrorCode.ORD_01, "ORDER BY without LIMIT has no meaning for a continuous result")
                            .hint("put it in the query that reads the result"),
                    order.orderList.get(0),
                    sql);
        }
    }

    private static List<SqlSelect> outermost(@Nullable SqlNode query) {
        List<SqlSelect> found = new ArrayList<>();
        if (query instanceof SqlSelect select) {
            found.add(select);
        } else if (query instanceof SqlOrderBy order) {
            found.addAll(outermost(order.query));
        } else if (query instanceof SqlWith with) {
            found.addAll(outermost(with.body));
        } else if (query instanceof SqlEmitQuery emit) {
            found.addAll(outermost(emit.query()));
        } else if (query instanceof SqlBasicCall call && SqlKind.SET_QUERY.contains(call.getKind())) {
            call.getOperandList().forEach(operand -> found.addAll(outermost(operand)));
        }
        return found;
    }

    private static boolean hasStream(SqlSelect select) {
        return select.getModifierNode(SqlSelectKeyword.STREAM) != null;
    }

    private static void remove(SqlSelect select) {
        SqlNodeList keywords = (SqlNodeList) select.getOperandList().get(0);
        if (keywords == null) {
            return;
        }
        List<SqlNode> kept = new ArrayList<>();
        for (SqlNode keyword : keywords) {
            if (((SqlLiteral) keyword).symbolValue(SqlSelectKeyword.class) != SqlSelectKeyword.STREAM) {
                kept.add(keyword);
            }
        }
        select.setOperand(0, new SqlNodeList(kept, keywords.getParserPosition()));
    }
}
