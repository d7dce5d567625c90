package io.tidemark.planner;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.incremental.EmitMode;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.TriggerSpec;
import io.tidemark.planner.lookup.LookupRewrite;
import io.tidemark.planner.translate.IncrementalTranslator;
import io.tidemark.planner.translate.Purpose;
import io.tidemark.planner.type.TypeNames;
import io.tidemark.planner.validate.Clusters;
import io.tidemark.planner.validate.ViewColumns;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataTypeField;

/** Makes a planned query of a request: translation, output mode, trigger, key and warnings. */
final class QueryAssembly {
    private QueryAssembly() {}

    static PlannedQuery assemble(PlanRequest request) {
        Clusters.useMetadataOnThisThread();
        checkTypes(request);
        ChangeFunctions changes = ChangeFunctions.take(request.logical(), request.kind() == PlannedQuery.Kind.PUSH);
        PlanRequest ready = request.withLogical(changes.plan());
        if (request.kind() == PlannedQuery.Kind.SNAPSHOT) {
            return snapshot(request, ready);
        }
        Determinism.checkFunctions(request.logical());
        ModeDecision.Outcome outcome = new ModeDecision(ready).decide();
        IncrementalNode root = outcome.root();
        Epochs.check(request, root, changes.columns());
        Determinism.check(root, request.logical().sql());
        boolean deletes = outcome.mode() != EmitMode.COMPLETE && Deletes.possible(root);
        List<PlanWarning> warnings = new ArrayList<>();
        if (request.kind() == PlannedQuery.Kind.PUSH
                && deletes
                && changes.columns().kind().isEmpty()) {
            warnings.add(new PlanWarning(
                    ErrorCode.DELETES_HIDDEN,
                    "rows can go away, which is told only where ROW_KIND() is selected",
                    Optional.empty(),
                    ""));
        }
        warnings.addAll(
                StateBounds.warnings(root, outcome.mode(), request.emit().flatMap(Positions::of)));
        warnings.addAll(JoinWarnings.of(root));
        return new PlannedQuery(
                request.kind(),
                request.target(),
                root,
                outcome.mode(),
                trigger(request),
                key(request, root),
                deletes,
                changes.columns(),
                warnings,
                request);
    }

    private static void checkTypes(PlanRequest request) {
        for (RelDataTypeField field : request.logical().rel().getRowType().getFieldList()) {
            if (!ViewColumns.isResult(field.getType())) {
                throw CodedException.unsupported("a result column of type " + TypeNames.of(field.getType()) + ", \""
                                + field.getName() + "\",")
                        .at(SourcePosition.at(1, 1));
            }
        }
    }

    private static PlannedQuery snapshot(PlanRequest request, PlanRequest ready) {
        IncrementalNode root = LookupRewrite.rewrite(
                IncrementalTranslator.translate(ready.logical(), Purpose.SNAPSHOT, request.zone()));
        return new PlannedQuery(
                request.kind(),
                request.target(),
                root,
                EmitMode.APPEND,
                new TriggerSpec(TriggerSpec.Kind.ONCE, Duration.ZERO),
                root.traits().keys().stream().findFirst(),
                false,
                ChangeColumns.NONE,
                List.of(),
                request);
    }

    private static TriggerSpec trigger(PlanRequest request) {
        if (request.emit().isPresent() && request.emit().get().once()) {
            return new TriggerSpec(TriggerSpec.Kind.ONCE, Duration.ZERO);
        }
        Optional<Duration> every = request.emit()
                .flatMap(emit -> emit.every().map(interval -> {
                    try {
                        return Duration.ofMillis(EmitIntervals.millis(interval));
                    } catch (CodedException e) {
                        throw e.position().isPresent()
                                ? e.at(e.position().get(), request.logical().sql())
                                : e;
                    }
                }));
        Duration interval = every.orElseGet(
                () -> request.sink().map(sink -> sink.defaultTrigger()).orElse(Duration.ZERO));
        return interval.isZero()
                ? new TriggerSpec(TriggerSpec.Kind.AVAILABLE, Duration.ZERO)
                : new TriggerSpec(TriggerSpec.Kind.EVERY, interval);
    }

    private static Optional<List<Integer>> key(PlanRequest request, IncrementalNode root) {
        Optional<List<Integer>> declared = request.target().flatMap(target -> {
            List<String> columns = target.columns().stream()
                    .filter(ColumnDefinition::isWritable)
                    .map(ColumnDefinition::name)
                    .toList();
            List<Integer> key =
                    target.primaryKey().stream().map(columns::indexOf).toList();
            return key.isEmpty() ? Optional.empty() : Optional.of(key);
        });
        return declared.isPresent() ? declared : root.traits().keys().stream().findFirst();
    }
}
