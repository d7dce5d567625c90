package io.tidemark.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.translate.OperatorDecorator;
import io.tidemark.trial.data.Cut;
import io.tidemark.trial.data.DataGenerator;
import io.tidemark.trial.data.TrialData;
import io.tidemark.trial.engine.CompiledQuery;
import io.tidemark.trial.engine.EngineRun;
import io.tidemark.trial.engine.Outcome;
import io.tidemark.trial.engine.RunPlan;
import io.tidemark.trial.grammar.Question;
import io.tidemark.trial.grammar.WindowQuestions;
import io.tidemark.trial.oracle.Answers;
import io.tidemark.trial.oracle.Comparison;
import io.tidemark.trial.oracle.Oracle;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The same log of one, two or three partitions, read as one epoch, as an epoch a row, and as epochs at random, on one worker, two and three: each
 * kind of window gives the same final rows, the same late rows, and the same windows that these missed; and they are those that DuckDB and the
 * definition give.
 */
class WindowCutsTest {

    private static final int LEAST_ROWS = 25;

    private static final Map<Integer, Workers> CREWS = new TreeMap<>();

    private static @Nullable Oracle oracle;

    @BeforeAll
    static void open() throws SQLException {
        oracle = new Oracle();
        for (int count = 1; count <= 3; count++) {
            CREWS.put(count, Workers.of(count));
        }
    }

    @AfterAll
    static void close() throws SQLException {
        oracle.close();
        CREWS.values().forEach(Workers::close);
    }

    @ParameterizedTest
    @EnumSource
    void everyCutOnAnyWorkersGivesTheSameWindowsAndTheSameLateRows(WindowQuestions kind) throws SQLException {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("WindowCutsTest " + kind + " seed " + seed);
        Random random = new Random(seed);
        int late = 0;
        for (Question.Mode mode : List.of(Question.Mode.APPEND, Question.Mode.UPDATE)) {
            CompiledQuery query = CompiledQuery.compile(kind.question(mode), CompiledQuery.translators(CREWS));
            assertThat(query.question().mode()).isEqualTo(mode);
            for (int partitions = 1; partitions <= 3; partitions++) {
                TrialData data = DataGenerator.generate(query.question().shape(), partitions, random);
                while (data.size() < LEAST_ROWS) {
                    data = DataGenerator.generate(query.question().shape(), partitions, random);
                }
                late += check(query, data, random, "seed " + seed + ", " + partitions + " partitions");
            }
        }
        assertThat(late).as("late rows, seed %d", seed).isPositive();
    }

    private static int check(CompiledQuery query, TrialData data, Random random, String where) throws SQLException {
        Answers answers = oracle.answers(query.question(), data);
        List<List<Object>> expected =
                answers.byCheck().get(answers.byCheck().size() - 1).rows();
        Comparison comparison = new Comparison(query.question().relation().columns());
        Map<String, String> missed = null;
        for (Cut.Style style : List.of(Cut.Style.ONE, Cut.Style.SINGLE, Cut.Style.RANDOM)) {
            for (int workers = 1; workers <= 3; workers++) {
                RunPlan plan =
                        new RunPlan(Cut.of(data, style, random), workers, 1 + random.nextInt(9), 1, Optional.empty());
                Outcome outcome = EngineRun.run(query, data, plan, OperatorDecorator.NONE);
                String how = where + ", " + style + ", " + workers + " workers, "
                        + query.question().tidemark();
                assertThat(comparison.difference(outcome.atEnd(), expected))
                        .as(how)
                        .isEmpty();
                missed = missed == null ? outcome.late() : missed;
                assertThat(outcome.late()).as(how).isEqualTo(missed);
            }
        }
        assertThat(missed.keySet()).as(where).isEqualTo(answers.late().orElseThrow());
        return missed.size();
    }
}
