package io.tidemark.planner.syntax;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Gives the relations of a query their schemas, so that its text means the same whatever the default schema is when it is read again.
 *
 * <p>Before: {@code SELECT o.id FROM orders AS o}. After: {@code SELECT o.id FROM public.orders AS o}. Names that WITH gives stay.
 */
public final class QualifiedNames extends SqlShuttle {
    private static final int FROM_OPERAND = 2;

    private final Set<String> local;
    private final Function<SqlIdentifier, Optional<List<String>>> resolver;

    private QualifiedNames(Set<String> local, Function<SqlIdentifier, Optional<List<String>>> resolver) {
        this.local = local;
        this.resolver = resolver;
    }

    /** Changes a copy of a query in place; the resolver gives schema and name of a relation, or nothing if there is none. */
    public static SqlNode qualify(SqlNode copy, Function<SqlIdentifier, Optional<List<String>>> resolver) {
        return java.util.Objects.requireNonNull(copy.accept(new QualifiedNames(local(copy), resolver)));
    }

    /** The names that WITH gives somewhere in a tree, in lower case. */
    static Set<String> local(SqlNode tree) {
        Set<String> local = new HashSet<>();
        tree.accept(new SqlBasicVisitor<Void>() {
            @Override
            public @Nullable Void visit(SqlCall call) {
                if (call instanceof SqlWithItem item) {
                    local.add(item.name.getSimple().toLowerCase(Locale.ROOT));
                }
                return super.visit(call);
            }
        });
        return local;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (visited instanceof SqlSelect select && select.getFrom() != null) {
            select.setOperand(FROM_OPERAND, relation(select.getFrom()));
        } else if (visited instanceof SqlCall table && table.getKind() == SqlKind.EXPLICIT_TABLE) {
            table.setOperand(0, relation(table.operand(0)));
        }
        return visited;
    }

    private SqlNode relation(SqlNode from) {
        if (from instanceof SqlIdentifier identifier) {
            return qualified(identifier);
        }
        if (from instanceof SqlJoin join) {
            join.setLeft(relation(join.getLeft()));
            join.setRight(relation(join.getRight()));
        } else if (from instanceof SqlCall call
                && (call.getKind() == SqlKind.AS
                        || call.getKind() == SqlKind.TABLE_REF
                        || call.getKind() == SqlKind.SNAPSHOT)) {
            call.setOperand(0, relation(call.operand(0)));
        }
        return from;
    }

    private SqlNode qualified(SqlIdentifier identifier) {
        boolean stays =
                identifier.isSimple() && local.contains(identifier.getSimple().toLowerCase(Locale.ROOT));
        return stays
                ? identifier
                : resolver.apply(identifier)
                        .<SqlNode>map(names -> new SqlIdentifier(names, identifier.getParserPosition()))
                        .orElse(identifier);
    }
}
