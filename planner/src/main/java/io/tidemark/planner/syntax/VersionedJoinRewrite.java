package io.tidemark.planner.syntax;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.function.DialectOperators;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlAsofJoin;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSnapshot;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Makes the join with the version of a row that held at a time an ASOF join, where that is the same: where rows are versions of their key from their time
 * on, and the key is what has to be equal.
 *
 * <p>Before: {@code o JOIN rates FOR SYSTEM_TIME AS OF o.ts AS r ON o.k = r.k}. After: {@code o ASOF JOIN rates AS r MATCH_CONDITION o.ts >= r.since ON
 * o.k = r.k}, with {@code since} the event time of rates.
 *
 * <p><b>Errors</b>: UNSUPPORTED, with its place, where that is not so.
 */
public final class VersionedJoinRewrite extends SqlShuttle {
    private static final String NAME = "FOR SYSTEM_TIME AS OF";
    private static final Set<String> NOW =
            Set.of("PROCTIME", "CURRENT_TIMESTAMP", "LOCALTIMESTAMP", "NOW", "CURRENT_ROW_TIMESTAMP");
    private static final String REMEDY =
            "declare it as a stream with PRIMARY KEY (…) NOT ENFORCED and WATERMARK, or make a view that keeps"
                    + " the newest row of each key by ROW_NUMBER; or use ASOF JOIN, which names the column that tells since when a row holds";
    private static final String LOOKED_UP = NAME
            + " PROCTIME() looks its rows up as they are when a row comes; for those of another time, load it into a stream";

    private final Set<String> local;
    private final Function<SqlIdentifier, RelationDefinition> relations;
    private final String sql;

    private VersionedJoinRewrite(Set<String> local, Function<SqlIdentifier, RelationDefinition> relations, String sql) {
        this.local = local;
        this.relations = relations;
        this.sql = sql;
    }

    /** The tree with such joins rewritten; {@code relations} gives what a name in FROM stands for. */
    public static SqlNode rewrite(SqlNode tree, Function<SqlIdentifier, RelationDefinition> relations, String sql) {
        VersionedJoinRewrite rewrite = new VersionedJoinRewrite(QualifiedNames.local(tree), relations, sql);
        return java.util.Objects.requireNonNull(tree.accept(rewrite));
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (visited instanceof SqlJoin join) {
            SqlNode right = join.getRight();
            SqlNode table = right.getKind() == SqlKind.AS ? ((SqlCall) right).operand(0) : right;
            return table instanceof SqlSnapshot snapshot ? joined(join, snapshot) : join;
        }
        return visited;
    }

    private SqlNode joined(SqlJoin join, SqlSnapshot snapshot) {
        if (!(snapshot.getTableRef() instanceof SqlIdentifier name)) {
            throw refused(NAME + " of anything but a stream or a view", snapshot);
        }
        boolean outer = join.getJoinType() == JoinType.LEFT;
        if ((!outer && join.getJoinType() != JoinType.INNER) || join.getConditionType() != JoinConditionType.ON) {
            throw refused(NAME + " in any join but JOIN … ON and LEFT JOIN … ON", snapshot);
        }
        SqlIdentifier alias = join.getRight() instanceof SqlCall as && as.getKind() == SqlKind.AS
                ? as.operand(1)
                : new SqlIdentifier(name.names.get(name.names.size() - 1), name.getParserPosition());
        if (isNow(snapshot.getPeriod())) {
            return looked(join, name, alias, snapshot);
        }
        if (!(snapshot.getPeriod() instanceof SqlIdentifier time)) {
            throw refused(NAME + " anything but a column of the left side or the current time", snapshot.getPeriod());
        }
        Versions versions = versions(name);
        checkKey(join, alias.getSimple(), versions, snapshot);
        SqlParserPos place = snapshot.getParserPosition();
        SqlNode match = SqlStdOperatorTable.GREATER_THAN_OR_EQUAL.createCall(
                place, time, new SqlIdentifier(List.of(alias.getSimple(), versions.time()), place));
        return asof(join, SqlStdOperatorTable.AS.createCall(place, versions.rows(), alias), match);
    }

    private static SqlNode asof(SqlJoin join, SqlNode right, SqlNode match) {
        JoinType type = join.getJoinType() == JoinType.LEFT ? JoinType.LEFT_ASOF : JoinType.ASOF;
        return new SqlAsofJoin(
                join.getParserPosition(),
                join.getLeft(),
                join.isNaturalNode(),
                type.symbol(join.getJoinTypeNode().getParserPosition()),
                right,
                join.getConditionTypeNode(),
                join.getCondition(),
                match);
    }

    private static boolean isNow(SqlNode period) {
        String name = period instanceof SqlIdentifier identifier && identifier.isSimple()
                ? identifier.getSimple()
                : period instanceof SqlCall call
                                && call.operandCount() == 0
                                && !FunctionRewrite.isQualified(call.getOperator())
                        ? call.getOperator().getName()
                        : "";
        return NOW.contains(name.toUpperCase(Locale.ROOT));
    }

