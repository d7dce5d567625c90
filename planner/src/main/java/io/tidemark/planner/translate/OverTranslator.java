package io.tidemark.planner.translate;

import io.tidemark.planner.function.UserAggregateFunction;
import io.tidemark.planner.incremental.AggregateCall;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalOver.Call;
import io.tidemark.planner.incremental.over.OverFrame;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.planner.translate.order.Frames;
import io.tidemark.planner.translate.order.OrderedInput;
import io.tidemark.planner.translate.order.WindowCalls;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** OVER: one node for each different PARTITION BY and ORDER BY. */
final class OverTranslator {
    /** Aggregates whose result has an order; that of the window, if it has one. */
    private static final Set<String> IN_ORDER = Set.of("LISTAGG", "ARRAY_AGG", "JSON_ARRAYAGG");

    private final Purpose purpose;
    private final String sql;
    private final RexBuilder builder;
    private final SourcePosition position;

    /** Makes one for the calls of a projection. */
    OverTranslator(Purpose purpose, String sql, RexBuilder builder, SourcePosition position) {
        this.purpose = purpose;
        this.sql = sql;
        this.builder = builder;
        this.position = position;
    }

    /** How the rows of calls are cut and ordered. */
    private record Window(List<Integer> partitions, List<RelFieldCollation> order) {}

    /** The nodes, and where the result of each call is. */
    record Results(IncrementalNode node, Map<RexOver, RexNode> columns) {}

    /** Puts nodes for the calls over what has become of their input. */
    Results translate(IncrementalNode input, OrderedInput ordered, Set<RexOver> overs) {
        Map<Window, List<RexOver>> byWindow = new LinkedHashMap<>();
        for (RexOver over : overs) {
            Window window = new Window(
                    ordered.columns(over.getWindow().partitionKeys), ordered.order(over.getWindow().orderKeys));
            byWindow.computeIfAbsent(window, one -> new ArrayList<>()).add(over);
        }
        IncrementalNode node = input;
        Map<RexOver, RexNode> columns = new HashMap<>();
        for (Map.Entry<Window, List<RexOver>> one : byWindow.entrySet()) {
            List<Call> calls = new ArrayList<>();
            RelDataTypeFactory.Builder type =
                    builder.getTypeFactory().builder().addAll(node.rowType().getFieldList());
            for (RexOver over : one.getValue()) {
                int column = node.rowType().getFieldCount() + calls.size();
                calls.add(call(over, ordered, input, one.getKey()));
                type.add("$w" + column, over.getType());
                columns.put(over, new RexInputRef(column, over.getType()));
            }
            node = over(
                    node,
                    one.getKey(),
                    calls,
                    type.build(),
                    place(one.getValue().get(0)));
        }
        return new Results(node, columns);
    }

    private SourcePosition place(RexOver over) {
        return Positions.of(over.getParserPosition()).orElse(position);
    }

    private Call call(RexOver over, OrderedInput ordered, IncrementalNode input, Window window) {
        try {
            return unplaced(over, ordered, input, window);
        } catch (CodedException e) {
            throw e.position().isPresent() ? e : e.at(place(over), sql);
        }
    }

    private Call unplaced(RexOver over, OrderedInput ordered, IncrementalNode input, Window window) {
        Call.Function function = function(over);
        OverFrame frame = Frames.of(over.getWindow());
        long number = switch (function) {
            case LAG, LEAD -> number(over, 1, 1);
            case NTH_VALUE -> number(over, 1, 0);
            case NTILE -> number(over, 0, 0);
            default -> 0;
        };
        if (number < 1 && (function == Call.Function.NTH_VALUE || function == Call.Function.NTILE)) {
            throw CodedException.validation(function + " takes a number from 1 on");
        }
        boolean ofValue = switch (function) {
            case LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE -> true;
            default -> false;
        };
        OptionalInt argument =
                ofValue ? OptionalInt.of(ordered.column(over.getOperands().get(0))) : OptionalInt.empty();
        boolean looks = function == Call.Function.LAG || function == Call.Function.LEAD;
        Optional<RexNode> otherwise = looks ? WindowCalls.otherwise(over, builder) : Optional.empty();
        if (ofValue && !isKept(over.getOperands().get(0).getType(), over.getType())) {
            throw CodedException.unsupported(function
                            + " with a default of another type than its argument's, or of one that may be NULL")
                    .hint("convert the argument with CAST to the type of both, and take the default with COALESCE");
        }
        Optional<AggregateCall> aggregate = function == Call.Function.AGGREGATE
                ? Optional.of(aggregate(over, ordered, input, window))
                : Optional.empty();
        return new Call(
                function,
                argument,
                number,
                otherwise.map(node -> OptionalInt.of(ordered.column(node))).orElse(OptionalInt.empty()),
                frame,
                aggregate,
                over.getType());
    }

    /** Whether a value of an argument's type is one of the result's, as it is: NULL too. */
    private static boolean isKept(RelDataType argument, RelDataType result) {
        return SqlTypeUtil.equalSansNullability(argument, result) && (result.isNullable() || !argument.isNullable());
    }

    private static Call.Function function(RexOver over) {
        return switch (over.getKind()) {
            case ROW_NUMBER -> Call.Function.ROW_NUMBER;
            case RANK -> Call.Function.RANK;
            case DENSE_RANK -> Call.Function.DENSE_RANK;
            case NTILE -> Call.Function.NTILE;
            case PERCENT_RANK -> Call.Function.PERCENT_RANK;
            case CUME_DIST -> Call.Function.CUME_DIST;
            case LAG -> Call.Function.LAG;
            case LEAD -> Call.Function.LEAD;
            case FIRST_VALUE -> Call.Function.FIRST_VALUE;
            case LAST_VALUE -> Call.Function.LAST_VALUE;
            case NTH_VALUE -> Call.Function.NTH_VALUE;
            default -> Call.Function.AGGREGATE;
        };
    }

