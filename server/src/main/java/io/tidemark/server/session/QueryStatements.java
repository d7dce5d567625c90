package io.tidemark.server.session;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.incremental.TriggerSpec;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.Statement.IfExists;
import io.tidemark.runtime.epoch.RunSummary;
import io.tidemark.server.activity.StatementControl;
import io.tidemark.server.catalog.Dependencies;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.server.catalog.StoredQuery;
import io.tidemark.server.query.QueryRequest;
import io.tidemark.server.query.RunningQuery;
import io.tidemark.server.query.ViewRetention;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** INSERT … SELECT that runs on, and what is done to running queries: PAUSE, RESUME, STOP, ALTER, FLUSH, ADVANCE WATERMARK. */
final class QueryStatements {

    private final ServerServices services;

    QueryStatements(ServerServices services) {
        this.services = services;
    }

    StatementExecutor.Outcome insert(SessionContext context, Statement.Insert insert, Session.Request request) {
        if (!request.parameters().isEmpty()) {
            throw CodedException.unsupported("a parameter in a continuous query")
                    .hint("write the value into the statement");
        }
        RunningQuery running;
        PlannedQuery plan;
        services.definitionLock().lock();
        try {
            if (insert.query().isPresent() && isTaken(insert.query().get())) {
                return StatementExecutor.Outcome.of(
                        new StatementResult.Updated(0),
                        List.of(new Notice(
                                ErrorCode.NOTICE,
                                "query \"" + insert.query().get().name() + "\" exists already and was left as it is")));
            }
            services.requireWritable(insert.target());
            Map<String, String> options =
                    insert.query().map(Statement.QueryHead::options).orElse(Map.of());
            plan = services.planner(context).forQuery(options).planContinuous(insert.source());
            request.unboundedState().orAsIn(options).check(plan);
            ViewRetention.of(plan, options);
            requireOnlyWriter(plan);
            requireNoFeedback(plan);
            String name = insert.query()
                    .map(Statement.QueryHead::name)
                    .orElseGet(() -> services.queries()
                            .freeName("insert_into_" + insert.target().name()));
            StoredQuery query = services.queries()
                    .newQuery(new QueryRequest(
                            name, Optional.empty(), insert.source().sql(), context, options));
            running = services.queries().start(query, plan);
        } finally {
            services.definitionLock().unlock();
        }
        List<Notice> warnings = Notices.of(plan.warnings());
        if (plan.trigger().kind() == TriggerSpec.Kind.ONCE) {
            RunSummary summary =
                    Waiting.forResult(running.completion(), request.control(), "query \"" + running.name() + "\"");
            return StatementExecutor.Outcome.of(
                    new StatementResult.Updated(summary.rowsOut()),
                    Notices.with(ErrorCode.QUERY_STARTED, "query \"" + running.name() + "\" ran once", warnings));
        }
        return StatementExecutor.Outcome.of(
                new StatementResult.Updated(0),
                Notices.with(ErrorCode.QUERY_STARTED, "query \"" + running.name() + "\" is running", warnings));
    }

    /** The contents of a table would hang on the order in which two queries write it, unless one of them has ended. */
    private void requireOnlyWriter(PlannedQuery plan) {
        RelationDefinition target = plan.target().orElseThrow();
        if (target.kind() != RelationKind.TABLE) {
            return;
        }
        for (Dependencies.QueryUse use : services.dependencies().queriesWriting(target.name())) {
            if (!services.queries().get(use.query()).isOver()) {
                throw CodedException.of(
                                ErrorCode.MODE_08,
                                "table \"" + target.name() + "\" is written by query \"" + use.query()
                                        + "\"; a second one would make its contents hang on order")
                        .hint("drop that query first, or write to another table");
            }
        }
    }

    /** A query that reads what it writes would be fed by each row it gives out, and never come to an end. */
    private void requireNoFeedback(PlannedQuery plan) {
        RelationName target = plan.target().orElseThrow().name();
        List<String> way = services.dependencies()
                .wayBack(
                        plan.relations(),
                        target,
                        query -> services.queries()
                                .find(query)
                                .map(running -> !running.isOver())
                                .orElse(false));
        if (!way.isEmpty()) {
            throw CodedException.of(
                            ErrorCode.INVALID_DEFINITION,
                            "the query would feed itself without end: it writes " + String.join(" → ", way)
                                    + ", which it reads")
                    .hint("write to a relation that nothing it reads comes from");
        }
    }

    private boolean isTaken(Statement.QueryHead head) {
        boolean taken = services.queries().exists(head.name());
        if (taken && head.ifExists() == IfExists.REPLACE) {
            throw CodedException.unsupported("CREATE OR REPLACE of a query that exists")
                    .hint("drop it first, then create it");
        }
        if (taken && head.ifExists() == IfExists.FAIL) {
            throw CodedException.duplicateName("query", head.name());
        }
        return taken;
    }

    StatementExecutor.Outcome control(Statement.ControlQuery control, StatementControl statement) {
        RunningQuery query = services.queries().get(control.name());
        CompletableFuture<Void> done = switch (control.action()) {
            case PAUSE -> services.queries().pause(query);
            case RESUME -> services.queries().resume(query);
            case STOP -> services.queries().stop(query, control.drain());
        };
        Waiting.forResult(done, statement, control.action() + " QUERY " + query.name());
        return StatementExecutor.Outcome.done();
    }

