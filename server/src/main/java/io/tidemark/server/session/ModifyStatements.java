package io.tidemark.server.session;

import io.tidemark.planner.PlannedModification;
import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.statement.ParsedStatement;
import io.tidemark.planner.statement.Statement;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.storage.InternalStream;
import io.tidemark.runtime.storage.InternalTable;
import io.tidemark.runtime.storage.TableChange;
import io.tidemark.runtime.storage.transaction.StorageTransaction;
import io.tidemark.runtime.translate.TranslatedPlan;
import io.tidemark.server.activity.StatementControl;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.server.query.ConnectorRegistry;
import io.tidemark.server.serving.ModificationPlans;
import io.tidemark.server.serving.ReadRequest;
import io.tidemark.server.serving.SnapshotResult;
import io.tidemark.server.transaction.OpenTransaction;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** INSERT, UPDATE and DELETE that run once: their rows are found by a snapshot query, then committed as a whole. */
final class ModifyStatements {

    private final ServerServices services;
    private final ModificationPlans plans = new ModificationPlans();

    ModifyStatements(ServerServices services) {
        this.services = services;
    }

    StatementExecutor.Outcome insert(SessionContext context, Statement.Insert insert, Session.Request request) {
        if (insert.query().isPresent()) {
            throw CodedException.of(
                            ErrorCode.WRONG_OBJECT_KIND,
                            "query \"" + insert.query().get().name()
                                    + "\" would read no stream, so it would end at once")
                    .hint("run the INSERT without CREATE QUERY");
        }
        return modify(context, insert.target(), insert.source(), request);
    }

    StatementExecutor.Outcome modify(SessionContext context, Statement.Modify modify, Session.Request request) {
        return modify(context, modify.target(), modify.source(), request);
    }

    /** Carries out a text whose plan is there; nothing if there is none. */
    Optional<StatementExecutor.Outcome> modifyKnown(SessionContext context, Session.Request request) {
        return plans.find(request.sql(), context, services.catalog().version())
                .map(plan -> modify(context, plan, request));
    }

    private StatementExecutor.Outcome modify(
            SessionContext context, RelationName target, ParsedStatement source, Session.Request request) {
        services.requireWritable(target);
        ModificationPlans.ModificationPlan plan = plan(context, source);
        plans.put(request.sql(), context, plan);
        return modify(context, plan, request);
    }

    private ModificationPlans.ModificationPlan plan(SessionContext context, ParsedStatement source) {
        long version = services.catalog().version();
        PlannedModification planned = services.planner(context).planModification(source);
        Optional<TranslatedPlan> translated = planned.rows().bindsKeysOnly()
                ? Optional.of(services.reader().translate(planned.rows(), context))
                : Optional.empty();
        return new ModificationPlans.ModificationPlan(planned, translated, version);
    }

    private static ReadRequest bound(
            SessionContext context, ModificationPlans.ModificationPlan plan, Session.Request request) {
        StatementControl control = request.control();
        Optional<PlannedQuery> keysBound = plan.translated().isPresent()
                ? plan.modification().rows().bindKeys(request.parameters())
                : Optional.empty();
        return keysBound
                .map(query -> new ReadRequest(
                        query, plan.translated(), Optional.empty(), context, control.timeout(), control::onCancel))
                .orElseGet(() -> new ReadRequest(
                        plan.modification().bind(request.parameters()).rows(),
                        context,
                        control.timeout(),
                        control::onCancel));
    }

    private StatementExecutor.Outcome modify(
            SessionContext context, ModificationPlans.ModificationPlan plan, Session.Request request) {
        PlannedModification planned = plan.modification();
        CatalogEntry entry = services.catalog().require(planned.target().name());
        requireWritable(planned, entry.definition());
        Optional<OpenTransaction> transaction = request.transaction();
        SnapshotResult found =
                services.reader().snapshot(bound(context, plan, request).within(transaction));
        if (found.firstBadRow().isPresent()) {
            throw nothingChanged(found.firstBadRow().get());
        }
        request.control().check();
        long count = found.batches().stream().mapToLong(ModifyStatements::count).sum();
        if (count > 0) {
            try {
                transaction.ifPresentOrElse(
                        open -> change(open.storage(), planned, entry, found.batches()),
                        () -> commit(planned, entry, found.batches()));
            } catch (CodedException e) {
                throw ofRow(e, planned, request.sql());
            }
        }
        return StatementExecutor.Outcome.of(new StatementResult.Updated(count));
    }

    private static CodedException nothingChanged(CodedException error) {
        return error.hint(error.hint().map(hint -> hint + "; n").orElse("n") + "othing was changed");
    }

