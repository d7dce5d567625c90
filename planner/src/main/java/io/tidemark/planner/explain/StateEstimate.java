package io.tidemark.planner.explain;

import io.tidemark.planner.incremental.AggregateCall;
import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalExpand;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalSession;
import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.text.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;

/**
 * How much state a node will hold, from what its plan says: the types of its key, what its aggregates keep, the windows that are open at a time.
 * How many different keys will come is not known to a plan, so figures are given for an assumed number, and named as such.
 *
 * <p><b>Units</b>: bytes. A row of state takes 8 bytes for each fixed-width column of its key (16 for a long DECIMAL) and for each slot of an
 * aggregate, 16 for its weight and its nulls, and about 24 for finding it by its key; text takes its length too.
 */
final class StateEstimate {
    private static final long SLOT_BYTES = 8;
    private static final long HEAD_BYTES = 2 * SLOT_BYTES;
    private static final long INDEX_BYTES = 24;
    private static final long ORDER_BYTES = 24;
    private static final long TEXT_BYTES = 16;
    private static final int LONG_DECIMAL = 18;
    private static final long ASSUMED_KEYS = 100_000;
    private static final long ASSUMED_ROWS_PER_SECOND = 1_000;
    private static final double MICROS_PER_SECOND = 1e6;

    private final IncrementalNode node;
    private final long rowBytes;
    private final boolean text;

    private StateEstimate(IncrementalNode node, long rowBytes, boolean text) {
        this.node = node;
        this.rowBytes = rowBytes;
        this.text = text;
    }

    /** The estimate for a node that keeps state. */
    static StateEstimate of(IncrementalNode node) {
        if (node instanceof IncrementalAggregate aggregate) {
            List<RelDataType> keys = types(aggregate.input().rowType(), aggregate.groupColumns());
            long payload = aggregate.calls().stream()
                    .mapToLong(StateEstimate::payloadBytes)
                    .sum();
            return new StateEstimate(
                    node, HEAD_BYTES + INDEX_BYTES + columnBytes(keys) + payload, hasText(keys) || hasText(aggregate));
        }
        if (node instanceof IncrementalJoin || node instanceof IncrementalAsofJoin) {
            List<RelDataType> longer = node.inputs().stream()
                    .map(input -> input.rowType().getFieldList().stream()
                            .map(RelDataTypeField::getType)
                            .toList())
                    .max(java.util.Comparator.comparingLong(StateEstimate::columnBytes))
                    .orElseThrow();
            long order = node instanceof IncrementalJoin ? SLOT_BYTES : ORDER_BYTES + 2 * SLOT_BYTES;
            return new StateEstimate(node, HEAD_BYTES + order + INDEX_BYTES + columnBytes(longer), hasText(longer));
        }
        if (node instanceof IncrementalSetOperation operation) {
            List<RelDataType> columns = types(
                    operation.rowType(),
                    IntStream.range(0, operation.rowType().getFieldCount())
                            .boxed()
                            .toList());
            long counts = operation.spec().branches() * SLOT_BYTES;
            return new StateEstimate(node, HEAD_BYTES + INDEX_BYTES + columnBytes(columns) + counts, hasText(columns));
        }
        List<RelDataType> all = node.inputs().get(0).rowType().getFieldList().stream()
                .map(RelDataTypeField::getType)
                .toList();
        return new StateEstimate(node, HEAD_BYTES + INDEX_BYTES + ORDER_BYTES + columnBytes(all), hasText(all));
    }

    /** The bytes that one row of state takes, without the arguments that are kept beside it. */
    long rowBytes() {
        return rowBytes;
    }

    /** The bytes that each different argument takes that is kept; 0 if none is. */
    long argumentBytes() {
        if (!(node instanceof IncrementalAggregate aggregate)
                || aggregate.callsKeepingArguments().isEmpty()) {
            return 0;
        }
        List<List<Integer>> arguments = aggregate.callsKeepingArguments().stream()
                .map(AggregateCall::arguments)
                .distinct()
                .toList();
        long columns = arguments.stream()
                .mapToLong(columnsOfCall -> columnBytes(types(aggregate.input().rowType(), columnsOfCall)))
                .max()
                .orElse(0);
        return HEAD_BYTES + INDEX_BYTES + ORDER_BYTES + SLOT_BYTES + columns;
    }