    private static long number(RexOver over, int operand, long absent) {
        return WindowCalls.number(over, operand, absent)
                .orElseThrow(() -> CodedException.unsupported(
                        over.getAggOperator().getName() + " with a number that is no literal"));
    }

    private AggregateCall aggregate(RexOver over, OrderedInput ordered, IncrementalNode input, Window window) {
        List<Integer> arguments =
                over.getOperands().stream().map(ordered::column).toList();
        boolean inOrder = IN_ORDER.contains(over.getAggOperator().getName());
        org.apache.calcite.rel.core.AggregateCall call = org.apache.calcite.rel.core.AggregateCall.create(
                over.getParserPosition(),
                over.getAggOperator(),
                over.isDistinct(),
                false,
                over.ignoreNulls(),
                List.of(),
                arguments,
                -1,
                null,
                inOrder ? RelCollations.of(window.order) : RelCollations.EMPTY,
                over.getType(),
                null);
        if (over.getAggOperator() instanceof UserAggregateFunction user) {
            throw CodedException.unsupported("aggregate function \"" + user.getName() + "\" with OVER")
                    .at(place(over), sql);
        }
        return new AggregateCalls(sql, input, place(over)).call(call);
    }

    private IncrementalOver over(
            IncrementalNode input, Window window, List<Call> calls, RelDataType rowType, SourcePosition place) {
        Traits below = input.traits();
        List<ColumnWatermark> closing = new ArrayList<>();
        List<ColumnWatermark> kept = new ArrayList<>();
        for (int i = 0; i < window.partitions.size(); i++) {
            int column = i;
            below.watermark(window.partitions.get(i)).ifPresent(watermark -> {
                kept.add(watermark);
                closing.add(new ColumnWatermark(column, watermark.transform()));
            });
        }
        Optional<WatermarkTransform> time = purpose == Purpose.FINAL && closing.isEmpty()
                ? time(input, window.order).filter(one -> calls.stream().allMatch(Call::isFinalInTime))
                : Optional.empty();
        if (purpose == Purpose.FINAL && closing.isEmpty() && time.isEmpty()) {
            throw neverFinal(place);
        }
        time.flatMap(one -> passedOn(one, window.order, calls)).ifPresent(kept::add);
        Optional<String> loss = kept.isEmpty() && !below.watermarks().isEmpty()
                ? Optional.of("OVER (" + place + ") keeps only those of PARTITION BY columns")
                : below.watermarkLoss();
        Traits traits = new Traits(
                purpose == Purpose.SNAPSHOT || purpose == Purpose.FINAL ? Changelog.APPEND : Changelog.RETRACT,
                purpose == Purpose.FINAL ? Emission.FINAL : Emission.EARLY,
                kept,
                loss,
                keys(input, window, calls));
        return new IncrementalOver(
                input, window.partitions, window.order, calls, closing, time, rowType, traits, place);
    }

    private CodedException neverFinal(SourcePosition place) {
        return CodedException.of(
                        ErrorCode.MODE_02, "EMIT APPEND is not possible: OVER may replace rows already written")
                .at(place, sql)
                .hint(
                        "order by the WATERMARK column, in frames that end; or add the columns of a window over it to PARTITION BY; or"
                                + " use EMIT UPDATE or EMIT COMPLETE");
    }

    /** The watermark of the time that orders rows, if rows never come before others that it has passed. */
    static Optional<WatermarkTransform> time(IncrementalNode input, List<RelFieldCollation> order) {
        if (order.isEmpty() || input.traits().changelog() != Changelog.APPEND) {
            return Optional.empty();
        }
        RelFieldCollation first = order.get(0);
        RelDataType type =
                input.rowType().getFieldList().get(first.getFieldIndex()).getType();
        boolean isTime = switch (type.getSqlTypeName()) {
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> true;
            default -> false;
        };
        boolean rises = first.getDirection() == RelFieldCollation.Direction.ASCENDING
                && (first.nullDirection != RelFieldCollation.NullDirection.FIRST || !type.isNullable());
        return isTime && rises
                ? input.traits().watermark(first.getFieldIndex()).map(ColumnWatermark::transform)
                : Optional.empty();
    }

    /** The watermark that the time has behind the node: that before it, less what rows wait. */
    private static Optional<ColumnWatermark> passedOn(
            WatermarkTransform time, List<RelFieldCollation> order, List<Call> calls) {
        long most = 0;
        for (Call call : calls) {
            if (call.waits().isEmpty()) {
                return Optional.empty();
            }
            most = Math.max(most, call.waits().getAsLong());
        }
        WatermarkTransform plain = most == 0 ? time : time.withoutCalendar();
        WatermarkTransform moved = most == 0
                ? time
                : new WatermarkTransform(
                        plain.bucketMicros(),
                        plain.bucketOffsetMicros(),
                        Math.subtractExact(plain.plusMicros(), most),
                        plain.unitMicros());
        return Optional.of(new ColumnWatermark(order.get(0).getFieldIndex(), moved));
    }

    private static List<List<Integer>> keys(IncrementalNode input, Window window, List<Call> calls) {
        List<List<Integer>> keys = new ArrayList<>(input.traits().keys());
        for (int i = 0; i < calls.size(); i++) {
            if (calls.get(i).function() == Call.Function.ROW_NUMBER) {
                List<Integer> numbered = new ArrayList<>(window.partitions);
                numbered.add(input.rowType().getFieldCount() + i);
                keys.add(numbered);
            }
        }
        return keys;
    }
}
