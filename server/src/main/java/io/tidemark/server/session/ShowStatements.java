package io.tidemark.server.session;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.catalog.IndexDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.statement.Privilege;
import io.tidemark.planner.statement.Statement;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.NamePattern;
import io.tidemark.server.catalog.StoredRole;
import io.tidemark.server.query.RunningQuery;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.parser.ConfidentialText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SHOW, SHOW CREATE and DESCRIBE. */
final class ShowStatements {

    private final ServerServices services;

    ShowStatements(ServerServices services) {
        this.services = services;
    }

    /** The columns that a statement other than SELECT and DML gives; empty if it gives a count. */
    Optional<Schema> columns(Statement statement) {
        if (statement instanceof Statement.Show show) {
            return Optional.of(rows(show.kind()).result().schema());
        }
        if (statement instanceof Statement.Describe describe) {
            return Optional.of((describe.statementText() ? new TextRows("statement") : describeRows())
                    .result()
                    .schema());
        }
        if (statement instanceof Statement.Explain) {
            return Optional.of(new TextRows("plan").result().schema());
        }
        if (statement instanceof Statement.SetProperty set && set.value().isEmpty() && !set.reset()) {
            return Optional.of(new TextRows("key", "value").result().schema());
        }
        return Optional.empty();
    }

    /** Carries a statement out for a user, who sees what the user may do something with. */
    StatementResult show(String user, Statement statement) {
        if (statement instanceof Statement.Show show) {
            return list(user, show);
        }
        if (statement instanceof Statement.Describe describe) {
            return describe.statementText() ? showCreate(describe) : describe(describe);
        }
        throw CodedException.internal("no one carries out " + statement);
    }

    private static TextRows rows(String kind) {
        return switch (kind) {
            case "QUERIES" -> new TextRows("name", "state", "statement");
            case "GRANTS" -> new TextRows("grantee", "privilege", "kind", "object");
            case "SCHEMAS", "CONNECTORS", "FORMATS", "FUNCTIONS", "ROLES" -> new TextRows("name");
            case "INDEXES" -> new TextRows("schema", "name", "relation", "columns");
            case "SETTINGS" -> new TextRows("key", "value");
            case "USERS" -> new TextRows("name", "administrator");
            case "SECRETS" -> new TextRows("name", "owner", "used_by");
            default -> new TextRows("schema", "name", "connector");
        };
    }

    private StatementResult list(String user, Statement.Show show) {
        TextRows rows = rows(show.kind());
        NamePattern pattern = like(show.like());
        switch (show.kind()) {
            case "STREAMS" -> relations(user, RelationKind.STREAM, pattern, rows);
            case "TABLES" -> relations(user, RelationKind.TABLE, pattern, rows);
            case "VIEWS" -> {
                relations(user, RelationKind.VIEW, pattern, rows);
                relations(user, RelationKind.MATERIALIZED_VIEW, pattern, rows);
            }
            case "MATERIALIZED_VIEWS" -> relations(user, RelationKind.MATERIALIZED_VIEW, pattern, rows);
            case "QUERIES" -> {
                for (RunningQuery query : services.queries().all()) {
                    if (pattern.matches(query.name())
                            && services.security().access().may(user, Privilege.SELECT, query)) {
                        rows.add(query.name(), query.stateName(), query.statement());
                    }
                }
            }
            case "SCHEMAS" -> names(services.catalog().schemas(), pattern, rows);
            case "CONNECTORS" -> names(services.connectors().names(), pattern, rows);
            case "FORMATS" -> names(List.of("csv", "json", "parquet"), pattern, rows);
            case "FUNCTIONS" -> {
                List<String> all = new ArrayList<>(DialectOperators.functionNames());
                all.addAll(services.functions().names());
                names(all, pattern, rows);
            }
            case "INDEXES" -> indexes(user, pattern, rows);
            case "USERS" -> users(pattern, rows);
            case "ROLES" ->
                services.security().grants().roles().stream()
                        .filter(pattern::matches)
                        .forEach(rows::add);
            case "GRANTS" ->
                services.security().list().of(user).stream()
                        .filter(line -> pattern.matches(line.grantee()))
                        .forEach(line -> rows.add(line.grantee(), line.privilege(), line.kind(), line.object()));
            case "SECRETS" ->
                services.security().secrets().visible(user).stream()
                        .filter(line -> pattern.matches(line.name()))
                        .forEach(line -> rows.add(
                                line.name(),
                                line.owner().isEmpty() ? null : line.owner(),
                                String.join(", ", line.usedBy())));
            default -> throw CodedException.unsupported("SHOW " + show.kind().replace('_', ' '));
        }
        return rows.result();
    }

    private static void names(List<String> names, NamePattern pattern, TextRows rows) {
        names.stream().filter(name -> pattern.matches(name)).forEach(rows::add);
    }

    private void users(NamePattern pattern, TextRows rows) {
        for (StoredRole user : services.security().users().all()) {
            if (pattern.matches(user.name())) {
                rows.add(user.name(), services.security().access().isAdministrator(user.name()) ? "YES" : "NO");
            }
        }
    }