    /** Gives an error about a row that storage refuses the place of the SET that made the row what it is. */
    private static CodedException ofRow(CodedException error, PlannedModification planned, String sql) {
        boolean aboutKey = error.code() == ErrorCode.DUPLICATE_KEY;
        if (!aboutKey && error.code() != ErrorCode.NOT_NULL_VIOLATION) {
            return error;
        }
        CodedException hinted = nothingChanged(error.hint(
                aboutKey
                        ? "give each row a primary key of its own"
                        : "give the column a value, as COALESCE does for a NULL"));
        return planned.assigned().entrySet().stream()
                .filter(column -> aboutKey
                        ? planned.target().primaryKey().contains(column.getKey())
                        : error.getMessage().startsWith("column \"" + column.getKey() + "\""))
                .findFirst()
                .map(column -> hinted.at(column.getValue(), sql))
                .orElseGet(() -> ErrorPlaces.named(hinted, sql));
    }

    private void requireWritable(PlannedModification planned, RelationDefinition target) {
        if (target.connector().isPresent()) {
            throw CodedException.unsupported(
                            planned.kind() + " on \"" + target.name() + "\", which is stored by connector \""
                                    + target.connector().get() + "\"")
                    .hint("write to it with a continuous query: INSERT INTO … SELECT … FROM a stream");
        }
        if (target.kind() == RelationKind.STREAM && planned.kind() != PlannedModification.Kind.INSERT) {
            throw CodedException.of(
                            ErrorCode.WRONG_OBJECT_KIND,
                            planned.kind() + " on stream \"" + target.name() + "\", whose rows are only ever appended")
                    .hint("declare a table if its rows are to change");
        }
        if (target.kind() == RelationKind.TABLE
                && !services.dependencies().queriesWriting(target.name()).isEmpty()) {
            String query =
                    services.dependencies().queriesWriting(target.name()).get(0).query();
            throw CodedException.of(
                            ErrorCode.MODE_08,
                            "table \"" + target.name() + "\" is written by query \"" + query
                                    + "\"; changing it by hand as well would make its contents hang on order")
                    .hint("stop and drop that query first, or write to another table");
        }
    }

    private void change(
            StorageTransaction transaction, PlannedModification planned, CatalogEntry entry, List<Batch> rows) {
        ConnectorRegistry connectors = services.connectors();
        if (planned.target().kind() == RelationKind.STREAM) {
            InternalStream stream = connectors.internalStream(entry);
            requireStillThere(entry);
            transaction.insert(stream, rows);
            return;
        }
        InternalTable table = connectors.internalTable(entry);
        requireStillThere(entry);
        int width = table.schema().size();
        switch (planned.kind()) {
            case INSERT -> transaction.upsert(table, rows);
            case DELETE -> transaction.delete(table, rows);
            case UPDATE -> transaction.update(table, columns(rows, 0, width), columns(rows, width, 2 * width));
        }
    }

    private void commit(PlannedModification planned, CatalogEntry entry, List<Batch> rows) {
        ConnectorRegistry connectors = services.connectors();
        if (planned.target().kind() == RelationKind.STREAM) {
            InternalStream stream = connectors.internalStream(entry);
            requireStillThere(entry);
            stream.insert(rows);
            return;
        }
        InternalTable table = connectors.internalTable(entry);
        requireStillThere(entry);
        int width = table.schema().size();
        TableChange change = switch (planned.kind()) {
            case INSERT -> new TableChange.Upsert(rows);
            case DELETE -> new TableChange.Delete(rows);
            case UPDATE -> new TableChange.Update(columns(rows, 0, width), columns(rows, width, 2 * width));
        };
        table.commit(List.of(change));
    }

    /**
     * Refuses a change of what has been dropped since the statement was planned. Who opens the rows of a relation that is no more makes them anew,
     * so they go again; one that is still there after they were opened closes them itself when it is dropped.
     */
    private void requireStillThere(CatalogEntry entry) {
        RelationDefinition relation = entry.definition();
        boolean there = services.catalog()
                .entry(relation.name())
                .filter(now -> now.id().equals(entry.id()))
                .isPresent();
        if (!there) {
            services.connectors().dropStorage(entry.id());
            throw CodedException.droppedMeanwhile(relation.kind().word() + " \"" + relation.name() + "\"");
        }
    }

    private static long count(Batch batch) {
        long count = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            count += batch.weight(batch.position(i));
        }
        return count;
    }

    private static List<Batch> columns(List<Batch> rows, int from, int to) {
        List<Batch> cut = new ArrayList<>();
        rows.forEach(batch -> cut.add(batch.withColumns(batch.columns().subList(from, to))));
        return cut;
    }
}
