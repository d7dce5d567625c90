package io.tidemark.trial.grammar;

import io.tidemark.trial.data.DataShape;
import io.tidemark.trial.data.SourceKind;
import io.tidemark.trial.grammar.Question.Mode;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Makes the questions of a run: each family once before any comes again, in random order. */
public final class QuestionGenerator {

    private static final List<ZoneId> ZONES = List.of(
            ZoneOffset.UTC, ZoneId.of("Europe/Berlin"), ZoneId.of("America/New_York"), ZoneId.of("Asia/Kolkata"));

    private QuestionGenerator() {}

    /** The question with a number, from 0, of the run with a seed. */
    public static Question question(long seed, int number) {
        RelationGrammar.Family[] all = RelationGrammar.Family.values();
        List<RelationGrammar.Family> deck = new ArrayList<>(List.of(all));
        Collections.shuffle(deck, new Random(seed * 31 + number / all.length));
        RelationGrammar.Family family = deck.get(number % all.length);
        Random random = new Random(seed ^ (number + 1) * 0x9E3779B97F4A7C15L);
        Relation relation = new RelationGrammar(random).relation(family);
        Mode mode = mode(relation, List.of(Mode.values()).get(random.nextInt(3)));
        boolean days = family == RelationGrammar.Family.CALENDAR_WINDOW;
        ZoneId zone = days ? ZONES.get(random.nextInt(ZONES.size())) : ZoneOffset.UTC;
        return new Question(relation, mode, zone, shape(relation.sources(), days, random), family.name());
    }

    /** OVER in the order of time may be final in APPEND, and then drops late rows, of which the oracle does not know. */
    private static Mode mode(Relation relation, Mode chosen) {
        return chosen == Mode.APPEND && relation.tidemark().contains("ORDER BY ts NULLS LAST") ? Mode.UPDATE : chosen;
    }

    private static DataShape shape(Set<SourceKind> sources, boolean days, Random random) {
        long second = 1_000_000;
        if (days) {
            long hour = 3600 * second;
            long start = random.nextBoolean() ? 1_711_670_400 * second : 1_698_451_200 * second;
            return new DataShape(sources, start, 20 * hour, 72 * hour, random.nextInt(3) * 86_400L, hour);
        }
        long start = List.of(1_704_067_190L, -40L, 951_782_380L).get(random.nextInt(3)) * second;
        return new DataShape(
                sources,
                start,
                (1 + random.nextInt(4)) * second,
                (2 + random.nextInt(20)) * second,
                random.nextInt(6),
                second);
    }
}
