package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.WatermarkDefinition;
import io.tidemark.planner.syntax.FunctionRewrite;
import io.tidemark.planner.syntax.Places;
import io.tidemark.planner.syntax.SyntaxTrees;
import io.tidemark.planner.syntax.UnsupportedConstructs;
import io.tidemark.planner.type.DialectTypeFactory;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.parser.StatementParser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Expressions over a relation's own columns: computed columns and the watermark. */
final class RelationExpressions {
    private static final String ACCEPTING = "'late.rows' = 'accept' keeps every window open";

    private RelationExpressions() {}

    /** How the relation's columns follow from its stored ones; {@code maxFutureSkew} is a limit of its event times. */
    static RelationExpansion expand(
            RelationDefinition definition, ValidationSettings settings, Optional<Duration> maxFutureSkew) {
        StatementParser parser = new StatementParser();
        List<ColumnDefinition> stored = definition.storedColumns();
        List<SqlNode> computed = new ArrayList<>();
        for (ColumnDefinition column : definition.columns()) {
            if (column.expression() != null) {
                computed.add(parser.parseExpression(column.expression()));
            }
        }
        List<RexNode> expressions = convert(computed, definition, stored, settings, "");
        RexBuilder builder = new RexBuilder(new DialectTypeFactory());
        List<RexNode> columns = new ArrayList<>();
        int nextStored = 0;
        int nextComputed = 0;
        for (ColumnDefinition column : definition.columns()) {
            columns.add(
                    column.expression() == null
                            ? builder.makeInputRef(column.type(), nextStored++)
                            : expressions.get(nextComputed++));
        }
        if (settings.acceptsLateRows() && definition.watermark().isPresent()) {
            return new RelationExpansion(columns, Optional.empty(), Optional.of(ACCEPTING));
        }
        Optional<RelationExpansion.Watermark> watermark = definition
                .watermark()
                .map(w -> new RelationExpansion.Watermark(
                        timeColumn(w, definition), watermark(w, definition, settings, parser), maxFutureSkew));
        return new RelationExpansion(columns, watermark, Optional.empty());
    }

    private static RexNode watermark(
            WatermarkDefinition watermark,
            RelationDefinition definition,
            ValidationSettings settings,
            StatementParser parser) {
        SqlNode parsed = parser.parseExpression(watermark.expression());
        return convert(List.of(parsed), definition, definition.columns(), settings, "")
                .get(0);
    }

    private static int timeColumn(WatermarkDefinition watermark, RelationDefinition definition) {
        int index = 0;
        while (!definition.columns().get(index).name().equalsIgnoreCase(watermark.column())) {
            index++;
        }
        return index;
    }

    /** Validates and converts expressions over some columns of a relation. Positions in errors refer to {@code sql}. */
    static List<RexNode> convert(
            List<SqlNode> expressions,
            RelationDefinition definition,
            List<ColumnDefinition> columns,
            ValidationSettings settings,
            String sql) {
        if (expressions.isEmpty()) {
            return List.of();
        }
        RelationTable table = new RelationTable(definition, columns);
        String schema = definition.name().schema();
        SqlNode select = select(expressions, definition);
        UnsupportedConstructs.check(select, sql);
        DialectValidator validator = Clusters.validator(
                CatalogSchema.single(schema, table), List.of(schema), settings.implicitConversions());
        ErrorTranslator errors = ErrorTranslator.within(definition, columns, sql, validator);
        return errors.translating(select, () -> {
            SqlNode validated = validator.validate(select);
            RelOptCluster cluster = Clusters.create();
            LogicalConverter converter = new LogicalConverter(
                    validator,
                    Clusters.reader(validator),
                    cluster,
                    (found, position) -> scan(cluster, found),
                    Optional.empty());
            RelNode rel = converter.convertQuery(validated, false, true).project();
            return expressions(rel, expressions.get(0), sql);
        });
    }

    private static RelNode scan(RelOptCluster cluster, RelOptTable table) {
        return LogicalTableScan.create(cluster, table, List.of());
    }

    private static SqlNode select(List<SqlNode> expressions, RelationDefinition definition) {
        SqlParserPos zero = SqlParserPos.ZERO;
        SqlNodeList list = new SqlNodeList(
                expressions.stream()
                        .map(SyntaxTrees::copy)
                        .map(FunctionRewrite::rewrite)
                        .toList(),
                zero);
        SqlIdentifier from = new SqlIdentifier(
                List.of(definition.name().schema(), definition.name().name()), zero);
        return new SqlSelect(zero, null, list, from, null, null, null, null, null, null, null, null, null);
    }

    private static List<RexNode> expressions(RelNode rel, SqlNode first, String sql) {
        if (rel instanceof TableScan) {
            RexBuilder builder = rel.getCluster().getRexBuilder();
            return new ArrayList<>(builder.identityProjects(rel.getRowType()));
        }
        if (rel instanceof Project project && project.getInput() instanceof TableScan) {
            return project.getProjects();
        }
        throw Places.at(
                CodedException.of(
                        ErrorCode.INVALID_DEFINITION,
                        "the expression of a column or watermark can use only the row's own columns"),
                first,
                sql);
    }
}
