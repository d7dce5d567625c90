package io.tidemark.server.system;

import io.tidemark.planner.PlannerSettings;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.StatementPlanner;
import io.tidemark.planner.statement.StatementReader;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.server.activity.ConnectedSessions;
import io.tidemark.server.audit.AuditLog;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.security.Access;
import io.tidemark.sql.error.CodedException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tables of the server's own schemas: declared in its catalog, and read from its state. Thread-safe. */
public final class SystemTables {

    private final List<SystemTable> tables;
    private final Access access;

    /**
     * The system tables over the queries and sessions given.
     *
     * @param audit for administrators
     * @param access what each user sees of them
     * @param others tables that other packages fill
     */
    public SystemTables(
            QueryService queries,
            ConnectedSessions sessions,
            AuditLog audit,
            Access access,
            Clock clock,
            List<SystemTable> others) {
        this.access = access;
        List<SystemTable> all = new ArrayList<>(List.of(
                new QueriesTable(queries),
                new EpochsTable(queries),
                new SourcesTable(queries),
                new WatermarksTable(queries, clock),
                new LateRowsTable(queries),
                new BadRowsTable(queries),
                new SessionsTable(sessions),
                new AuditTable(audit)));
        all.addAll(others);
        tables = List.copyOf(all);
    }

    /** Declares every table in the catalog. */
    public void declare(ServerCatalog catalog) {
        tables.stream().map(SystemTable::schema).distinct().forEach(catalog::addSchema);
        StatementReader reader = new StatementReader(false, RelationName.SYSTEM_SCHEMA);
        StatementPlanner planner = new StatementPlanner(catalog, PlannerSettings.defaults());
        for (SystemTable table : tables) {
            RelationName name = new RelationName(table.schema(), table.name());
            String sql = "CREATE TABLE " + name + " (" + table.columns() + ")";
            Statement statement = reader.read(sql);
            RelationDefinition declared = planner.define(((Statement.CreateRelation) statement).source());
            RelationDefinition definition = new RelationDefinition(
                    name,
                    RelationKind.SYSTEM_TABLE,
                    declared.columns(),
                    Optional.empty(),
                    List.of(),
                    Map.of(),
                    null,
                    sql);
            catalog.put(new CatalogEntry(name.toString(), definition, ZoneOffset.UTC));
        }
    }

    /** The rows of a system table as they are now, with all its columns, that a user may see. */
    public List<Batch> rows(RelationDefinition definition, String user) {
        RelationName name = definition.name().folded();
        SystemTable table = tables.stream()
                .filter(candidate -> new RelationName(candidate.schema(), candidate.name())
                        .folded()
                        .equals(name))
                .findFirst()
                .orElseThrow(() -> CodedException.internal("no system table \"" + definition.name() + "\""));
        SystemRows rows = new SystemRows(RelationSchemas.columns(definition), new Viewer(user, access));
        table.fill(rows);
        return rows.batches();
    }
}
