package io.tidemark.runtime.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.Batch;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What every exactly-once {@link EpochSink} has to keep. A test of a sink extends this and says how to open it, what to write to it, and what the
 * outside world then holds.
 *
 * <p>Public and in the test jar, so that other modules can extend it.
 */
public abstract class SinkContract {

    /**
     * Opens the sink under an id in APPEND mode. If it was opened under that id before, this is a restart, and the one before may not have been
     * closed.
     */
    protected abstract EpochSink open(String sinkId);

    /** A row that contains the number given; where there is a key, it is the number. */
    protected abstract Batch row(long number);

    /** The numbers of all rows that the outside world sees now, in any order. */
    protected abstract List<Long> contents();

    @Test
    void aNewSinkHoldsNoEpoch() {
        try (EpochSink sink = open("q")) {
            assertThat(sink.lastCommittedEpoch()).isZero();
        }
    }

    @Test
    void rowsAreSeenAfterTheCommitAndNotBefore() {
        try (EpochSink sink = open("q")) {
            sink.begin(1);
            sink.write(row(10));
            sink.write(row(11));
            assertThat(contents()).isEmpty();
            sink.prepare();
            assertThat(contents()).isEmpty();
            sink.commit();

            assertThat(contents()).containsExactlyInAnyOrder(10L, 11L);
            assertThat(sink.lastCommittedEpoch()).isEqualTo(1);
        }
    }

    @Test
    void epochsAddUpAndMayHaveGaps() {
        try (EpochSink sink = open("q")) {
            commit(sink, 1, 10);
            commit(sink, 5, 11);
            commit(sink, 6, 12);

            assertThat(contents()).containsExactlyInAnyOrder(10L, 11L, 12L);
            assertThat(sink.lastCommittedEpoch()).isEqualTo(6);
        }
    }

    @Test
    void anAbortedEpochLeavesNothingAndCanBeDeliveredAgain() {
        try (EpochSink sink = open("q")) {
            commit(sink, 1, 10);
            sink.begin(2);
            sink.write(row(11));
            sink.abort();
            sink.begin(2);
            sink.write(row(12));
            sink.prepare();
            sink.abort();
            assertThat(contents()).containsExactly(10L);

            commit(sink, 2, 13);
            assertThat(contents()).containsExactlyInAnyOrder(10L, 13L);
        }
    }

    @Test
    void aSinkOpenedAgainKnowsItsLastEpoch() {
        try (EpochSink sink = open("q")) {
            commit(sink, 3, 10);
        }
        try (EpochSink sink = open("q")) {
            assertThat(sink.lastCommittedEpoch()).isEqualTo(3);
            commit(sink, 4, 11);
        }
        assertThat(contents()).containsExactlyInAnyOrder(10L, 11L);
    }

    @Test
    void anEpochNotCommittedBeforeACrashLeavesNothing() {
        EpochSink crashedEarly = open("q");
        commit(crashedEarly, 1, 10);
        crashedEarly.begin(2);
        crashedEarly.write(row(11));
        EpochSink crashedLate = open("q");
        crashedLate.begin(2);
        crashedLate.write(row(12));
        crashedLate.prepare();

        try (EpochSink sink = open("q")) {
            assertThat(sink.lastCommittedEpoch()).isEqualTo(1);
            assertThat(contents()).containsExactly(10L);
            commit(sink, 2, 13);
            assertThat(contents()).containsExactlyInAnyOrder(10L, 13L);
        }
    }

    @Test
    void anEpochCommittedJustBeforeACrashIsKnownAndSoNotDeliveredAgain() {
        EpochSink crashed = open("q");
        commit(crashed, 1, 10);
        commit(crashed, 2, 11);

        try (EpochSink sink = open("q")) {
            for (long epoch = 1; epoch <= 3; epoch++) {
                if (epoch > sink.lastCommittedEpoch()) {
                    commit(sink, epoch, 9 + epoch);
                }
            }
        }
        assertThat(contents()).containsExactlyInAnyOrder(10L, 11L, 12L);
    }

    @Test
    void anEpochWithoutRowsChangesNothing() {
        try (EpochSink sink = open("q")) {
            commit(sink, 1, 10);
            sink.begin(2);
            sink.prepare();
            sink.commit();
            commit(sink, 3, 11);
            assertThat(contents()).containsExactlyInAnyOrder(10L, 11L);
            assertThat(sink.lastCommittedEpoch()).isEqualTo(3);
        }
    }

    @Test
    void sinksOfSeveralQueriesKeepTheirEpochsApart() {
        try (EpochSink first = open("q1");
                EpochSink second = open("q2")) {
            commit(first, 7, 10);
            commit(second, 2, 11);
            assertThat(first.lastCommittedEpoch()).isEqualTo(7);
            assertThat(second.lastCommittedEpoch()).isEqualTo(2);
        }
        assertThat(contents()).containsExactlyInAnyOrder(10L, 11L);
    }

    private void commit(EpochSink sink, long epoch, long number) {
        sink.begin(epoch);
        sink.write(row(number));
        sink.prepare();
        sink.commit();
    }
}
