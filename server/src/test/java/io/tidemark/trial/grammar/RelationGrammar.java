package io.tidemark.trial.grammar;

import io.tidemark.trial.data.SourceKind;
import io.tidemark.trial.data.Type;
import io.tidemark.trial.grammar.WindowCall.Kind;
import io.tidemark.trial.grammar.WindowCall.Length;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The productions of relations. {@link Family} lists the kinds of queries, each of which is made equally often: a new construct gets a family of its
 * own, and a place in {@link #input} if it may stand below others.
 */
final class RelationGrammar {

    private final Random random;
    private int names;
    private int windows;

    RelationGrammar(Random random) {
        this.random = random;
    }

    /** The kinds of queries. */
    enum Family {
        WINDOW_AGGREGATE,
        TABLE_AGGREGATE,
        SESSION_AGGREGATE,
        DISTINCT,
        CALENDAR_WINDOW,
        NESTED,
        GROUPING_SETS,
        STREAM_AGGREGATE,
        TABLE_WINDOW,
        SET_OPERATION,
        TOP,
        OVER,
        ROWS
    }

    Relation relation(Family family) {
        return switch (family) {
            case WINDOW_AGGREGATE -> windowAggregate(wrapped(new Source(SourceKind.STREAM)));
            case TABLE_AGGREGATE -> aggregate(wrapped(new Source(SourceKind.TABLE)), true);
            case SESSION_AGGREGATE -> sessionAggregate();
            case DISTINCT -> distinct();
            case CALENDAR_WINDOW -> calendarAggregate();
            case NESTED -> nested();
            case GROUPING_SETS -> groupingSets();
            case STREAM_AGGREGATE -> aggregate(input(), true);
            case TABLE_WINDOW -> windowAggregate(wrapped(new Source(SourceKind.TABLE)));
            case SET_OPERATION -> setOperation(false);
            case TOP -> oneIn(3) ? ranked().nested(input()) : ranked().top(input());
            case OVER -> ranked().over(input());
            case ROWS -> rows();
        };
    }

    private String name() {
        return "c" + ++names;
    }

    private RankedGrammar ranked() {
        return new RankedGrammar(random, this::name);
    }

    private boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    private <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    // --- what others read

    private Relation source() {
        return new Source(oneOf(List.of(SourceKind.STREAM, SourceKind.STREAM, SourceKind.UNTIMED, SourceKind.TABLE)));
    }

    /** Any source, as it is, filtered, computed with, or united with others, or intersected. */
    private Relation input() {
        if (oneIn(8)) {
            return setOperation(true);
        }
        return oneIn(4) ? union() : wrapped(source());
    }

    /** A relation with, now and then, a filter or more columns above it; those that it has keep their names. */
    private Relation wrapped(Relation relation) {
        if (oneIn(2)) {
            return relation;
        }
        ScalarGrammar scalars = new ScalarGrammar(random, relation.columns());
        List<Selection.Item> items = new ArrayList<>(
                relation.columns().stream().map(Selection.Item::of).toList());
        if (oneIn(2)) {
            items.add(new Selection.Item(name(), scalars.any()));
        }
        Optional<Expression> where = oneIn(2) ? Optional.of(scalars.condition(2)) : Optional.empty();
        return new Selection(relation, items, where, oneIn(4));
    }

    private Relation union() {
        List<Relation> inputs = new ArrayList<>();
        int count = 2 + random.nextInt(2);
        List<String> kept = List.of("id", "k", "g", "v", "x", "y", "d", "txt", "b", "ts");
        for (int i = 0; i < count; i++) {
            Relation source = source();
            Selection chosen = Selection.of(source, kept);
            ScalarGrammar scalars = new ScalarGrammar(random, source.columns());
            inputs.add(new Selection(
                    source, chosen.items(), oneIn(2) ? Optional.of(scalars.condition(1)) : Optional.empty(), false));
        }
        return new Union(inputs);
    }

    /** Of the same source more often than not, so that rows are alike; with few columns, unless others are to read it. */
    private Relation setOperation(boolean isInput) {
        List<String> kept = new ArrayList<>(List.of("id", "k", "g", "v", "x", "y", "d", "txt", "b", "ts"));
        if (!isInput) {
            Collections.shuffle(kept, random);
            kept = kept.subList(0, 1 + random.nextInt(3));
        }
        Relation left = source();
        Relation right = oneIn(3) ? source() : left;
        SetOperation.Kind kind = oneOf(List.of(SetOperation.Kind.values()));
        return new SetOperation(branch(left, kept), branch(right, kept), kind, oneIn(2));
    }

    private Relation branch(Relation source, List<String> kept) {
        ScalarGrammar scalars = new ScalarGrammar(random, source.columns());
        return new Selection(
                source,
                Selection.of(source, kept).items(),
                oneIn(3) ? Optional.empty() : Optional.of(scalars.condition(1)),
                false);
    }

    // --- aggregates

    private List<Aggregation.Call> calls(Relation input, int most) {
        AggregateGrammar aggregates = new AggregateGrammar(random, input.columns());
        List<Aggregation.Call> calls = new ArrayList<>();
        for (int i = 1 + random.nextInt(most); i > 0; i--) {
            calls.add(new Aggregation.Call(name(), aggregates.aggregate(), List.of()));
        }
        return calls;
    }

    private List<Selection.Item> keys(Relation input, int most) {
        ScalarGrammar scalars = new ScalarGrammar(random, input.columns());
        List<Selection.Item> keys = new ArrayList<>();
        Set<String> texts = new LinkedHashSet<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            Expression key = scalars.groupKey();
            if (texts.add(key.tidemark()) && !isConstant(key)) {
                keys.add(new Selection.Item(name(), key));
            }
        }
        return keys;
    }

    /** GROUP BY takes no constants. */
    private static boolean isConstant(Expression key) {
        return !key.tidemark().matches(".*\\b[a-z][a-z0-9_]*\\b.*")
                || key.tidemark().matches("(DATE|TIMESTAMP|CAST)? ?[('].*'\\)?");
    }

    private Optional<Expression> where(Relation input) {
        return oneIn(4) ? Optional.of(new ScalarGrammar(random, input.columns()).condition(1)) : Optional.empty();
    }

    private Optional<Expression> having(List<Aggregation.Call> calls) {
        List<Aggregation.Call> whole = calls.stream()
                .filter(call -> call.expression().type() == Type.BIGINT
                        && call.grouping().isEmpty())
                .toList();
        if (whole.isEmpty() || !oneIn(3)) {
            return Optional.empty();
        }
        Aggregation.Call call = oneOf(whole);
        String than = oneOf(List.of(" > 1", " <> 2", " IS NOT NULL", " < 5"));
        return Optional.of(Expression.worded(call.expression().tidemark() + than, call.name() + than, Type.BOOLEAN));
    }

    private Relation aggregate(Relation input, boolean mayBeGlobal) {
        List<Selection.Item> keys = keys(input, 3);
        if (keys.isEmpty() && !mayBeGlobal) {
            keys = List.of(Selection.Item.of(input.columns().get(0)));
        }
        return aggregate(input, keys, calls(input, 6));
    }

    private Relation aggregate(Relation input, List<Selection.Item> keys, List<Aggregation.Call> calls) {
        List<Integer> all = IntStream.range(0, keys.size()).boxed().toList();
        String text = String.join(", ", keys.stream().map(Selection.Item::name).toList());
        Aggregation.Spec spec = new Aggregation.Spec(keys, List.of(all), text, calls, where(input), having(calls));
        return new Aggregation(input, spec, Aggregation.Form.GROUP_BY);
    }

    private Relation distinct() {
        Relation input =
                oneIn(4) ? windowed(wrapped(source())) : oneIn(3) ? input() : wrapped(new Source(SourceKind.TABLE));
        List<Selection.Item> keys = keys(input, 2);
        if (keys.isEmpty()) {
            keys = List.of(Selection.Item.of(input.column(oneOf(List.of("k", "g", "b", "txt")))));
        }
        List<Integer> all = IntStream.range(0, keys.size()).boxed().toList();
        Aggregation.Spec spec = new Aggregation.Spec(keys, List.of(all), "", List.of(), where(input), Optional.empty());
        return new Aggregation(input, spec, Aggregation.Form.DISTINCT);
    }

    private Relation groupingSets() {
        Relation input = oneIn(3) ? windowed(wrapped(source())) : input();
        List<Selection.Item> keys = new ArrayList<>(keys(input, 2));
        if (input.has(Windowed.END)) {
            keys.add(Selection.Item.of(input.column(Windowed.END)));
        }
        while (keys.size() < 2) {
            keys.add(new Selection.Item(
                    name(), input.column(oneOf(List.of("k", "g"))).expression()));
        }
        boolean same =
                keys.stream().map(key -> key.expression().tidemark()).distinct().count() < keys.size();
        if (same) {
            return aggregate(input, true);
        }
        List<Aggregation.Call> calls = new ArrayList<>(calls(input, 3));
        int told = random.nextInt(keys.size());
        calls.add(new Aggregation.Call(
                name(),
                Expression.same("GROUPING(" + keys.get(told).expression().tidemark() + ")", Type.BIGINT),
                List.of(told)));
        List<List<Integer>> sets = sets(keys.size());
        Aggregation.Spec spec =
                new Aggregation.Spec(keys, sets, setsText(keys, sets), calls, where(input), having(calls));
        return new Aggregation(input, spec, Aggregation.Form.GROUP_BY);
    }

    private List<List<Integer>> sets(int keys) {
        List<List<Integer>> all = new ArrayList<>();
        for (int bits = (1 << keys) - 1; bits >= 0; bits--) {
            int members = bits;
            all.add(IntStream.range(0, keys)
                    .filter(i -> (members >> i & 1) == 1)
                    .boxed()
                    .toList());
        }
        switch (random.nextInt(3)) {
            case 0 -> {
                return all;
            }
            case 1 -> {
                return IntStream.rangeClosed(0, keys)
                        .mapToObj(i -> IntStream.range(0, keys - i).boxed().toList())
                        .toList();
            }
            default -> {
                // Every key has to be in a set.
                List<List<Integer>> some = new ArrayList<>(all.subList(1, all.size()));
                Collections.shuffle(some, random);
                List<List<Integer>> chosen = new ArrayList<>(some.subList(0, random.nextInt(some.size() + 1)));
                chosen.add(random.nextInt(chosen.size() + 1), all.get(0));
                return List.copyOf(chosen);
            }
        }
    }

    private static String setsText(List<Selection.Item> keys, List<List<Integer>> sets) {
        List<String> texts = new ArrayList<>();
        for (List<Integer> set : sets) {
            texts.add("("
                    + String.join(
                            ", ", set.stream().map(i -> keys.get(i).name()).toList()) + ")");
        }
        return "GROUPING SETS (" + String.join(", ", texts) + ")";
    }

    // --- windows

    private WindowCall shortWindow() {
        long step = oneOf(List.of(2L, 3L, 5L, 10L));
        int times = 2 + random.nextInt(3);
        Kind kind = oneOf(List.of(Kind.TUMBLE, Kind.HOP, Kind.CUMULATE));
        Length size = Length.seconds(kind == Kind.TUMBLE ? step * 2 : step * times);
        long offset = oneIn(3) ? (1 + random.nextInt((int) step)) * 1_000_000L : 0;
        return new WindowCall(++windows, kind, size, kind == Kind.TUMBLE ? size : Length.seconds(step), offset, false);
    }

    private Relation windowed(Relation input) {
        return new Windowed(input, shortWindow(), "ts");
    }

    /** The columns by which groups of windows are told apart, with whatever edges of the window. */
    private List<Selection.Item> windowKeys(Relation windowed) {
        List<List<String>> edges = List.of(
                List.of(Windowed.START, Windowed.END),
                List.of(Windowed.START, Windowed.END),
                List.of(Windowed.END),
                List.of(Windowed.LAST),
                List.of(Windowed.START),
                List.of(Windowed.START, Windowed.END, Windowed.LAST));
        List<Selection.Item> keys = new ArrayList<>();
        oneOf(edges).forEach(name -> keys.add(Selection.Item.of(windowed.column(name))));
        for (Selection.Item key : keys(windowed, 2)) {
            if (!has(keys, key.expression().tidemark())) {
                keys.add(key);
            }
        }
        return keys;
    }

    private static boolean has(List<Selection.Item> keys, String text) {
        return keys.stream().anyMatch(other -> other.expression().tidemark().equals(text));
    }

    private Relation windowAggregate(Relation input) {
        if (oneIn(5) && input instanceof Source plain) {
            return legacy(plain);
        }
        Relation windowed = windowed(input);
        return aggregate(windowed, windowKeys(windowed), calls(windowed, 5));
    }

    private Relation legacy(Source input) {
        WindowCall call = shortWindow();
        Kind kind = call.kind() == Kind.CUMULATE ? Kind.HOP : call.kind();
        Windowed windowed =
                new Windowed(input, new WindowCall(call.number(), kind, call.size(), call.step(), 0, false), "ts");
        List<Selection.Item> keys = new ArrayList<>();
        keys.add(Selection.Item.of(windowed.column(Windowed.START)));
        keys.add(Selection.Item.of(windowed.column(Windowed.END)));
        if (oneIn(2)) {
            keys.add(Selection.Item.of(input.column("k")));
        }
        List<Aggregation.Call> calls = calls(input, 4);
        List<Integer> all = IntStream.range(0, keys.size()).boxed().toList();
        Aggregation.Spec spec = new Aggregation.Spec(keys, List.of(all), "", calls, where(input), having(calls));
        return new Aggregation(windowed, spec, Aggregation.Form.LEGACY);
    }

    private Relation calendarAggregate() {
        Source input =
                new Source(oneOf(List.of(SourceKind.ZONED, SourceKind.ZONED, SourceKind.STREAM, SourceKind.TABLE)));
        int months = 1 + random.nextInt(2);
        WindowCall call = switch (random.nextInt(6)) {
            case 0 -> calendar(Kind.TUMBLE, Length.ofMonths(months), Length.ofMonths(months), input);
            case 1 -> calendar(Kind.HOP, Length.ofMonths(2), Length.ofMonths(1), input);
            case 2 -> calendar(Kind.CUMULATE, Length.ofMonths(1), Length.days(1), input);
            case 3 -> calendar(Kind.TUMBLE, Length.days(1), Length.days(1), input);
            case 4 -> calendar(Kind.HOP, Length.days(3), Length.days(1), input);
            default -> calendar(Kind.CUMULATE, Length.days(1), Length.seconds(6 * 3600), input);
        };
        Relation windowed = new Windowed(input, call, "ts");
        return aggregate(windowed, windowKeys(windowed), calls(windowed, 4));
    }

    private WindowCall calendar(Kind kind, Length size, Length step, Source input) {
        return new WindowCall(++windows, kind, size, step, 0, input.kind() == SourceKind.ZONED);
    }

    private Relation sessionAggregate() {
        Relation input = wrapped(source());
        List<String> keys = oneOf(List.of(List.of(), List.of("k"), List.of("k", "b"), List.of("g")));
        long gap = oneOf(List.of(1L, 2L, 4L, 9L)) * 1_000_000;
        Relation sessions = new Sessions(input, keys, "ts", gap, ++windows);
        if (oneIn(6)) {
            return Selection.of(sessions, List.of("id", "k", "v", Windowed.START, Windowed.END));
        }
        List<Selection.Item> groups = new ArrayList<>();
        groups.add(Selection.Item.of(sessions.column(Windowed.START)));
        groups.add(Selection.Item.of(sessions.column(Windowed.END)));
        keys.forEach(key -> groups.add(Selection.Item.of(sessions.column(key))));
        return aggregate(sessions, groups, calls(sessions, 4));
    }

    // --- one above the other

    /** An aggregate of aggregates, or a window over the times of windows. */
    private Relation nested() {
        if (oneIn(2)) {
            Relation input = windowed(wrapped(source()));
            List<Selection.Item> keys = new ArrayList<>();
            for (String name : List.of(Windowed.START, Windowed.END, Windowed.LAST)) {
                keys.add(new Selection.Item(
                        name.equals(Windowed.LAST) ? "ts" : name(),
                        input.column(name).expression()));
            }
            keys.add(Selection.Item.of(input.column("k")));
            Relation inner = aggregate(input, keys, calls(input, 3));
            Relation outer = windowed(inner);
            return aggregate(outer, windowKeys(outer), calls(outer, 3));
        }
        Relation inner = oneIn(3) ? windowAggregate(wrapped(source())) : aggregate(input(), false);
        Relation selected = oneIn(2) ? filtered(inner) : inner;
        return aggregate(selected, true);
    }

    private Relation filtered(Relation relation) {
        ScalarGrammar scalars = new ScalarGrammar(random, relation.columns());
        return new Selection(
                relation,
                relation.columns().stream().map(Selection.Item::of).toList(),
                Optional.of(scalars.condition(1)),
                oneIn(2));
    }

    /** Rows as they are, computed with, united, or in windows. */
    private Relation rows() {
        Relation input = switch (random.nextInt(4)) {
            case 0 -> union();
            case 1 -> windowed(wrapped(source()));
            default -> source();
        };
        ScalarGrammar scalars = new ScalarGrammar(random, input.columns());
        List<Selection.Item> items = new ArrayList<>();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            items.add(new Selection.Item(name(), scalars.any()));
        }
        return new Selection(input, items, oneIn(3) ? Optional.empty() : Optional.of(scalars.condition(2)), oneIn(5));
    }
}
