package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.catalog.WatermarkDefinition;
import io.tidemark.planner.syntax.Places;
import io.tidemark.planner.type.TypeNames;
import io.tidemark.sql.ast.SqlColumn;
import io.tidemark.sql.ast.SqlComputedColumn;
import io.tidemark.sql.ast.SqlCreateRelation;
import io.tidemark.sql.ast.SqlMetadataColumn;
import io.tidemark.sql.ast.SqlPhysicalColumn;
import io.tidemark.sql.ast.SqlWatermark;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.parser.StatementPrinter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;

/** Makes the definition of a stream or table from its CREATE statement alone. */
public final class RelationDefiner {
    private final SqlCreateRelation statement;
    private final String sql;
    private final RelationName name;
    private final ValidationSettings settings;
    private final DialectValidator validator;
    private final StatementPrinter printer = new StatementPrinter();

    /** Makes a definer for one statement. */
    public RelationDefiner(Catalog catalog, ValidationSettings settings, SqlCreateRelation statement, String sql) {
        this.statement = statement;
        this.sql = sql;
        this.settings = settings;
        this.name = new RelationNames(catalog, settings.defaultSchema(), sql).resolve(statement.name());
        this.validator = Clusters.validator(
                CatalogSchema.root(catalog), List.of(settings.defaultSchema()), settings.implicitConversions());
    }

    /** Returns the definition. */
    public RelationDefinition define() {
        if (statement.columns().isEmpty()) {
            throw at(
                    CodedException.unsupported("a " + kind().word() + " without columns")
                            .hint("list its columns and their types"),
                    statement.name());
        }
        checkNames();
        List<String> key = primaryKey();
        Map<String, String> options = RelationOptions.of(statement.options(), sql);
        List<ColumnDefinition> stored = storedColumns(key);
        RelationDefinition basis = definition(stored, Optional.empty(), List.of(), Map.of());
        List<ColumnDefinition> all = withComputed(basis, stored);
        Optional<WatermarkDefinition> watermark =
                statement.watermark().map(w -> watermark(w, definition(all, Optional.empty(), List.of(), Map.of())));
        return definition(all, watermark, key, options);
    }

    private RelationDefinition definition(
            List<ColumnDefinition> columns,
            Optional<WatermarkDefinition> watermark,
            List<String> key,
            Map<String, String> options) {
        return new RelationDefinition(
                name, kind(), columns, watermark, key, options, null, RelationOptions.statementText(sql));
    }

    private RelationKind kind() {
        return statement.kind() == SqlCreateRelation.Kind.STREAM ? RelationKind.STREAM : RelationKind.TABLE;
    }

    private void checkNames() {
        Set<String> seen = new HashSet<>();
        for (SqlColumn column : statement.columns()) {
            String columnName = column.name().getSimple();
            if (!seen.add(columnName.toLowerCase(Locale.ROOT))) {
                throw at(
                        CodedException.of(ErrorCode.DUPLICATE_COLUMN, "column \"" + columnName + "\" is declared twice")
                                .hint("names that differ in case alone are the same"),
                        column.name());
            }
        }
    }

    private List<String> primaryKey() {
        List<String> key = new ArrayList<>();
        statement.primaryKey().ifPresent(declared -> {
            for (SqlIdentifier part : declared.columns()) {
                SqlColumn column = column(part);
                if (column instanceof SqlComputedColumn
                        || (column instanceof SqlMetadataColumn metadata && metadata.virtual())) {
                    throw at(
                            invalid("column \"" + part.getSimple()
                                    + "\" is not written, so it cannot be in the primary key"),
                            part);
                }
                if (key.contains(column.name().getSimple())) {
                    throw at(
                            CodedException.of(
                                    ErrorCode.DUPLICATE_COLUMN,
                                    "column \"" + part.getSimple() + "\" stands twice in the primary key"),
                            part);
                }
                key.add(column.name().getSimple());
            }
        });
        return key;
    }

    private SqlColumn column(SqlIdentifier wanted) {
        return statement.columns().stream()
                .filter(column -> column.name().getSimple().equalsIgnoreCase(wanted.getSimple()))
                .findFirst()
                .orElseThrow(() -> at(
                        CodedException.unknownColumn(
                                wanted.getSimple(),
                                kind().word() + " \"" + name + "\"",
                                statement.columns().stream()
                                        .map(column -> column.name().getSimple())
                                        .toList()),
                        wanted));
    }

