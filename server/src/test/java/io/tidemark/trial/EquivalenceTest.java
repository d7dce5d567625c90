package io.tidemark.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However it is cut, spread and restarted, a query's result is what another engine answers over the accepted rows. */
class EquivalenceTest {

    private static final int TRIALS = 2000;
    private static final int REPORTS = 3;

    /** The same in every build, so that a build fails for what it changed; the long run looks for what no build has tried. */
    private static final long SEED = 20_261_201;

    private static final String SEED_PROPERTY = "tidemark.seed";
    private static final String ONE = "tidemark.trial";
    private static final String TOPIC = "tidemark.trials.topic";
    private static final String FILE = "tidemark.trials.file";

    @ParameterizedTest
    @EnumSource(Trial.Topic.class)
    @DisabledIfSystemProperty(named = ONE, matches = ".+")
    @DisabledIfSystemProperty(named = FILE, matches = ".+")
    void everyTrialGivesWhatAnotherEngineAnswers(Trial.Topic topic) throws SQLException {
        long seed = Long.getLong(SEED_PROPERTY, SEED);
        System.out.println("EquivalenceTest " + topic + ", seed " + seed);
        List<String> reports = new ArrayList<>();
        try (Trials trials = new Trials()) {
            for (int number = 0; number < TRIALS && reports.size() < REPORTS; number++) {
                trials.run(new Trial(topic, seed, number)).ifPresent(failure -> reports.add(failure.report()));
            }
            trials.refused().forEach((message, times) -> System.out.println(times + " refused: " + message));
        }
        assertThat(reports).isEmpty();
    }

    /** A trial again, by the name that a report gives it. */
    @Test
    @EnabledIfSystemProperty(named = ONE, matches = ".+")
    void oneTrialAgain() throws SQLException {
        try (Trials trials = new Trials()) {
            Optional<Trials.Failure> failure = trials.run(Trial.parse(System.getProperty(ONE)));
            assertThat(failure.map(Trials.Failure::report)).isEmpty();
        }
    }

    /** As many trials as are asked for, from where the last run was interrupted. */
    @Test
    @EnabledIfSystemProperty(named = FILE, matches = ".+")
    void theLongRun() throws SQLException, IOException {
        int count = Integer.getInteger("tidemark.trials", 50_000);
        assertThat(LongRun.run(
                        Trial.Topic.valueOf(System.getProperty(TOPIC, Trial.Topic.EVENT_TIME.name())),
                        Path.of(System.getProperty(FILE)),
                        count,
                        Long.getLong(SEED_PROPERTY, System.nanoTime())))
                .as("failed trials; the reports are beside %s", System.getProperty(FILE))
                .isZero();
    }
}
