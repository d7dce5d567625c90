package io.tidemark.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Trials find engines that are wrong: each way of being wrong within few of them. */
class MutantTest {

    private static final int MOST_TRIALS = 200;
    private static final long SEED = 1;

    @Test
    void aFailureIsToldWithAsFewRowsAsShowIt() throws SQLException {
        try (Trials trials = new Trials(Mutant.FORGETS_RETRACTIONS, 300)) {
            Optional<Trials.Failure> failure = Optional.empty();
            for (int number = 0; failure.isEmpty(); number++) {
                failure = trials.run(new Trial(Trial.Topic.EVENT_TIME, SEED, number));
            }
            String report = failure.get().report();
            assertThat(report.lines().filter(line -> line.matches("[a-z] [0-9]:[0-9]+ .*")))
                    .as(report)
                    .hasSizeBetween(1, 6);
            assertThat(report).contains("workers 1", "restart Optional.empty");
        }
    }

    @ParameterizedTest
    @EnumSource(Mutant.class)
    void aWrongEngineIsFoundOut(Mutant mutant) throws SQLException {
        Optional<Trials.Failure> failure = Optional.empty();
        int number = 0;
        try (Trials trials = new Trials(mutant, 0)) {
            while (failure.isEmpty() && number < MOST_TRIALS) {
                failure = trials.run(new Trial(Trial.Topic.EVENT_TIME, SEED, number++));
            }
        }
        System.out.println(mutant + " found out by trial " + (number - 1));
        assertThat(failure).as("%s, seed %d", mutant, SEED).isPresent();
        assertThat(failure.get().report()).contains("SELECT STREAM", "cut [", "restart");
        try (Trials trials = new Trials()) {
            assertThat(trials.run(failure.get().trial()))
                    .as("the engine as it is")
                    .isEmpty();
        }
    }
}
