package io.tidemark.planner;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.SinkTraits;
import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.incremental.EmitMode;
import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalLimit;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.translate.IncrementalTranslator;
import io.tidemark.planner.translate.Purpose;
import io.tidemark.planner.type.TypeNames;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.ast.SqlEmit;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.NearestName;
import io.tidemark.sql.error.SourcePosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/**
 * Decides the output mode and checks that query and target can honour it.
 *
 * <p>Default: for a view UPDATE; else APPEND where the plan never takes a row back; else UPDATE if the target takes updates; else APPEND if a
 * watermark makes the rows final.
 */
final class ModeDecision {
    private static final SinkTraits CLIENT = new SinkTraits(true, true, true, true, true, true, false, Duration.ZERO);

    private final PlanRequest request;
    private final SinkTraits sink;

    ModeDecision(PlanRequest request) {
        this.request = request;
        this.sink = request.sink().orElse(CLIENT);
    }

    /** The mode, and the plan that honours it. */
    record Outcome(EmitMode mode, IncrementalNode root) {}

    Outcome decide() {
        Optional<EmitMode> asked = request.emit().flatMap(SqlEmit::mode).map(m -> EmitMode.valueOf(m.name()));
        EmitMode mode = asked.orElseGet(this::defaultMode);
        IncrementalNode root = mode == EmitMode.APPEND ? appending(asked.isPresent()) : translate(Purpose.EARLY);
        switch (mode) {
            case APPEND -> require(sink.append(), "rows that never change");
            case UPDATE -> checkUpdate(root);
            case COMPLETE -> checkComplete(root);
        }
        checkTargetKey(root);
        return new Outcome(mode, root);
    }

    private IncrementalNode translate(Purpose purpose) {
        boolean arrival = request.kind() != PlannedQuery.Kind.VIEW;
        return IncrementalTranslator.translate(request.logical(), purpose, request.zone(), arrival);
    }

    private EmitMode defaultMode() {
        if (request.kind() == PlannedQuery.Kind.VIEW) {
            return EmitMode.UPDATE;
        }
        boolean retracts = retracts(translate(Purpose.PROBE));
        boolean appends = !retracts && sink.append();
        return appends || !sink.update() ? EmitMode.APPEND : EmitMode.UPDATE;
    }

    private static boolean retracts(IncrementalNode root) {
        return root.traits().changelog() == Changelog.RETRACT;
    }

    private IncrementalNode appending(boolean asked) {
        try {
            IncrementalNode root = translate(Purpose.FINAL);
            if (retracts(root)) {
                throw changing(root);
            }
            return root;
        } catch (CodedException e) {
            if (asked || !isModeError(e.code())) {
                throw e;
            }
            throw noDefault(e);
        }
    }

    private static boolean isModeError(ErrorCode code) {
        return switch (code) {
            case MODE_01, MODE_02, MODE_03, MODE_04, WM_01, WM_02 -> true;
            default -> false;
        };
    }

    private CodedException noDefault(CodedException reason) {
        String why = reason.getMessage().replaceFirst("^EMIT APPEND is not possible: ", "");
        CodedException error = CodedException.of(
                        reason.code(),
                        sinkName() + " takes only rows that never change, and the query has none: " + why)
                .hint(
                        "two ways out: make rows final, by grouping by a window over a WATERMARK column; or write to a target"
                                + " that takes updates, such as a table with a PRIMARY KEY");
        return reason.position()
                .map(position -> error.at(position, request.logical().sql()))
                .orElse(error);
    }

    private CodedException changing(IncrementalNode root) {
        IncrementalScan scan = source(root);
        String what = scan.relation().kind().word() + " \"" + scan.relation().name() + "\"";
        return CodedException.of(
                        ErrorCode.MODE_04, "EMIT APPEND is not possible: " + what + " produces updates or deletes")
                .at(scan.position(), request.logical().sql())
                .hint("use EMIT UPDATE");
    }

    private static IncrementalScan source(IncrementalNode node) {
        if (node instanceof IncrementalScan scan && scan.traits().changelog() == Changelog.RETRACT) {
            return scan;
        }
        for (IncrementalNode input : node.inputs()) {
            if (retracts(input)) {
                return source(input);
            }
        }
        throw CodedException.internal("rows are taken back that nothing below takes back");
    }

    private void checkUpdate(IncrementalNode root) {
        if (!retracts(root)) {
            require(sink.append() || sink.update(), "rows that never change");
            return;
        }
        if (!sink.update() && sink.updateWithKey()) {
            throw keyless(sinkName() + " declares none");
        }
        require(sink.update(), "updates");
        require(sink.deletes() || !Deletes.possible(root), "deletes");
        boolean keyed = !targetKey().isEmpty() || !root.traits().keys().isEmpty();
        if (!keyed && !sink.retractions()) {
            throw keyless(
                    "none can be derived for " + NearestName.list(root.rowType().getFieldNames()));
        }
    }

