package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.syntax.Places;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * The relation that a statement changes.
 *
 * @param definition the relation
 */
public record ModifiedRelation(RelationDefinition definition) {
    private static final int INSERT_TARGET_OPERAND = 1;
    private static final int SOURCE_OPERAND = 2;

    /** The target of an INSERT. <b>Errors</b>: WRONG_OBJECT_KIND if rows can't be inserted into it; TYPE and name errors of its column list. */
    public static ModifiedRelation inserted(Catalog catalog, String defaultSchema, SqlInsert insert, String sql) {
        if (insert.isUpsert()) {
            throw Places.at(CodedException.unsupported("UPSERT"), insert, sql);
        }
        if (!(insert.getTargetTable() instanceof SqlIdentifier identifier)) {
            throw Places.at(
                    CodedException.unsupported("a target with options or new columns"), insert.getTargetTable(), sql);
        }
        RelationDefinition relation = new RelationNames(catalog, defaultSchema, sql).relation(identifier);
        if (relation.kind() != RelationKind.STREAM && relation.kind() != RelationKind.TABLE) {
            throw wrongKind(relation, "INSERT writes streams and tables", identifier, sql);
        }
        if (insert.getTargetColumnList() != null) {
            for (SqlNode column : insert.getTargetColumnList()) {
                checkWritable(relation, (SqlIdentifier) column, sql);
            }
        }
        return new ModifiedRelation(relation);
    }

    /** The target of an UPDATE or DELETE. <b>Errors</b>: WRONG_OBJECT_KIND unless it is a table; UNSUPPORTED if it has a connector. */
    public static ModifiedRelation changed(
            Catalog catalog, String defaultSchema, SqlNode target, String word, String sql) {
        if (!(target instanceof SqlIdentifier identifier)) {
            throw Places.at(CodedException.unsupported("a target with options"), target, sql);
        }
        RelationDefinition relation = new RelationNames(catalog, defaultSchema, sql).relation(identifier);
        if (relation.kind() == RelationKind.STREAM) {
            throw wrongKind(relation, "rows of a stream are only ever appended", identifier, sql);
        }
        if (relation.kind() != RelationKind.TABLE) {
            throw wrongKind(relation, word + " changes tables", identifier, sql);
        }
        if (relation.connector().isPresent()) {
            throw Places.at(CodedException.unsupported(word + " of a table with a connector"), identifier, sql);
        }
        return new ModifiedRelation(relation);
    }

    private static CodedException wrongKind(
            RelationDefinition relation, String rule, SqlIdentifier identifier, String sql) {
        return Places.at(
                CodedException.of(
                        ErrorCode.WRONG_OBJECT_KIND,
                        "\"" + relation.name() + "\" is a " + relation.kind().word() + ", but " + rule),
                identifier,
                sql);
    }

    /** Refuses a column that does not exist or whose values are not written. */
    public static void checkWritable(RelationDefinition relation, SqlIdentifier column, String sql) {
        String name = column.names.get(column.names.size() - 1);
        List<String> writable = relation.columns().stream()
                .filter(ColumnDefinition::isWritable)
                .map(ColumnDefinition::name)
                .toList();
        for (ColumnDefinition known : relation.columns()) {
            if (known.name().equalsIgnoreCase(name)) {
                if (known.isWritable()) {
                    return;
                }
                String how = known.role() == ColumnDefinition.Role.COMPUTED ? "computed" : "supplied by the connector";
                throw Places.at(
                        CodedException.validation("column \"" + known.name() + "\" is " + how + ", and not written"),
                        column,
                        sql);
            }
        }
        throw Places.at(
                CodedException.unknownColumn(name, relation.kind().word() + " \"" + relation.name() + "\"", writable),
                column,
                sql);
    }

    /** Converts an INSERT into this relation, seen with its writable columns only. The tree is changed. */
    public LogicalPlan convert(StatementSession session, SqlInsert insert) {
        SqlParserPos position = insert.getTargetTable().getParserPosition();
        insert.setOperand(SOURCE_OPERAND, insert.getSource().accept(new DefaultValues()));
        insert.setOperand(
                INSERT_TARGET_OPERAND,
                new SqlIdentifier(
                        List.of(
                                CatalogSchema.WRITABLE,
                                definition.name().schema(),
                                definition.name().name()),
                        position));
        return session.convert(insert);
    }

    /** Puts NULL in place of DEFAULT: columns have no other default. */
    private static final class DefaultValues extends SqlShuttle {
        @Override
        public @Nullable SqlNode visit(SqlCall call) {
            return call.getKind() == SqlKind.DEFAULT
                    ? SqlLiteral.createNull(call.getParserPosition())
                    : super.visit(call);
        }
    }
}
