package io.tidemark.trial;

import io.tidemark.runtime.translate.OperatorDecorator;
import io.tidemark.runtime.translate.PlanTranslator;
import io.tidemark.sql.error.CodedException;
import io.tidemark.trial.data.Cut;
import io.tidemark.trial.data.TrialData;
import io.tidemark.trial.engine.CompiledQuery;
import io.tidemark.trial.engine.RunPlan;
import io.tidemark.trial.grammar.Question;
import io.tidemark.trial.oracle.Oracle;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Makes a failing trial smaller as long as it fails: first the way it is run, then the query, the rows, and the cut. Greedy; tries so many times at
 * most.
 */
final class Shrinker {

    private final Oracle oracle;
    private final Map<Integer, PlanTranslator> translators;
    private final OperatorDecorator decorator;
    private int attempts;
    private int attemptsThatFailed;
    private CompiledQuery query;
    private Report smallest;

    /**
     * A shrinker of one failure.
     *
     * @param attempts how many times it may try
     */
    Shrinker(
            Oracle oracle,
            Map<Integer, PlanTranslator> translators,
            OperatorDecorator decorator,
            int attempts,
            Failing failing) {
        this.oracle = oracle;
        this.translators = translators;
        this.decorator = decorator;
        this.attempts = attempts;
        this.query = failing.query;
        this.smallest = failing.report;
    }

    /** What failed. */
    record Failing(CompiledQuery query, Report report) {}

    /** The smallest that was found to fail. */
    Report shrink() throws SQLException {
        boolean smaller = true;
        while (smaller && attempts > 0) {
            int found = attemptsThatFailed;
            shrinkPlan();
            shrinkQuestion();
            shrinkData();
            shrinkCut();
            smaller = attemptsThatFailed > found;
        }
        return smallest;
    }

    private void shrinkPlan() throws SQLException {
        if (smallest.plan().restart().isPresent()) {
            fails(smallest.data(), smallest.plan().undisturbed());
        }
        if (smallest.plan().workers() > 1) {
            fails(smallest.data(), smallest.plan().alone());
        }
        if (smallest.plan().cut().ends().size() > 1) {
            Cut one = Cut.of(smallest.data(), Cut.Style.ONE, new Random(0));
            fails(smallest.data(), smallest.plan().with(one));
        }
    }

    private void shrinkQuestion() throws SQLException {
        boolean found = true;
        while (found) {
            found = false;
            for (Question question : smallest.question().smaller().toList()) {
                if (fails(question)) {
                    found = true;
                    break;
                }
            }
        }
    }

    private void shrinkData() throws SQLException {
        for (int lane = 0; lane < smallest.data().lanes().size(); lane++) {
            for (int size = operations(lane); size > 0; size /= 2) {
                int from = 0;
                while (from < operations(lane)) {
                    int to = Math.min(from + size, operations(lane));
                    TrialData fewer = smallest.data().without(lane, from, to);
                    Cut cut = smallest.plan().cut().without(lane, from, to);
                    if (!fails(fewer, smallest.plan().with(cut))) {
                        from = to;
                    }
                }
            }
        }
    }

    private int operations(int lane) {
        return smallest.data().lanes().get(lane).operations().size();
    }

    private void shrinkCut() throws SQLException {
        int epoch = 0;
        while (epoch < smallest.plan().cut().ends().size() - 1) {
            Cut joined = smallest.plan().cut().joined(epoch);
            if (!fails(smallest.data(), smallest.plan().with(joined))) {
                epoch++;
            }
        }
    }

    private boolean fails(Question question) throws SQLException {
        if (attempts <= 0) {
            return false;
        }
        try {
            CompiledQuery compiled = CompiledQuery.compile(question, translators);
            return fails(compiled, smallest.data(), smallest.plan());
        } catch (CodedException refused) {
            attempts--;
            return false;
        }
    }

    private boolean fails(TrialData data, RunPlan plan) throws SQLException {
        return fails(query, data, plan);
    }

    private boolean fails(CompiledQuery candidate, TrialData data, RunPlan plan) throws SQLException {
        if (attempts-- <= 0) {
            return false;
        }
        Optional<String> wrong = Verdict.of(
                        candidate, data, plan, oracle.answers(candidate.question(), data), decorator)
                .wrong();
        wrong.ifPresent(text -> {
            query = candidate;
            attemptsThatFailed++;
            smallest = new Report(candidate.question(), data, plan, text);
        });
        return wrong.isPresent();
    }
}