    private List<CatalogEntry> visible(String user) {
        return services.catalog().entries().stream()
                .filter(entry -> services.security().access().sees(user, entry))
                .toList();
    }

    private void indexes(String user, NamePattern pattern, TextRows rows) {
        for (CatalogEntry entry : visible(user)) {
            RelationDefinition definition = entry.definition();
            for (IndexDefinition index : definition.indexes()) {
                if (pattern.matches(index.name())) {
                    rows.add(
                            definition.name().schema(),
                            index.name(),
                            definition.name().name(),
                            String.join(", ", index.columns()));
                }
            }
        }
    }

    private void relations(String user, RelationKind kind, NamePattern pattern, TextRows rows) {
        for (CatalogEntry entry : visible(user)) {
            RelationDefinition definition = entry.definition();
            if (definition.kind() == kind && pattern.matches(definition.name().name())) {
                rows.add(
                        definition.name().schema(),
                        definition.name().name(),
                        definition.connector().orElse(null));
            }
        }
    }

    private static NamePattern like(Optional<String> pattern) {
        return NamePattern.of(pattern.orElse("%"));
    }

    private static boolean asksFunction(Statement.Describe describe) {
        return describe.type()
                .filter(type -> type == Statement.ObjectType.FUNCTION)
                .isPresent();
    }

    private StatementResult showCreate(Statement.Describe describe) {
        if (asksFunction(describe)) {
            String text = services.functions().statement(describe.relation().name());
            return new TextRows("statement").add(text).result();
        }
        boolean asksQuery = describe.type()
                .filter(type -> type == Statement.ObjectType.QUERY)
                .isPresent();
        boolean isRelation = services.catalog().entry(describe.relation()).isPresent();
        if (asksQuery
                || (!isRelation && services.queries().exists(describe.relation().name()))) {
            RunningQuery query = services.queries().get(describe.relation().name());
            return new TextRows("statement").add(query.statement()).result();
        }
        CatalogEntry entry = services.catalog().require(describe.relation());
        if (entry.definition().kind() == RelationKind.SYSTEM_TABLE) {
            throw CodedException.of(ErrorCode.WRONG_OBJECT_KIND, "\"" + describe.relation() + "\" is a system table")
                    .hint("DESCRIBE shows its columns");
        }
        if (describe.type().isPresent()
                && entry.definition().kind()
                        != RelationKind.valueOf(describe.type().get().name())) {
            throw CodedException.of(
                            ErrorCode.WRONG_OBJECT_KIND,
                            "\"" + describe.relation() + "\" is a "
                                    + entry.definition().kind().word() + ", not a "
                                    + describe.type().get().words())
                    .hint("use SHOW CREATE " + entry.definition().kind().name().replace('_', ' '));
        }
        return new TextRows("statement")
                .add(ConfidentialText.hidden(entry.definition().statement()))
                .result();
    }

    private static TextRows describeRows() {
        return new TextRows("column", "type", "null", "key", "extra");
    }

    private StatementResult describe(Statement.Describe describe) {
        if (asksFunction(describe)) {
            return describe(services.functions().require(describe.relation().name()));
        }
        RelationDefinition definition =
                services.catalog().require(describe.relation()).definition();
        Schema schema = RelationSchemas.columns(definition);
        TextRows rows = describeRows();
        for (int i = 0; i < schema.size(); i++) {
            ColumnDefinition column = definition.columns().get(i);
            rows.add(
                    column.name(),
                    schema.type(i).toString(),
                    schema.type(i).nullable() ? "YES" : "NO",
                    definition.primaryKey().contains(column.name()) ? "PRIMARY KEY" : null,
                    extra(definition, column));
        }
        return rows.result();
    }

    /** The parameters by their place, and the result. */
    private static StatementResult describe(FunctionDefinition function) {
        TextRows rows = describeRows();
        List<DataType> parameters = RelationSchemas.parameters(function);
        for (int i = 0; i < parameters.size(); i++) {
            describe("parameter " + (i + 1), parameters.get(i), rows);
        }
        describe("result", RelationSchemas.result(function), rows);
        return rows.result();
    }

    private static void describe(String what, DataType type, TextRows rows) {
        rows.add(what, type.toString(), type.nullable() ? "YES" : "NO", null, null);
    }

    private static @Nullable String extra(RelationDefinition definition, ColumnDefinition column) {
        StringBuilder text = new StringBuilder();
        switch (column.role()) {
            case PHYSICAL -> {
                // nothing to add
            }
            case METADATA ->
                text.append("METADATA FROM '").append(column.metadataKey()).append("'");
            case VIRTUAL_METADATA ->
                text.append("METADATA FROM '").append(column.metadataKey()).append("' VIRTUAL");
            case COMPUTED -> text.append("AS ").append(column.expression());
        }
        definition
                .watermark()
                .filter(watermark -> watermark.column().equals(column.name()))
                .ifPresent(watermark -> text.append(text.length() == 0 ? "" : ", ")
                        .append("WATERMARK AS ")
                        .append(watermark.expression()));
        return text.length() == 0 ? null : text.toString();
    }
}
