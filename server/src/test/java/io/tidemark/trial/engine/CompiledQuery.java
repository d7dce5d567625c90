package io.tidemark.trial.engine;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.PlannerSettings;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.StatementPlanner;
import io.tidemark.planner.statement.StatementReader;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.translate.PlanTranslator;
import io.tidemark.runtime.translate.TranslatedPlan;
import io.tidemark.runtime.translate.TranslationSettings;
import io.tidemark.sql.error.CodedException;
import io.tidemark.trial.grammar.Question;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A question planned, and translated once for each number of workers. */
public final class CompiledQuery {

    private final Question question;
    private final PlannedQuery plan;
    private final Map<Integer, TranslatedPlan> byWorkers = new TreeMap<>();

    private CompiledQuery(Question question, PlannedQuery plan) {
        this.question = question;
        this.plan = plan;
    }

    /**
     * Compiles a question; in UPDATE, if it is refused in the mode asked for.
     *
     * @param translators by the number of their workers; they keep what they have compiled, so they serve many questions
     */
    public static CompiledQuery compile(Question question, Map<Integer, PlanTranslator> translators) {
        TrialCatalog catalog = new TrialCatalog(question.shape().delaySeconds());
        PlannerSettings settings = new PlannerSettings(RelationName.DEFAULT_SCHEMA, question.zone(), true);
        StatementPlanner planner = new StatementPlanner(catalog, settings);
        CompiledQuery compiled = plan(question, planner);
        translators.forEach((count, translator) -> compiled.byWorkers.put(
                count, translator.translatePlan(compiled.plan.root(), TranslationSettings.of(question.zone()))));
        return compiled;
    }

    /** Translators for 1 to 3 workers, which share what they have compiled. */
    public static Map<Integer, PlanTranslator> translators(Map<Integer, Workers> crews) {
        PlanTranslator first = new PlanTranslator(crews.get(1));
        Map<Integer, PlanTranslator> translators = new TreeMap<>();
        crews.forEach((count, crew) -> translators.put(count, first.forWorkers(crew)));
        return translators;
    }

    private static CompiledQuery plan(Question question, StatementPlanner planner) {
        try {
            return new CompiledQuery(question, planner.planContinuous(parse(question)));
        } catch (CodedException e) {
            if (question.mode() == Question.Mode.UPDATE || !isModeError(e)) {
                throw e;
            }
            return plan(question.in(Question.Mode.UPDATE), planner);
        }
    }

    private static boolean isModeError(CodedException e) {
        String name = e.code().name();
        return name.startsWith("MODE_") || name.startsWith("WM_");
    }

    private static io.tidemark.planner.statement.ParsedStatement parse(Question question) {
        Statement statement = new StatementReader(false, RelationName.DEFAULT_SCHEMA).read(question.tidemark());
        return ((Statement.Select) statement).source();
    }

    /** The question, in the mode that it is run in. */
    public Question question() {
        return question;
    }

    TranslatedPlan translated(int workers) {
        return byWorkers.get(workers);
    }

    OutputMode mode() {
        return OutputMode.valueOf(question.mode().name());
    }

    List<Integer> key() {
        return plan.key().orElse(List.of());
    }
}
