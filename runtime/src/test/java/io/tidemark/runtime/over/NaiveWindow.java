package io.tidemark.runtime.over;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.operator.SortSpec;
import io.tidemark.runtime.over.Frame.Bound;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Functions of windows by their definitions, row by row over a sorted list; columns k, v, x, s of which v and x are numbers. */
final class NaiveWindow {

    private static final String NULL = ".";

    private final OverSpec spec;
    private final List<List<String>> rows;

    NaiveWindow(OverSpec spec, List<List<String>> partition) {
        this.spec = spec;
        this.rows = new ArrayList<>(partition);
        Comparator<List<String>> order = named();
        for (int column = 0; column < 4; column++) {
            SortSpec.Key key = new SortSpec.Key(column, false, false);
            order = order.thenComparing((one, other) -> compare(one, other, key));
        }
        rows.sort(order);
    }

    private Comparator<List<String>> named() {
        return spec.order().stream()
                .<Comparator<List<String>>>map(key -> (one, other) -> compare(one, other, key))
                .reduce(Comparator::thenComparing)
                .orElseGet(() -> Comparator.comparing(List::isEmpty));
    }

    private static int compare(List<String> one, List<String> other, SortSpec.Key key) {
        String left = one.get(key.column());
        String right = other.get(key.column());
        if (left.equals(NULL) || right.equals(NULL)) {
            int nullsLast = Boolean.compare(left.equals(NULL), right.equals(NULL));
            return key.nullsFirst() ? -nullsLast : nullsLast;
        }
        boolean number = key.column() == 1 || key.column() == 2;
        int compared =
                number ? Integer.compare(Integer.parseInt(left), Integer.parseInt(right)) : left.compareTo(right);
        return key.descending() ? -compared : compared;
    }

    private boolean ties(int one, int other) {
        return named().compare(rows.get(one), rows.get(other)) == 0;
    }

    /** Each row with the results of the functions. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int place = 0; place < rows.size(); place++) {
            StringBuilder line = new StringBuilder(String.join(" ", rows.get(place)));
            for (OverCall call : spec.calls()) {
                line.append(' ').append(result(call, place));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private String result(OverCall call, int place) {
        int at = place;
        long before =
                IntStream.range(0, place).filter(other -> !ties(other, at)).count();
        long upTo = IntStream.range(0, rows.size())
                .filter(other -> other <= at || ties(other, at))
                .count();
        int count = rows.size();
        return switch (call.kind()) {
            case ROW_NUMBER -> String.valueOf(place + 1);
            case RANK -> String.valueOf(before + 1);
            case DENSE_RANK ->
                String.valueOf(1
                        + IntStream.range(0, (int) before)
                                .filter(other -> !ties(other, other + 1))
                                .count());
            case NTILE -> String.valueOf(part(place, count, (int) call.number()));
            case PERCENT_RANK -> String.valueOf(count == 1 ? 0.0 : (double) before / (count - 1));
            case CUME_DIST -> String.valueOf((double) upTo / count);
            case LAG -> looked(call, place, place - (int) call.number());
            case LEAD -> looked(call, place, place + (int) call.number());
            case FIRST_VALUE -> nth(call, place, 1);
            case NTH_VALUE -> nth(call, place, (int) call.number());
            case LAST_VALUE -> nth(call, place, frame(call.frame(), place).size());
            case AGGREGATE -> aggregate(call.aggregate().orElseThrow(), frame(call.frame(), place));
        };
    }

    private static int part(int place, int count, int parts) {
        int left = place;
        for (int part = 1; part <= parts; part++) {
            int size = count / parts + (part <= count % parts ? 1 : 0);
            if (left < size) {
                return part;
            }
            left -= size;
        }
        throw new IllegalStateException("no part");
    }

    private String looked(OverCall call, int place, int other) {
        if (other >= 0 && other < rows.size()) {
            return rows.get(other).get(call.argument());
        }
        return call.otherwise() < 0 ? NULL : rows.get(place).get(call.otherwise());
    }

    private String nth(OverCall call, int place, int number) {
        List<List<String>> frame = frame(call.frame(), place);
        return number < 1 || number > frame.size()
                ? NULL
                : frame.get(number - 1).get(call.argument());
    }

    private static String aggregate(AccumulatorSpec spec, List<List<String>> frame) {
        if (spec.kind() == AccumulatorSpec.Kind.COUNT_ALL) {
            return String.valueOf(frame.size());
        }
        int column = spec.arguments().get(0);
        List<String> values = frame.stream()
                .map(row -> row.get(column))
                .filter(value -> !value.equals(NULL))
                .toList();
        if (spec.kind() == AccumulatorSpec.Kind.COUNT) {
            return String.valueOf(spec.distinct() ? new TreeSet<>(values).size() : values.size());
        }
        if (values.isEmpty()) {
            return NULL;
        }
        return switch (spec.kind()) {
            case SUM ->
                String.valueOf(values.stream().mapToLong(Long::parseLong).sum());
            case MIN ->
                String.valueOf(values.stream().mapToInt(Integer::parseInt).min().orElseThrow());
            default -> values.stream().max(Comparator.naturalOrder()).orElseThrow();
        };
    }

    private List<List<String>> frame(Frame frame, int place) {
        List<List<String>> within = new ArrayList<>();
        for (int other = 0; other < rows.size(); other++) {
            boolean excluded = switch (frame.exclusion()) {
                case NO_OTHERS -> false;
                case CURRENT_ROW -> other == place;
                case GROUP -> ties(other, place);
                case TIES -> other != place && ties(other, place);
            };
            if (!excluded
                    && isAtOrAfter(frame, frame.start(), place, other)
                    && isAtOrBefore(frame, frame.end(), place, other)) {
                within.add(rows.get(other));
            }
        }
        return within;
    }

    private boolean isAtOrAfter(Frame frame, Bound bound, int place, int other) {
        return switch (bound.direction()) {
            case UNBOUNDED_PRECEDING -> true;
            case UNBOUNDED_FOLLOWING -> false;
            case CURRENT_ROW -> frame.rows() ? other >= place : other >= place || ties(other, place);
            default -> frame.rows() ? other >= place + offset(bound) : !(distance(place, other) < offset(bound));
        };
    }

    private boolean isAtOrBefore(Frame frame, Bound bound, int place, int other) {
        return switch (bound.direction()) {
            case UNBOUNDED_PRECEDING -> false;
            case UNBOUNDED_FOLLOWING -> true;
            case CURRENT_ROW -> frame.rows() ? other <= place : other <= place || ties(other, place);
            default -> frame.rows() ? other <= place + offset(bound) : !(distance(place, other) > offset(bound));
        };
    }

    private static long offset(Bound bound) {
        return bound.direction() == Frame.Direction.PRECEDING ? -bound.offset() : bound.offset();
    }

    /** How far along the order a row's value is from another's; NaN between two that are NULL, which are
     * within each other's frames whatever the bound. */
    private double distance(int place, int other) {
        SortSpec.Key key = spec.order().get(0);
        String from = rows.get(place).get(key.column());
        String to = rows.get(other).get(key.column());
        if (from.equals(NULL) && to.equals(NULL)) {
            return Double.NaN;
        }
        if (from.equals(NULL) || to.equals(NULL)) {
            return other < place ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        int difference = Integer.parseInt(to) - Integer.parseInt(from);
        return key.descending() ? -difference : difference;
    }
}
