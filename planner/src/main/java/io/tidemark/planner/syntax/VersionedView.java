package io.tidemark.planner.syntax;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.sql.parser.StatementParser;
import java.util.HashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * A view that keeps the newest row of each key: all the rows that it chooses from are versions.
 *
 * <p>Before: {@code SELECT k, ts, x FROM s QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) = 1}. After: {@code SELECT k, ts, x FROM s}, with
 * key k and time ts.
 */
final class VersionedView {
    private final SqlSelect select;
    private final SqlWindow window;

    private VersionedView(SqlSelect select, SqlWindow window) {
        this.select = select;
        this.window = window;
    }

    /** The versions that a view chooses from, with its name's place; nothing if it is none of this kind. */
    static Optional<Versions> of(RelationDefinition view, SqlParserPos place) {
        SqlNode query = new StatementParser().parse(Objects.requireNonNull(view.query()));
        return query instanceof SqlSelect select
                ? window(select).flatMap(window -> new VersionedView(select, window).versions(place))
                : Optional.empty();
    }

    /** The window of ROW_NUMBER() = 1 in QUALIFY, if that is all that there is beside a plain selection. */
    private static Optional<SqlWindow> window(SqlSelect select) {
        boolean plain = select.getGroup() == null && select.getHaving() == null && !select.isDistinct();
        if (!plain || !(select.getQualify() instanceof SqlCall first) || first.getKind() != SqlKind.EQUALS) {
            return Optional.empty();
        }
        boolean isFirst = first.operand(1) instanceof SqlLiteral number
                && number.getTypeName().getFamily() == org.apache.calcite.sql.type.SqlTypeFamily.NUMERIC
                && number.longValue(true) == 1;
        return isFirst
                        && first.operand(0) instanceof SqlCall over
                        && over.getKind() == SqlKind.OVER
                        && over.operand(0) instanceof SqlCall rank
                        && rank.getOperator().getName().equalsIgnoreCase("ROW_NUMBER")
                        && over.operand(1) instanceof SqlWindow window
                ? Optional.of(window)
                : Optional.empty();
    }

    private Optional<Versions> versions(SqlParserPos place) {
        if (window.getOrderList().size() != 1 || window.getRefName() != null) {
            return Optional.empty();
        }
        SqlNode order = window.getOrderList().get(0);
        Optional<String> time = order instanceof SqlCall descending && order.getKind() == SqlKind.DESCENDING
                ? column(descending.operand(0))
                : Optional.empty();
        Set<String> key = new HashSet<>();
        for (SqlNode partition : window.getPartitionList()) {
            Optional<String> name = column(partition);
            if (name.isEmpty()) {
                return Optional.empty();
            }
            key.add(name.get().toLowerCase(Locale.ROOT));
        }
        return time.filter(name -> !key.isEmpty()).map(name -> new Versions(rows(place), name, key));
    }

    /** The name under which the view gives a column out. */
    private Optional<String> column(SqlNode expression) {
        if (!(expression instanceof SqlIdentifier column)) {
            return Optional.empty();
        }
        String name = column.names.get(column.names.size() - 1);
        for (SqlNode item : select.getSelectList()) {
            boolean named = item.getKind() == SqlKind.AS;
            SqlNode given = named ? ((SqlCall) item).operand(0) : item;
            if (given instanceof SqlIdentifier identifier) {
                String own = identifier.names.get(identifier.names.size() - 1);
                if (identifier.isStar() || own.equalsIgnoreCase(name)) {
                    return Optional.of(named ? ((SqlIdentifier) ((SqlCall) item).operand(1)).getSimple() : name);
                }
            }
        }
        return Optional.empty();
    }

    private SqlNode rows(SqlParserPos place) {
        SqlSelect all = (SqlSelect) SyntaxTrees.copy(select);
        all.setQualify(null);
        return Objects.requireNonNull(all.accept(new SqlShuttle() {
            @Override
            public @Nullable SqlNode visit(SqlIdentifier identifier) {
                return identifier.clone(place);
            }

            @Override
            public @Nullable SqlNode visit(SqlLiteral literal) {
                return literal.clone(place);
            }

            @Override
            public @Nullable SqlNode visit(SqlCall call) {
                return Objects.requireNonNull(super.visit(call)).clone(place);
            }
        }));
    }
}
