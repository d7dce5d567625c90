package io.tidemark.trial;

import io.tidemark.runtime.translate.OperatorDecorator;
import io.tidemark.trial.data.TrialData;
import io.tidemark.trial.engine.CompiledQuery;
import io.tidemark.trial.engine.EngineRun;
import io.tidemark.trial.engine.Outcome;
import io.tidemark.trial.engine.RunPlan;
import io.tidemark.trial.grammar.Question;
import io.tidemark.trial.oracle.Answers;
import io.tidemark.trial.oracle.Comparison;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Holds what a run gave against what it ought to have given. */
final class Verdict {

    private final Question question;
    private final TrialData data;
    private final RunPlan plan;
    private final Answers answers;
    private final Outcome outcome;
    private final Comparison comparison;

    private Verdict(CompiledQuery query, TrialData data, RunPlan plan, Answers answers, Outcome outcome) {
        this.question = query.question();
        this.data = data;
        this.plan = plan;
        this.answers = answers;
        this.outcome = outcome;
        this.comparison = new Comparison(question.relation().columns());
    }

    /** What is wrong, and the late rows with what they missed, which all trials with the same rows have in common. */
    record Finding(Optional<String> wrong, Map<String, String> late) {}

    /** Runs a query and says what is wrong. */
    static Finding of(CompiledQuery query, TrialData data, RunPlan plan, Answers answers, OperatorDecorator decorator) {
        Outcome outcome;
        try {
            outcome = EngineRun.run(query, data, plan, decorator);
        } catch (RuntimeException | AssertionError e) {
            return new Finding(Optional.of("the engine failed: " + trace(e)), Map.of());
        }
        return new Finding(new Verdict(query, data, plan, answers, outcome).wrong(), outcome.late());
    }

    private static String trace(Throwable error) {
        StringBuilder text = new StringBuilder(error.toString());
        Throwable at = error;
        while (at != null) {
            for (StackTraceElement element :
                    List.of(at.getStackTrace()).subList(0, Math.min(6, at.getStackTrace().length))) {
                text.append("\n    at ").append(element);
            }
            at = at.getCause();
            if (at != null) {
                text.append("\n  cause ").append(at);
            }
        }
        return text.toString();
    }

    private Optional<String> wrong() {
        List<List<Integer>> ends = plan.cut().ends();
        for (int epoch = 0; epoch < ends.size(); epoch++) {
            int check = data.checks().indexOf(ends.get(epoch));
            if (check >= 0) {
                Optional<String> wrong = wrong(outcome.snapshots().get(epoch + 1), check);
                if (wrong.isPresent()) {
                    return wrong.map(text -> "after epoch " + epoch(ends, check) + " of the cut " + text);
                }
            }
        }
        List<List<Object>> all = last().rows();
        Optional<String> atEnd = comparison.difference(outcome.atEnd(), all).map(text -> "at the end " + text);
        return atEnd.or(this::wrongLate).or(this::wrongCounts);
    }

    private int epoch(List<List<Integer>> ends, int check) {
        return ends.indexOf(data.checks().get(check)) + 1;
    }

    private Answers.Answer last() {
        return answers.byCheck().get(answers.byCheck().size() - 1);
    }

    private Optional<String> wrong(List<List<Object>> found, int check) {
        Answers.Answer answer = answers.byCheck().get(check);
        if (question.mode() != Question.Mode.APPEND) {
            return comparison.difference(found, answer.rows());
        }
        return answer.finals()
                .map(finals -> comparison.difference(found, finals))
                .orElseGet(() -> comparison.notAmong(found, last().rows()));
    }

    private Optional<String> wrongLate() {
        if (answers.late().isEmpty()) {
            return Optional.empty();
        }
        Set<String> expected = new TreeSet<>(answers.late().get());
        Set<String> found = new TreeSet<>(outcome.late().keySet());
        return found.equals(expected)
                ? Optional.empty()
                : Optional.of("late rows " + found + "\nexpected  " + expected);
    }

    private Optional<String> wrongCounts() {
        long read = data.lanes().stream()
                .filter(lane -> outcome.counts().stream()
                        .anyMatch(text -> text.startsWith(lane.source().relation() + " ")))
                .mapToLong(lane -> lane.changes().size())
                .sum();
        long counted = outcome.counts().stream()
                .mapToLong(text -> Long.parseLong(text.split(" ", -1)[2]))
                .sum();
        // A source that the planner has found not to matter is not read, and not counted.
        return counted == read
                ? Optional.empty()
                : Optional.of("read " + read + " changes, counted " + outcome.counts());
    }
}