    StatementExecutor.Outcome alter(Statement.AlterQuery alter, StatementControl statement) {
        RunningQuery query = services.queries().get(alter.name());
        Waiting.forResult(services.queries().alter(query, alter.options()), statement, "ALTER QUERY " + query.name());
        return StatementExecutor.Outcome.done();
    }

    /**
     * Everything there is now goes through every query, through chains of them stage by stage. What a name asks for must all be flushed; without
     * one, queries that are paused or have failed are left out with a notice, and so are those that were stopped while others wait for them.
     */
    StatementExecutor.Outcome flush(Statement.Flush flush, StatementControl control) {
        boolean everything = flush.name().isEmpty();
        List<Notice> notices = new ArrayList<>();
        for (Set<String> stage : stages(flush.name())) {
            List<CompletableFuture<Void>> flushed = new ArrayList<>();
            for (String name : stage) {
                Optional<RunningQuery> query = services.queries().find(name);
                Optional<CodedException> stopped =
                        query.filter(found -> isMissed(found, flush)).flatMap(RunningQuery::stopped);
                Optional<CodedException> held =
                        query.flatMap(services.queries()::heldBy).or(() -> stopped);
                if (everything && held.isPresent()) {
                    notices.add(new Notice(
                            ErrorCode.NOTICE, "not flushed: " + held.get().render()));
                } else if (stopped.isPresent()) {
                    flushed.add(CompletableFuture.failedFuture(stopped.get()));
                } else {
                    query.ifPresent(running -> flushed.add(services.queries().flush(running)));
                }
            }
            Waiting.forResult(CompletableFuture.allOf(flushed.toArray(CompletableFuture[]::new)), control, "FLUSH");
        }
        return StatementExecutor.Outcome.of(new StatementResult.Updated(0), notices);
    }

    /** Whether a query that was stopped lacks to FLUSH: it is asked for itself, or rows wait for it that another does not write in its place. */
    private boolean isMissed(RunningQuery stopped, Statement.Flush flush) {
        if (flush.name().isPresent() && flush.name().get().name().equalsIgnoreCase(stopped.name())) {
            return true;
        }
        Dependencies dependencies = services.dependencies();
        boolean replaced =
                dependencies.queriesWritingBeside(stopped.name()).stream().anyMatch(this::goesOn);
        return !replaced
                && (flush.name().isPresent()
                        || dependencies.queriesReadingFrom(stopped.name()).stream()
                                .anyMatch(this::goesOn));
    }

    private boolean goesOn(Dependencies.QueryUse use) {
        return services.queries()
                .find(use.query())
                .filter(query -> !query.isOver())
                .isPresent();
    }

    /** The queries in an order such that each comes after those that write what it reads. */
    private List<Set<String>> stages(Optional<RelationName> target) {
        Set<String> wanted = new LinkedHashSet<>();
        if (target.isPresent()) {
            upstream(target.get(), wanted);
        } else {
            services.queries().all().forEach(query -> wanted.add(query.name()));
        }
        List<Set<String>> stages = new ArrayList<>();
        Set<String> placed = new LinkedHashSet<>();
        while (placed.size() < wanted.size()) {
            Set<String> stage = new LinkedHashSet<>();
            for (String name : wanted) {
                if (!placed.contains(name) && placed.containsAll(writersOfInputs(name, wanted))) {
                    stage.add(name);
                }
            }
            if (stage.isEmpty()) {
                wanted.stream().filter(name -> !placed.contains(name)).forEach(stage::add);
            }
            stages.add(stage);
            placed.addAll(stage);
        }
        return stages;
    }

    private Set<String> writersOfInputs(String query, Set<String> wanted) {
        Set<String> writers = new LinkedHashSet<>();
        services.queries()
                .get(query)
                .reads()
                .forEach(relation ->
                        services.dependencies().queriesWriting(relation).forEach(use -> writers.add(use.query())));
        writers.retainAll(wanted);
        writers.remove(query);
        return writers;
    }

    private void upstream(RelationName target, Set<String> wanted) {
        Deque<RelationName> open = new ArrayDeque<>();
        if (services.queries().exists(target.name())) {
            RunningQuery query = services.queries().get(target.name());
            wanted.add(query.name());
            open.addAll(query.reads());
        } else if (services.catalog().entry(target).isEmpty()) {
            throw CodedException.unknownObject(
                    "relation or query", target.toString(), services.queries().names());
        }
        open.add(target);
        while (!open.isEmpty()) {
            for (Dependencies.QueryUse use : services.dependencies().queriesWriting(open.remove())) {
                if (wanted.add(use.query())) {
                    open.addAll(use.reads());
                }
            }
        }
    }

    StatementExecutor.Outcome advanceWatermark(Statement.AdvanceWatermark advance, StatementControl control) {
        RelationName relation =
                services.catalog().require(advance.relation()).definition().name();
        List<CompletableFuture<Void>> advanced = new ArrayList<>();
        for (Dependencies.QueryUse use : services.dependencies().queriesReading(relation)) {
            services.queries()
                    .find(use.query())
                    .ifPresent(query -> advanced.add(
                            services.queries().advanceWatermark(query, advance.relation(), advance.micros())));
        }
        if (advanced.isEmpty()) {
            throw CodedException.of(ErrorCode.WRONG_STATE, "no running query reads \"" + advance.relation() + "\"")
                    .hint("the watermark belongs to the queries that read a stream; start one first");
        }
        Waiting.forResult(
                CompletableFuture.allOf(advanced.toArray(CompletableFuture[]::new)), control, "ADVANCE WATERMARK");
        return StatementExecutor.Outcome.done();
    }
}
