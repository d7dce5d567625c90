package io.tidemark.trial.relational;

import io.tidemark.trial.data.DataShape;
import io.tidemark.trial.grammar.Question;
import io.tidemark.trial.grammar.Relation;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Makes the questions of a run: each family once before any comes again, in random order. */
public final class RelationalQuestions {

    private static final long SECOND = 1_000_000;

    private RelationalQuestions() {}

    /** The question with a number, from 0, of the run with a seed. */
    public static Question question(long seed, int number) {
        RelationalGrammar.Family[] all = RelationalGrammar.Family.values();
        List<RelationalGrammar.Family> deck = new ArrayList<>(List.of(all));
        Collections.shuffle(deck, new Random(seed * 37 + number / all.length));
        RelationalGrammar.Family family = deck.get(number % all.length);
        Random random = new Random(seed ^ (number + 1) * 0xD1B54A32D192ED03L);
        Relation relation = RelationalGrammar.relation(family, random);
        DataShape shape = new DataShape(relation.sources(), 0, SECOND, SECOND, 0, SECOND);
        return new Question(relation, Question.Mode.UPDATE, ZoneOffset.UTC, shape, family.name());
    }
}
