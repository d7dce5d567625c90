package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlMoniker;
import org.apache.calcite.sql.validate.SqlMonikerType;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.jspecify.annotations.Nullable;

/** The names that could have been meant where one was not found. */
final class KnownNames {
    private final @Nullable DialectValidator validator;
    private final Supplier<List<RelationDefinition>> relations;
    private final List<String> schemas;
    private final @Nullable Place only;

    /** Where a column was looked for, in words, and the columns there. */
    record Place(String words, List<String> columns) {}

    private KnownNames(
            @Nullable DialectValidator validator,
            Supplier<List<RelationDefinition>> relations,
            List<String> schemas,
            @Nullable Place only) {
        this.validator = validator;
        this.relations = relations;
        this.schemas = schemas;
        this.only = only;
    }

    KnownNames(DialectValidator validator, Supplier<List<RelationDefinition>> relations, List<String> schemas) {
        this(validator, relations, schemas, null);
    }

    static KnownNames of(RelationDefinition definition, List<ColumnDefinition> columns) {
        Place place = new Place(
                words(definition), columns.stream().map(ColumnDefinition::name).toList());
        return new KnownNames(null, () -> List.of(definition), List.of(), place);
    }

    /** The names of all relations. */
    List<String> relations() {
        return relations.get().stream()
                .map(relation -> relation.name().toString())
                .toList();
    }

    /** The names of all schemas. */
    List<String> schemas() {
        return schemas;
    }

    /** Where the columns of the innermost SELECT around a node come from. */
    Place around(SqlNode root, SqlNode node) {
        if (only != null) {
            return only;
        }
        Optional<SourcePosition> position = Positions.of(node);
        SqlSelect select = position.map(p -> innermost(root, p)).orElse(null);
        if (select == null || validator == null) {
            return new Place("the statement", List.of());
        }
        SqlValidatorScope scope = validator.getWhereScope(select);
        List<SqlMoniker> monikers = new ArrayList<>();
        scope.findAllColumnNames(monikers);
        List<String> columns = monikers.stream()
                .filter(moniker -> moniker.getType() == SqlMonikerType.COLUMN)
                .map(moniker -> moniker.getFullyQualifiedNames()
                        .get(moniker.getFullyQualifiedNames().size() - 1))
                .distinct()
                .toList();
        return new Place(words(scope), columns);
    }

    private static String words(SqlValidatorScope scope) {
        if (scope instanceof SelectScope select && select.getChildren().size() == 1) {
            SqlValidatorNamespace child = select.getChildren().get(0);
            SqlValidatorTable table = child.getTable();
            RelationTable relation = table == null ? null : table.unwrap(RelationTable.class);
            return relation == null ? "the input of FROM" : words(relation.definition());
        }
        return "the relations of FROM";
    }

    private static String words(RelationDefinition definition) {
        return definition.kind().word() + " \"" + definition.name() + "\"";
    }

    private static @Nullable SqlSelect innermost(SqlNode root, SourcePosition position) {
        List<SqlSelect> around = new ArrayList<>();
        root.accept(new SqlBasicVisitor<Void>() {
            @Override
            public @Nullable Void visit(SqlCall call) {
                if (call instanceof SqlSelect select && contains(select, position)) {
                    around.add(select);
                }
                return super.visit(call);
            }
        });
        return around.isEmpty() ? null : around.get(around.size() - 1);
    }

    private static boolean contains(SqlSelect select, SourcePosition inner) {
        Optional<SourcePosition> outer = Positions.of(select);
        return outer.isEmpty()
                || (!before(
                                inner.line(),
                                inner.column(),
                                outer.get().line(),
                                outer.get().column())
                        && !before(outer.get().endLine(), outer.get().endColumn(), inner.endLine(), inner.endColumn()));
    }

    private static boolean before(int line, int column, int otherLine, int otherColumn) {
        return line < otherLine || (line == otherLine && column < otherColumn);
    }
}