    /** The bytes that so many rows of state will take; where arguments are kept, most rows are taken for those. */
    long bytes(long rows) {
        return rows * (argumentBytes() > 0 ? argumentBytes() : rowBytes);
    }

    /** The estimate in words, and what it assumes. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (node instanceof IncrementalSession session) {
            sessions(session, lines);
        } else if (node instanceof IncrementalJoin || node instanceof IncrementalAsofJoin) {
            lines.add("about " + rowBytes + " bytes a row of the side with the longer rows: " + count(ASSUMED_KEYS)
                    + " rows take " + size(ASSUMED_KEYS * rowBytes));
        } else if (node instanceof IncrementalSetOperation || node instanceof IncrementalMatch) {
            lines.add("about " + rowBytes + " bytes for each different row: " + count(ASSUMED_KEYS) + " of them take "
                    + size(ASSUMED_KEYS * rowBytes));
            addAssumed(lines, List.of());
        } else if (node instanceof IncrementalOver) {
            lines.add("about " + rowBytes + " bytes a row: " + count(ASSUMED_KEYS) + " rows take "
                    + size(ASSUMED_KEYS * rowBytes));
            addAssumed(lines, List.of());
        } else if (node instanceof IncrementalTopN top) {
            ranked(top, lines);
        } else {
            groups((IncrementalAggregate) node, lines);
        }
        return lines;
    }

    private void groups(IncrementalAggregate aggregate, List<String> lines) {
        OpenWindows windows = OpenWindows.of(aggregate);
        List<String> assumed = new ArrayList<>();
        if (aggregate.groupColumns().isEmpty()) {
            lines.add("one row of about " + rowBytes + " bytes");
        } else if (windows.count().isPresent()) {
            long open = windows.count().getAsLong();
            String keys = otherKeys(aggregate);
            lines.add(windows.text());
            lines.add(
                    keys.isEmpty()
                            ? "in each one row of about " + rowBytes + " bytes: " + size(open * rowBytes)
                            : "in each, for each different " + keys + ", a row of about " + rowBytes + " bytes: with "
                                    + count(ASSUMED_KEYS) + " of them in each, "
                                    + size(open * ASSUMED_KEYS * rowBytes));
            assumed.add("no partition is ahead of the others, since the windows between them stay open too");
        } else {
            lines.add("about " + rowBytes + " bytes a group: " + count(ASSUMED_KEYS) + " groups take "
                    + size(ASSUMED_KEYS * rowBytes) + (windows.text().isEmpty() ? "" : "; " + windows.text()));
        }
        if (argumentBytes() > 0) {
            lines.add("and about " + argumentBytes() + " bytes for each different argument");
        }
        addAssumed(lines, assumed);
    }

    private void sessions(IncrementalSession session, List<String> lines) {
        long gap = session.window().size().mostMicros();
        long kept = gap + OpenWindows.delayMicros(session).orElse(0);
        lines.add("about " + rowBytes + " bytes for each different row"
                + (session.closing().isEmpty()
                        ? ""
                        : "; those of the last " + DurationText.of(kept) + " at least, and of sessions that go on"));
        if (session.closing().isPresent()) {
            long rows = Math.round(kept / MICROS_PER_SECOND * ASSUMED_ROWS_PER_SECOND);
            lines.add("at " + count(ASSUMED_ROWS_PER_SECOND) + " rows a second, and sessions that don't go on, "
                    + size(rows * rowBytes));
        }
        addAssumed(lines, List.of());
    }

    private void ranked(IncrementalTopN top, List<String> lines) {
        boolean few = top.input().traits().changelog() == Changelog.APPEND && top.last() != Long.MAX_VALUE;
        String each = "about " + rowBytes + " bytes a row";
        if (!few) {
            lines.add(each + ": " + count(ASSUMED_KEYS) + " rows take " + size(ASSUMED_KEYS * rowBytes));
        } else if (top.partitionColumns().isEmpty()) {
            lines.add(each + ", of which there are at most " + count(top.last()) + ": " + size(top.last() * rowBytes));
        } else {
            lines.add(each + ", of which a partition has at most " + count(top.last()) + ": " + count(ASSUMED_KEYS)
                    + " partitions take at most " + size(ASSUMED_KEYS * top.last() * rowBytes));
        }
        addAssumed(lines, List.of());
    }

    private void addAssumed(List<String> lines, List<String> assumed) {
        List<String> all = new ArrayList<>(assumed);
        if (text) {
            all.add("text has " + TEXT_BYTES + " bytes");
        }
        if (!all.isEmpty()) {
            lines.add("assuming that " + String.join("; that ", all));
        }
    }

    /** The columns that tell groups apart within a window, as a message names them. */
    private static String otherKeys(IncrementalAggregate aggregate) {
        List<String> names = aggregate.input().rowType().getFieldNames();
        Traits traits = aggregate.input().traits();
        int sets = aggregate.input() instanceof IncrementalExpand expand ? expand.setColumn() : -1;
        return aggregate.groupColumns().stream()
                .filter(column -> column != sets)
                .filter(column -> traits.watermark(column).isEmpty())
                .map(names::get)
                .collect(Collectors.joining(", "));
    }

