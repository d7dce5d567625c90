package io.tidemark.trial;

import io.tidemark.trial.data.Cut;
import io.tidemark.trial.data.DataGenerator;
import io.tidemark.trial.data.TrialData;
import io.tidemark.trial.engine.RunPlan;
import io.tidemark.trial.grammar.Question;
import io.tidemark.trial.grammar.QuestionGenerator;
import io.tidemark.trial.relational.RelationalQuestions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/**
 * One trial: a query, rows, and a way to run it. All of it follows from the run's seed and the trial's number.
 *
 * @param topic what the run is about
 * @param seed of the run
 * @param number from 0: so many trials have a question in common, so many of these their rows
 */
public record Trial(Topic topic, long seed, int number) {

    /** What the queries of a run are about. */
    public enum Topic {
        /** Aggregates and windows over event time. */
        EVENT_TIME,
        /** Joins, subqueries, set operations, top-n and OVER. */
        RELATIONAL
    }

    /** Trials with the same question. */
    public static final int PER_QUESTION = 20;

    /** Trials with the same rows. */
    public static final int PER_DATA = 5;

    int questionNumber() {
        return number / PER_QUESTION;
    }

    int dataNumber() {
        return number / PER_DATA;
    }

    Question question() {
        return switch (topic) {
            case EVENT_TIME -> QuestionGenerator.question(seed, questionNumber());
            case RELATIONAL -> RelationalQuestions.question(seed, questionNumber());
        };
    }

    TrialData data(Question question) {
        Random random = new Random(seed * 1_000_003 + dataNumber());
        return DataGenerator.generate(question.shape(), 1 + random.nextInt(3), random);
    }

    RunPlan plan(TrialData data) {
        Random random = new Random(seed * 7_777_777 + number * 31L);
        List<Cut.Style> styles = List.of(Cut.Style.values());
        Cut.Style style = styles.get(number % PER_DATA % styles.size());
        Cut cut = Cut.of(data, style, random);
        List<RunPlan.End> ways = List.of(RunPlan.End.values());
        RunPlan.End end = ways.get(random.nextInt(ways.size()));
        Optional<RunPlan.Restart> restart = random.nextInt(3) == 0
                ? Optional.empty()
                : Optional.of(new RunPlan.Restart(random.nextInt(cut.ends().size()), end));
        return new RunPlan(cut, 1 + random.nextInt(3), 1 + random.nextInt(20), 1 + random.nextInt(4), restart);
    }

    /** How the trial is named in reports, and in {@code -Dtidemark.trial}. */
    @Override
    public String toString() {
        return topic.name().toLowerCase(Locale.ROOT) + ":" + seed + ":" + number;
    }

    /** The trial of a name. */
    static Trial parse(String name) {
        String[] parts = name.split(":", -1);
        return new Trial(
                Topic.valueOf(parts[0].toUpperCase(Locale.ROOT)), Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
    }
}
