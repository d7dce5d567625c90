package io.tidemark.trial.grammar;

import io.tidemark.trial.data.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/** The productions of rows in order: top-n, deduplication and OVER, with what frames there are. */
final class RankedGrammar {

    private static final List<String> READ = List.of("id", "k", "g", "v", "txt", "ts");
    private static final List<String> BOUNDS =
            List.of("UNBOUNDED PRECEDING", "2 PRECEDING", "1 PRECEDING", "CURRENT ROW", "1 FOLLOWING", "3 FOLLOWING");

    private final Random random;
    private final Supplier<String> names;

    RankedGrammar(Random random, Supplier<String> names) {
        this.random = random;
        this.names = names;
    }

    private <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** The first rows of each key. */
    Relation top(Relation input) {
        String rank = oneOf(List.of("ROW_NUMBER()", "ROW_NUMBER()", "RANK()", "DENSE_RANK()"));
        boolean total = rank.startsWith("ROW") || random.nextBoolean();
        Ranked.Call call = new Ranked.Call(names.get(), rank, Type.BIGINT, total, "");
        Ranked ranked = new Ranked(
                chosen(input),
                partition(),
                order(),
                List.of(call),
                Optional.of(oneOf(List.of("= 1", "<= 2", "< 5", "BETWEEN 2 AND 3", "<= 10"))));
        if (random.nextBoolean()) {
            return ranked;
        }
        List<String> kept = READ.stream().filter(name -> random.nextInt(3) > 0).toList();
        return kept.isEmpty() ? ranked : Selection.of(ranked, kept);
    }

    /** Functions with OVER. */
    Relation over(Relation input) {
        List<Ranked.Call> calls = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            calls.add(call());
        }
        return new Ranked(chosen(input), partition(), order(), calls, Optional.empty());
    }

    /** A top-n of a top-n, or of what OVER gives. */
    Relation nested(Relation input) {
        Relation inner = random.nextBoolean() ? top(input) : over(input);
        boolean whole = READ.stream().allMatch(inner::has);
        return whole ? top(inner) : inner;
    }

    private static Relation chosen(Relation input) {
        return Selection.of(input, READ);
    }

    private List<String> partition() {
        return oneOf(List.of(List.of("k"), List.of("k"), List.of("g"), List.of("k", "g"), List.<String>of()));
    }

    private List<String> order() {
        List<String> order = new ArrayList<>();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            order.add(oneOf(List.of("v", "ts", "txt", "g"))
                    + oneOf(List.of("", " DESC"))
                    + oneOf(List.of(" NULLS FIRST", " NULLS LAST")));
        }
        return order;
    }

    private Ranked.Call call() {
        String name = names.get();
        return switch (random.nextInt(10)) {
            case 0 -> new Ranked.Call(name, "ROW_NUMBER()", Type.BIGINT, true, "");
            case 1 -> new Ranked.Call(name, oneOf(List.of("RANK()", "DENSE_RANK()")), Type.BIGINT, false, "");
            case 2 -> new Ranked.Call(name, "NTILE(3)", Type.BIGINT, true, "");
            case 3 -> new Ranked.Call(name, oneOf(List.of("PERCENT_RANK()", "CUME_DIST()")), Type.DOUBLE, false, "");
            case 4 ->
                new Ranked.Call(
                        name, oneOf(List.of("LAG(v)", "LAG(v, 2)", "LEAD(v)", "LEAD(v, 2, v)")), Type.INT, true, "");
            case 5 -> new Ranked.Call(name, oneOf(List.of("LAG(txt)", "LEAD(txt, 2)")), Type.TEXT, true, "");
            case 6 ->
                new Ranked.Call(
                        name,
                        oneOf(List.of("FIRST_VALUE(v)", "LAST_VALUE(v)", "NTH_VALUE(v, 2)")),
                        Type.INT,
                        true,
                        rows());
            case 7 -> new Ranked.Call(name, oneOf(List.of("MIN(v)", "MAX(v)")), Type.INT, true, rows());
            default -> {
                boolean frame = random.nextBoolean();
                yield new Ranked.Call(
                        name,
                        oneOf(List.of("COUNT(*)", "COUNT(v)", "COUNT(DISTINCT g)")),
                        Type.BIGINT,
                        frame,
                        frame ? rows() : "");
            }
        };
    }

    /** A frame of rows whose end does not come before its start. */
    private String rows() {
        int start = random.nextInt(BOUNDS.size());
        int end = Math.max(1, start + random.nextInt(BOUNDS.size() - start));
        String last = random.nextInt(4) == 0 ? "UNBOUNDED FOLLOWING" : BOUNDS.get(end);
        return "ROWS BETWEEN " + BOUNDS.get(start) + " AND " + last;
    }
}