    private static List<RelDataType> types(RelDataType row, List<Integer> columns) {
        return columns.stream()
                .map(column -> row.getFieldList().get(column).getType())
                .toList();
    }

    private static long columnBytes(List<RelDataType> types) {
        return types.stream().mapToLong(StateEstimate::valueBytes).sum();
    }

    private static long valueBytes(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case CHAR, VARCHAR, BINARY, VARBINARY -> SLOT_BYTES + TEXT_BYTES;
            case DECIMAL -> type.getPrecision() > LONG_DECIMAL ? 2 * SLOT_BYTES : SLOT_BYTES;
            default -> SLOT_BYTES;
        };
    }

    private static boolean hasText(List<RelDataType> types) {
        return types.stream().anyMatch(type -> switch (type.getSqlTypeName()) {
            case CHAR, VARCHAR, BINARY, VARBINARY -> true;
            default -> false;
        });
    }

    private static boolean hasText(IncrementalAggregate aggregate) {
        return hasText(aggregate.calls().stream().map(AggregateCall::type).toList());
    }

    /** What an aggregate keeps in the row of its group; docs/design/004-operator-state.md says what that is. */
    private static long payloadBytes(AggregateCall call) {
        boolean approximate = switch (call.type().getSqlTypeName()) {
            case REAL, FLOAT, DOUBLE -> true;
            default -> false;
        };
        return switch (call.function()) {
            case COUNT -> SLOT_BYTES;
            case SUM, SUM0, AVG -> (approximate ? 6 : 3) * SLOT_BYTES;
            case MIN, MAX, BIT_AND, BIT_OR, BIT_XOR -> SLOT_BYTES + valueBytes(call.type());
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP -> 5 * SLOT_BYTES;
            case COVAR_POP,
                    COVAR_SAMP,
                    CORR,
                    REGR_COUNT,
                    REGR_AVGX,
                    REGR_AVGY,
                    REGR_SXX,
                    REGR_SYY,
                    REGR_SXY,
                    REGR_SLOPE,
                    REGR_INTERCEPT,
                    REGR_R2 -> 11 * SLOT_BYTES;
            default -> 2 * SLOT_BYTES + valueBytes(call.type());
        };
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A number of bytes as people write it. */
    static String size(long bytes) {
        String[] units = {"bytes", "KiB", "MiB", "GiB", "TiB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        String digits = unit == 0 || value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, digits, value) + " " + units[unit];
    }
}
