package io.tidemark.trial;

import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.translate.OperatorDecorator;
import io.tidemark.runtime.translate.PlanTranslator;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.trial.data.TrialData;
import io.tidemark.trial.engine.CompiledQuery;
import io.tidemark.trial.engine.RunPlan;
import io.tidemark.trial.grammar.Question;
import io.tidemark.trial.oracle.Answers;
import io.tidemark.trial.oracle.Oracle;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Runs trials one after the other. Single-threaded. */
public final class Trials implements AutoCloseable {

    private static final int SHRINK_ATTEMPTS = 400;

    private final Oracle oracle = new Oracle();
    private final Map<Integer, Workers> crews = new TreeMap<>();
    private final Map<Integer, PlanTranslator> translators;
    private final OperatorDecorator decorator;
    private final int shrinkAttempts;

    private final Map<String, Integer> refused = new TreeMap<>();
    private int questionNumber = -1;
    private int dataNumber = -1;
    private @Nullable CompiledQuery query;
    private @Nullable TrialData data;
    private @Nullable Answers answers;
    private @Nullable Map<String, String> late;

    /** Trials of the engine as it is. */
    public Trials() throws SQLException {
        this(OperatorDecorator.NONE, SHRINK_ATTEMPTS);
    }

    /**
     * Trials of an engine with something around its operators.
     *
     * @param shrinkAttempts how many times a failing trial is tried with less
     */
    public Trials(OperatorDecorator decorator, int shrinkAttempts) throws SQLException {
        this.decorator = decorator;
        this.shrinkAttempts = shrinkAttempts;
        for (int count = 1; count <= 3; count++) {
            crews.put(count, Workers.of(count));
        }
        translators = CompiledQuery.translators(crews);
    }

    /** A trial that failed. */
    public record Failure(Trial trial, String report) {}

    /** Runs a trial. Those of one run by rising number, so that what they have in common is made once. */
    public Optional<Failure> run(Trial trial) throws SQLException {
        if (trial.questionNumber() != questionNumber) {
            Question question = trial.question();
            try {
                query = CompiledQuery.compile(question, translators);
            } catch (CodedException e) {
                if (trial.topic() == Trial.Topic.RELATIONAL && e.code() == ErrorCode.UNSUPPORTED) {
                    refused.merge(String.valueOf(e.getMessage()), 1, Integer::sum);
                    return Optional.empty();
                }
                return Optional.of(new Failure(trial, "refused: " + e.render() + "\n" + question.tidemark()));
            }
            questionNumber = trial.questionNumber();
            dataNumber = -1;
        }
        if (trial.dataNumber() != dataNumber) {
            dataNumber = trial.dataNumber();
            data = trial.data(query.question());
            try {
                answers = oracle.answers(query.question(), data);
            } catch (SQLException e) {
                throw new SQLException(
                        "trial " + trial + ": " + query.question().tidemark() + "\n" + Oracle.text(query.question()),
                        e);
            }
            late = null;
        }
        RunPlan plan = trial.plan(data);
        Verdict.Finding finding = Verdict.of(query, data, plan, answers, decorator);
        if (finding.wrong().isPresent()) {
            Report report =
                    new Report(query.question(), data, plan, finding.wrong().get());
            return Optional.of(new Failure(trial, shrunk(report).text(trial)));
        }
        if (late != null && !late.equals(finding.late())) {
            String wrong = "late rows " + finding.late() + "\nbut with another cut " + late;
            return Optional.of(new Failure(trial, new Report(query.question(), data, plan, wrong).text(trial)));
        }
        late = finding.late();
        return Optional.empty();
    }

    /** How many relational trials were refused, since the dialect says that it lacks what they need: by the message. */
    Map<String, Integer> refused() {
        return Map.copyOf(refused);
    }

    private Report shrunk(Report report) throws SQLException {
        Shrinker.Failing failing = new Shrinker.Failing(query, report);
        dataNumber = -1;
        return new Shrinker(oracle, translators, decorator, shrinkAttempts, failing).shrink();
    }

    @Override
    public void close() throws SQLException {
        oracle.close();
        crews.values().forEach(Workers::close);
    }
}