    /** The join with a table, or a materialized view, as it is now: with its rows, or looked up in the outside world. */
    private SqlNode looked(SqlJoin join, SqlIdentifier name, SqlIdentifier alias, SqlSnapshot snapshot) {
        boolean local = name.isSimple() && this.local.contains(name.getSimple().toLowerCase(Locale.ROOT));
        RelationDefinition relation = local ? null : relations.apply(name);
        if (relation == null || (!isOutside(relation) && !relation.isServed())) {
            throw refused(NAME + " the current time of anything but a table or a materialized view", snapshot)
                    .hint("join without " + NAME + ": the result then follows both sides as they change");
        }
        SqlCall first = equalities(join).get(0);
        SqlParserPos place = snapshot.getParserPosition();
        SqlNode match = DialectOperators.LOOKUP.createCall(place, first.getOperandList());
        return asof(join, SqlStdOperatorTable.AS.createCall(place, name, alias), match);
    }

    private Versions versions(SqlIdentifier name) {
        if (name.isSimple() && local.contains(name.getSimple().toLowerCase(Locale.ROOT))) {
            throw refused(NAME + " of a query in WITH", name);
        }
        RelationDefinition relation = relations.apply(name);
        if (relation.kind() == RelationKind.VIEW) {
            return VersionedView.of(relation, name.getParserPosition())
                    .orElseThrow(() -> refused(
                                    NAME + " of a view that does not keep the newest row of each key by ROW_NUMBER",
                                    name)
                            .hint(
                                    "write it as SELECT … FROM … QUALIFY ROW_NUMBER() OVER (PARTITION BY key ORDER BY time DESC) ="
                                            + " 1, with key and time in the SELECT list; or use ASOF JOIN"));
        }
        if (relation.kind() != RelationKind.STREAM || relation.watermark().isEmpty()) {
            throw refused(
                            NAME + " of \"" + relation.name() + "\", of whose rows nothing tells since when they hold,",
                            name)
                    .hint(isOutside(relation) ? LOOKED_UP : REMEDY);
        }
        if (relation.primaryKey().isEmpty()) {
            throw refused(
                            NAME + " of \"" + relation.name()
                                    + "\", which has no key that tells what its rows are versions of,",
                            name)
                    .hint(REMEDY);
        }
        String time = relation.watermark().get().column();
        Set<String> key = names(relation.primaryKey());
        key.remove(time.toLowerCase(Locale.ROOT));
        return new Versions(name, time, key);
    }

    /** Whether it is a table of the outside world. */
    private static boolean isOutside(RelationDefinition relation) {
        return relation.kind() == RelationKind.TABLE && relation.connector().isPresent();
    }

    private static Set<String> names(List<String> columns) {
        Set<String> names = new TreeSet<>();
        columns.forEach(column -> names.add(column.toLowerCase(Locale.ROOT)));
        return names;
    }

    private void checkKey(SqlJoin join, String alias, Versions versions, SqlSnapshot snapshot) {
        Set<String> compared = new TreeSet<>();
        for (SqlCall equality : equalities(join)) {
            equality.getOperandList().forEach(operand -> rightColumn(operand, alias, versions, compared));
        }
        if (!compared.equals(versions.key())) {
            throw refused(
                            NAME + " without the key in ON, which is (" + String.join(", ", versions.key()) + "),",
                            snapshot)
                    .hint("compare each column of the key, and no others, with = in ON");
        }
    }

    private static void rightColumn(SqlNode operand, String alias, Versions versions, Set<String> compared) {
        if (!(operand instanceof SqlIdentifier column)) {
            return;
        }
        String name = column.names.get(column.names.size() - 1).toLowerCase(Locale.ROOT);
        boolean ofRight = column.isSimple()
                ? versions.key().contains(name)
                : column.names.get(column.names.size() - 2).equalsIgnoreCase(alias);
        if (ofRight) {
            compared.add(name);
        }
    }

    /** The parts of ON, of which there is one at least, and each compares two columns. */
    private List<SqlCall> equalities(SqlJoin join) {
        SqlNode condition = java.util.Objects.requireNonNull(join.getCondition());
        boolean outer = join.getJoinType() == JoinType.LEFT;
        List<SqlCall> equalities = new ArrayList<>();
        for (SqlNode part : parts(condition)) {
            boolean columns = part instanceof SqlCall call
                    && part.getKind() == SqlKind.EQUALS
                    && call.getOperandList().stream().allMatch(SqlIdentifier.class::isInstance);
            if (!columns) {
                throw refused(NAME + " with a condition other than equality of columns in ON", part)
                        .hint(
                                outer
                                        ? "make columns of the right side NULL by CASE above the join where it does not hold, or compute"
                                                + " what is compared in a subquery below the join"
                                        : "put it in WHERE, or compute what is compared in a subquery below the join");
            }
            equalities.add((SqlCall) part);
        }
        return equalities;
    }

    private static List<SqlNode> parts(SqlNode condition) {
        if (condition.getKind() != SqlKind.AND) {
            return List.of(condition);
        }
        List<SqlNode> parts = new ArrayList<>();
        ((SqlCall) condition).getOperandList().forEach(part -> parts.addAll(parts(part)));
        return parts;
    }

    private CodedException refused(String construct, SqlNode node) {
        return Places.at(CodedException.unsupported(construct), node, sql);
    }
}