    private List<ColumnDefinition> storedColumns(List<String> key) {
        List<ColumnDefinition> stored = new ArrayList<>();
        for (SqlColumn column : statement.columns()) {
            String columnName = column.name().getSimple();
            boolean inKey = key.contains(columnName);
            if (column instanceof SqlPhysicalColumn physical) {
                RelDataType type = ColumnTypes.of(physical.type(), inKey, validator, sql);
                stored.add(ColumnDefinition.physical(columnName, type));
            } else if (column instanceof SqlMetadataColumn metadata) {
                stored.add(new ColumnDefinition(
                        columnName,
                        ColumnTypes.of(metadata.type(), inKey, validator, sql),
                        metadata.virtual() ? ColumnDefinition.Role.VIRTUAL_METADATA : ColumnDefinition.Role.METADATA,
                        metadata.metadataKey(),
                        null));
            }
        }
        return stored;
    }

    /** All columns in declared order; the types of the computed ones follow from their expressions. */
    private List<ColumnDefinition> withComputed(RelationDefinition basis, List<ColumnDefinition> stored) {
        List<SqlNode> expressions = new ArrayList<>();
        for (SqlColumn column : statement.columns()) {
            if (column instanceof SqlComputedColumn computed) {
                expressions.add(computed.expression());
            }
        }
        List<RexNode> types = RelationExpressions.convert(expressions, basis, stored, settings, sql);
        List<ColumnDefinition> all = new ArrayList<>();
        int nextStored = 0;
        int nextComputed = 0;
        for (SqlColumn column : statement.columns()) {
            if (column instanceof SqlComputedColumn computed) {
                all.add(computedColumn(computed, types.get(nextComputed++).getType()));
            } else {
                all.add(stored.get(nextStored++));
            }
        }
        return all;
    }

    private ColumnDefinition computedColumn(SqlComputedColumn column, RelDataType type) {
        if (!ColumnTypes.isStorable(type)) {
            throw at(CodedException.unsupported("a column of type " + TypeNames.of(type)), column.expression());
        }
        return new ColumnDefinition(
                column.name().getSimple(),
                type,
                ColumnDefinition.Role.COMPUTED,
                null,
                printer.print(column.expression()));
    }

    private WatermarkDefinition watermark(SqlWatermark watermark, RelationDefinition relation) {
        if (relation.kind() != RelationKind.STREAM) {
            throw at(CodedException.unsupported("WATERMARK on a table"), watermark);
        }
        String columnName = column(watermark.column()).name().getSimple();
        RelDataType time = relation.columns().stream()
                .filter(column -> column.name().equals(columnName))
                .findFirst()
                .orElseThrow()
                .type();
        if (time.getSqlTypeName() != SqlTypeName.TIMESTAMP
                && time.getSqlTypeName() != SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE) {
            throw at(
                    CodedException.typeMismatch(
                                    "event-time column \"" + columnName + "\"",
                                    TypeNames.of(time),
                                    "TIMESTAMP or TIMESTAMP_LTZ")
                            .hint(
                                    "a computed column such as ts AS TO_TIMESTAMP(millis, 3) makes an event time of a number"),
                    watermark.column());
        }
        RexNode expression = RelationExpressions.convert(
                        List.of(watermark.expression()), relation, relation.columns(), settings, sql)
                .get(0);
        if (expression.getType().getSqlTypeName() != time.getSqlTypeName()) {
            throw at(
                    CodedException.typeMismatch(
                            "the watermark of column \"" + columnName + "\"",
                            TypeNames.of(expression.getType()),
                            TypeNames.of(time)),
                    watermark.expression());
        }
        if (!RexUtil.isDeterministic(expression)) {
            throw at(invalid("a watermark must depend on the row alone"), watermark.expression());
        }
        return new WatermarkDefinition(columnName, printer.print(watermark.expression()));
    }

    private static CodedException invalid(String message) {
        return CodedException.of(ErrorCode.INVALID_DEFINITION, message);
    }

    private CodedException at(CodedException error, SqlNode node) {
        return Places.at(error, node, sql);
    }
}