    private CodedException keyless(String why) {
        return located(CodedException.of(ErrorCode.MODE_05, "EMIT UPDATE needs a key, and " + why)
                .hint("declare PRIMARY KEY (…) NOT ENFORCED on the target, or use one that takes retractions"));
    }

    private void checkComplete(IncrementalNode root) {
        require(sink.complete(), "COMPLETE");
        if (!retracts(root) && !isBounded(root)) {
            throw located(CodedException.of(
                            ErrorCode.MODE_07,
                            "EMIT COMPLETE would rewrite a result that only grows: there is no aggregate, DISTINCT or LIMIT")
                    .hint("use EMIT APPEND"));
        }
    }

    private static boolean isBounded(IncrementalNode node) {
        return node instanceof IncrementalAggregate
                || node instanceof IncrementalLimit
                || node instanceof IncrementalSetOperation
                || node instanceof IncrementalTopN
                || node.inputs().stream().anyMatch(ModeDecision::isBounded);
    }

    private void require(boolean accepted, String what) {
        if (!accepted) {
            throw located(CodedException.of(
                    ErrorCode.MODE_06, sinkName() + " does not accept " + what + "; it accepts " + accepts()));
        }
    }

    private String accepts() {
        List<String> list = new ArrayList<>();
        if (sink.append()) {
            list.add("APPEND");
        }
        if (sink.update()) {
            list.add(sink.deletes() ? "UPDATE" : "UPDATE without deletes");
        }
        if (sink.complete()) {
            list.add("COMPLETE");
        }
        return String.join(", ", list);
    }

    private String sinkName() {
        return request.target()
                .map(target -> target.kind().word() + " \"" + target.name() + "\""
                        + target.connector().map(c -> " (" + c + ")").orElse(""))
                .orElse("the client");
    }

    /** The target's primary key as indexes of the root's columns. */
    private List<Integer> targetKey() {
        return request.target()
                .map(target -> {
                    List<String> columns = target.columns().stream()
                            .filter(ColumnDefinition::isWritable)
                            .map(ColumnDefinition::name)
                            .toList();
                    return target.primaryKey().stream().map(columns::indexOf).toList();
                })
                .orElse(List.of());
    }

    private void checkTargetKey(IncrementalNode root) {
        List<Integer> key = targetKey();
        Optional<RelationDefinition> target = request.target();
        if (key.isEmpty() || target.get().kind() != RelationKind.TABLE) {
            return;
        }
        boolean unique = root.traits().keys().stream().anyMatch(key::containsAll);
        if (!unique) {
            refuseShortenedKey(root, key);
            List<String> names = root.rowType().getFieldNames();
            String derived = root.traits().keys().isEmpty()
                    ? "no key of the query is known"
                    : "the query's key is "
                            + NearestName.list(root.traits().keys().get(0).stream()
                                    .map(names::get)
                                    .toList());
            throw located(CodedException.of(
                            ErrorCode.MODE_08,
                            "the primary key " + NearestName.list(target.get().primaryKey()) + " of " + sinkName()
                                    + " is not a key of the query, so which row is kept would hang on their order; "
                                    + derived)
                    .hint("group the query by the key's columns, or choose the key that the query has"));
        }
    }

    /** Throws MODE-08 if it is its length that keeps a text from being the target's key. */
    private void refuseShortenedKey(IncrementalNode root, List<Integer> key) {
        if (!(root instanceof IncrementalCalc calc)) {
            return;
        }
        for (int column : key) {
            RexNode stored = calc.projections().get(column);
            if (stored instanceof RexCall call && call.getOperator().equals(DialectOperators.ASSIGN)) {
                String name = root.rowType().getFieldNames().get(column);
                throw located(CodedException.of(
                                ErrorCode.MODE_08,
                                "the primary key "
                                        + NearestName.list(
                                                request.target().orElseThrow().primaryKey()) + " of "
                                        + sinkName() + " is not a key of the query: \"" + name + "\" becomes "
                                        + TypeNames.of(stored.getType())
                                        + " there, for which texts that differ only in blanks behind that length are one")
                        .hint("declare the key column as STRING, or group the query by CAST(… AS "
                                + TypeNames.of(stored.getType()) + ")"));
            }
        }
    }

    /** At the EMIT clause if there is one. */
    private CodedException located(CodedException error) {
        SourcePosition start = SourcePosition.at(1, 1);
        SourcePosition place = request.emit().flatMap(Positions::of).orElse(start);
        return place.equals(start)
                ? error.at(start)
                : error.at(place, request.logical().sql());
    }
}
