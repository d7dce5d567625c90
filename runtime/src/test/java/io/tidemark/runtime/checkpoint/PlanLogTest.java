package io.tidemark.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.checkpoint.FaultyFiles.Loss;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlanLogTest {

    private static final Path DIRECTORY = Path.of("plans");

    private final FaultyFiles files = new FaultyFiles();

    private PlanLog open(long segmentBytes) {
        return PlanLog.open(DIRECTORY, files, segmentBytes);
    }

    private PlanLog open() {
        return open(PlanLog.DEFAULT_SEGMENT_BYTES);
    }

    private static PlanRecord.Plan plan(String query, long epoch) {
        SourceRange range = new SourceRange(
                List.of(0, 1), "s: " + epoch, new SourcePosition(new byte[] {1}), new SourcePosition(new byte[] {2, 3
                }));
        SourcePlan read = new SourcePlan(Optional.of(range), List.of(1), 77, false);
        SourcePlan rest = new SourcePlan(Optional.empty(), List.of(), Long.MIN_VALUE, true);
        return new PlanRecord.Plan(query, epoch, 1_000_000 * epoch, List.of(read, rest));
    }

    private static List<Long> epochs(PlanLog log, String query, long after) {
        return log.read(query, after).plans().stream()
                .map(PlanRecord.Plan::epoch)
                .toList();
    }

    @Test
    void plansAreReadBackAsTheyWereWritten() {
        try (PlanLog log = open()) {
            log.append(plan("q", 1)).join();
            log.append(plan("other", 1)).join();
            log.append(plan("q", 2)).join();
            log.append(new PlanRecord.Commit("q", 1)).join();
            assertThat(log.read("q", 0).plans()).containsExactly(plan("q", 1), plan("q", 2));
            assertThat(log.read("q", 1).plans()).containsExactly(plan("q", 2));
        }
        try (PlanLog log = open()) {
            assertThat(log.read("q", 0))
                    .isEqualTo(new PlanLog.History(List.of(plan("q", 1), plan("q", 2)), List.of(), 1));
            assertThat(log.queries()).containsExactlyInAnyOrder("q", "other");
        }
    }

    @Test
    void ofTwoPlansOfAnEpochTheLaterCounts() {
        PlanRecord.Plan second = new PlanRecord.Plan("q", 1, 9, List.of());
        try (PlanLog log = open()) {
            log.append(plan("q", 1)).join();
            log.append(second).join();
            assertThat(log.read("q", 0).plans()).containsExactly(second);
        }
    }

    @Test
    void answersAreReadBackWithTheirEpochs() {
        try (PlanLog log = open()) {
            log.append(plan("q", 1)).join();
            log.append(answers("q", 1, "a")).join();
            log.append(plan("q", 2)).join();
            log.append(answers("other", 2, "b")).join();
            log.append(answers("q", 2, "c")).join();
            log.append(answers("q", 2, "d")).join();
        }
        try (PlanLog log = open()) {
            assertThat(texts(log, 0)).containsExactly("1 a", "2 c", "2 d");
            assertThat(texts(log, 1)).containsExactly("2 c", "2 d");
            log.append(plan("q", 2)).join();
            assertThat(texts(log, 0)).containsExactly("1 a");
            log.retire("q").join();
            assertThat(texts(log, 0)).isEmpty();
        }
    }

    private static PlanRecord.Answers answers(String query, long epoch, String text) {
        return new PlanRecord.Answers(query, epoch, "lookup", text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> texts(PlanLog log, long after) {
        return log.read("q", after).answers().stream()
                .map(answer -> answer.epoch() + " " + new String(answer.bytes(), StandardCharsets.UTF_8))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void aDurablePlanSurvivesEveryCrash(Loss loss) {
        Random random = new Random(7);
        for (int round = 1; round <= 30; round++) {
            PlanLog log = open(200);
            log.append(plan("q", round)).join();
            log.append(new PlanRecord.Commit("q", round)).join();
            files.crash(loss, random);
            try (PlanLog reopened = open(200)) {
                assertThat(epochs(reopened, "q", round - 1)).containsExactly((long) round);
                assertThat(epochs(reopened, "q", 0)).hasSize(round);
            }
        }
    }

    @Test
    void damageBeforeRecordsKnownToBeDurableIsRefusedNamingFileAndByte() {
        try (PlanLog log = open()) {
            log.append(plan("q", 1)).join();
            log.append(plan("q", 2)).join();
        }
        Path file = files.list(DIRECTORY).get(0);
        files.flip(file, PlanSegment.HEADER_BYTES + 30);
        assertThatThrownBy(this::open)
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("\"" + file + "\"")
                .hasMessageContaining("byte " + PlanSegment.HEADER_BYTES)
                .extracting(error -> ((CodedException) error).code())
                .isEqualTo(ErrorCode.CORRUPTED);
    }

    @Test
    void damageInAnEarlierSegmentIsRefused() {
        try (PlanLog log = open(100)) {
            for (int epoch = 1; epoch <= 5; epoch++) {
                log.append(plan("q", epoch)).join();
            }
        }
        Path first = files.list(DIRECTORY).get(0);
        files.flip(first, files.length(first) - 1);
        assertThatThrownBy(() -> open(100)).hasMessageContaining("is damaged at byte");
    }

    @Test
    void aFailedWriteLeavesNoTraceAndTheLogGoesOn() {
        try (PlanLog log = open()) {
            log.append(plan("q", 1)).join();
            files.failWrites(true);
            assertThatThrownBy(() -> log.append(plan("q", 2)).join())
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .asInstanceOf(InstanceOfAssertFactories.throwable(CodedException.class))
                    .hasMessageStartingWith("the disk is full: ");
            files.failWrites(false);
            log.append(plan("q", 2)).join();
            assertThat(epochs(log, "q", 0)).containsExactly(1L, 2L);
        }
        try (PlanLog log = open()) {
            assertThat(epochs(log, "q", 0)).containsExactly(1L, 2L);
        }
    }

    @Test
    void whatASyncFailedForIsNotThereAndTheLogGoesOn() {
        try (PlanLog log = open()) {
            log.append(plan("q", 1)).join();
            files.failForces(true);
            assertThatThrownBy(() -> log.append(plan("q", 2)).join()).hasMessageContaining("cannot be written");
            assertThat(epochs(log, "q", 0)).containsExactly(1L);
            assertThatThrownBy(() -> log.append(plan("q", 2)).join()).hasMessageContaining("cannot be written");
            files.failForces(false);
            log.append(plan("q", 2)).join();
            assertThat(epochs(log, "q", 0)).containsExactly(1L, 2L);
        }
        try (PlanLog log = open()) {
            assertThat(epochs(log, "q", 0)).containsExactly(1L, 2L);
        }
    }

    @Test
    void aDiskThatIsFullAtTheEndOfASegmentLeavesNoHole() {
        try (PlanLog log = open(150)) {
            for (int epoch = 1; epoch <= 20; epoch++) {
                int next = epoch;
                files.failWrites(true);
                assertThatThrownBy(() -> log.append(plan("q", next)).join()).hasMessageContaining("the disk is full");
                files.failWrites(false);
                log.append(plan("q", epoch)).join();
            }
            assertThat(epochs(log, "q", 0)).hasSize(20);
        }
        try (PlanLog log = open(150)) {
            assertThat(epochs(log, "q", 0)).hasSize(20);
        }
    }

    @Test
    void segmentsGoWhenNoQueryNeedsThem() {
        try (PlanLog log = open(150)) {
            for (int epoch = 1; epoch <= 10; epoch++) {
                log.append(plan("a", epoch)).join();
                log.append(plan("b", epoch)).join();
            }
            int all = files.list(DIRECTORY).size();
            log.trim("a", 10);
            assertThat(files.list(DIRECTORY)).hasSize(all);
            log.trim("b", 6);
            assertThat(files.list(DIRECTORY)).hasSizeLessThan(all);
            assertThat(epochs(log, "b", 5)).containsExactly(6L, 7L, 8L, 9L, 10L);
            log.trim("b", 11);
            assertThat(files.list(DIRECTORY)).hasSizeLessThanOrEqualTo(2);
        }
    }

    @Test
    void aRetiredQuerysPlansMeanNothingAlsoToANewQueryOfThatName() {
        try (PlanLog log = open(150)) {
            for (int epoch = 1; epoch <= 4; epoch++) {
                log.append(plan("q", epoch)).join();
            }
            log.append(plan("other", 1)).join();
            log.retire("q").join();
            assertThat(log.queries()).containsExactly("other");
            log.append(plan("q", 1)).join();
            assertThat(epochs(log, "q", 0)).containsExactly(1L);
        }
        try (PlanLog log = open(150)) {
            assertThat(epochs(log, "q", 0)).containsExactly(1L);
            assertThat(log.read("q", 0).lastCommit()).isZero();
        }
    }

    @Test
    void itWorksOnADisk(@TempDir Path directory) {
        LocalFiles disk = new LocalFiles();
        try (PlanLog log = PlanLog.open(directory.resolve("plans"), disk, 500)) {
            for (int epoch = 1; epoch <= 20; epoch++) {
                log.append(plan("q", epoch)).join();
            }
            log.trim("q", 15);
        }
        try (PlanLog log = PlanLog.open(directory.resolve("plans"), disk, 500)) {
            assertThat(epochs(log, "q", 14)).containsExactly(15L, 16L, 17L, 18L, 19L, 20L);
        }
    }
}
