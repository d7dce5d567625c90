package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.function.CatalogFunctions;
import io.tidemark.planner.syntax.AggregateRewrite;
import io.tidemark.planner.syntax.FunctionRewrite;
import io.tidemark.planner.syntax.GroupWindowRewrite;
import io.tidemark.planner.syntax.JdbcFunctionRewrite;
import io.tidemark.planner.syntax.MatchRewrite;
import io.tidemark.planner.syntax.SessionPartitionRewrite;
import io.tidemark.planner.syntax.SessionRewrite;
import io.tidemark.planner.syntax.UnsupportedConstructs;
import io.tidemark.planner.syntax.VersionedJoinRewrite;
import io.tidemark.planner.syntax.WindowInputRewrite;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import io.tidemark.sql.parser.StatementParser;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/**
 * Validates and converts the parts of one statement. One instance, and so one view of the catalog, for each statement; for one thread.
 *
 * <p><b>Errors</b>: whatever Calcite finds wrong leaves as a {@link CodedException} with code and position.
 */
public final class StatementSession {
    private final Catalog catalog;
    private final ValidationSettings settings;
    private final String sql;
    private final RelOptCluster cluster = Clusters.create();
    private final CatalogFunctions functions;
    private final Map<RelationName, RelationExpansion> expansions = new LinkedHashMap<>();
    private final Map<RelationName, RelationDefinition> read = new LinkedHashMap<>();
    private final Deque<RelationName> views = new ArrayDeque<>();
    /** Whose rights hold for what is being read: the user's, within a view its owner's. */
    private Catalog reader;

    /** Makes a session for a statement with the given text. */
    public StatementSession(Catalog catalog, ValidationSettings settings, String sql) {
        this.catalog = catalog;
        this.reader = catalog;
        this.settings = settings;
        this.sql = sql;
        this.functions = new CatalogFunctions(catalog);
    }

    /** The statement's text. */
    public String sql() {
        return sql;
    }

    /** The relations met so far. */
    public List<RelationDefinition> relations() {
        return List.copyOf(read.values());
    }

    /** Validates a query or a statement that changes a table, and converts it. The tree must be a copy: it is changed. */
    public LogicalPlan convert(SqlNode statement) {
        SqlNode prepared = rewritten(statement, sql, settings.defaultSchema());
        UnsupportedConstructs.check(prepared, sql);
        DialectValidator validator = validator(settings.defaultSchema(), CatalogSchema.root(catalog));
        ErrorTranslator errors = new ErrorTranslator(sql, validator, catalog, settings.defaultSchema());
        return errors.translating(prepared, () -> {
            SqlNode validated = validator.validate(prepared);
            RelDataType parameters = validator.getParameterRowType(validated);
            RelRoot root = toRel(validator, validated, Optional.empty());
            return new LogicalPlan(
                    operators(root, Optional.empty()),
                    root.fields.rightList(),
                    expansions,
                    List.copyOf(read.keySet()),
                    functions.called(),
                    parameters.getFieldList().stream()
                            .map(field -> field.getType())
                            .toList(),
                    sql);
        });
    }

    private SqlNode rewritten(SqlNode tree, String text, String schema) {
        try {
            SqlNode known = SessionRewrite.rewrite(JdbcFunctionRewrite.rewrite(tree), schema, settings.user());
            SqlNode versioned = VersionedJoinRewrite.rewrite(known, name -> versioned(name, schema, text), text);
            SqlNode standard = AggregateRewrite.rewrite(FunctionRewrite.rewrite(versioned));
            return MatchRewrite.rewrite(
                    GroupWindowRewrite.rewrite(WindowInputRewrite.rewrite(SessionPartitionRewrite.rewrite(standard))));
        } catch (CodedException e) {
            throw e.position().map(position -> e.at(position, text)).orElse(e);
        }
    }

    /** What stands behind a name in FROM, whose versions are read. */
    private RelationDefinition versioned(SqlIdentifier name, String schema, String text) {
        RelationDefinition found = new RelationNames(reader, schema, text).relation(name);
        reader.requireReadable(found);
        read.put(found.name(), found);
        return found;
    }

    private RelRoot toRel(DialectValidator validator, SqlNode validated, Optional<SourcePosition> fixedPosition) {
        LogicalConverter converter =
                new LogicalConverter(validator, Clusters.reader(validator), cluster, this::relation, fixedPosition);
        return converter.convertQuery(validated, false, true);
    }

    /** The operators of a root; inside a view their expressions get the place that they were given. */
    private static RelNode operators(RelRoot root, Optional<SourcePosition> fixedPosition) {
        RelNode rel = root.kind.belongsTo(org.apache.calcite.sql.SqlKind.DML) ? root.rel : root.project();
        return fixedPosition
                .map(position -> ExpressionPosition.moved(rel, position))
                .orElse(rel);
    }

    private RelNode relation(RelOptTable table, Optional<SourcePosition> position) {
        RelationTable relation = table.unwrapOrThrow(RelationTable.class);
        RelationDefinition definition = relation.definition();
        reader.requireReadable(definition);
        read.put(definition.name(), definition);
        if (definition.kind() == RelationKind.VIEW) {
            return view(definition, position);
        }
        expansions.computeIfAbsent(
                definition.name(),
                name -> RelationExpressions.expand(definition, settings, catalog.maxFutureSkew(definition)));
        return LogicalTableScan.create(
                cluster, table, position.map(NodePosition::hint).map(List::of).orElse(List.of()));
    }

    private RelNode view(RelationDefinition definition, Optional<SourcePosition> position) {
        if (views.contains(definition.name())) {
            throw CodedException.of(ErrorCode.INVALID_DEFINITION, "view \"" + definition.name() + "\" reads itself");
        }
        String query = java.util.Objects.requireNonNull(definition.query());
        Catalog outer = reader;
        views.push(definition.name());
        reader = outer.ofView(definition);
        try {
            SqlNode parsed = rewritten(
                    new StatementParser().parse(query), query, definition.name().schema());
            DialectValidator validator = validator(definition.name().schema(), CatalogSchema.root(reader));
            RelRoot root = toRel(validator, validator.validate(parsed), position);
            return Casts.toColumns(operators(root, position), definition.columns());
        } catch (CodedException e) {
            throw position.map(e::at).orElse(e);
        } catch (RuntimeException e) {
            throw CodedException.of(
                            ErrorCode.INVALID_DEFINITION,
                            "view \"" + definition.name() + "\" can no longer be read, because of what it reads")
                    .cause(e);
        } finally {
            views.pop();
            reader = outer;
        }
    }

    private DialectValidator validator(String schema, CatalogSchema root) {
        return Clusters.validator(root, functions, List.of(schema), settings.implicitConversions());
    }

    /** The definitions read, as a list of names in the order in which they were met. */
    List<RelationName> names() {
        return new ArrayList<>(read.keySet());
    }
}
