package io.tidemark.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkContract;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamSinkTest extends SinkContract {

    @TempDir
    Path directory;

    private final Set<String> open = new HashSet<>();
    private StorageEngine engine;

    @Override
    protected EpochSink open(String sinkId) {
        if (!open.add(sinkId)) {
            close();
            open.add(sinkId);
        }
        return stream().openSink(Numbers.sink(sinkId, OutputMode.APPEND, Numbers.KEY));
    }

    @Override
    protected Batch row(long number) {
        return Numbers.row(number);
    }

    @Override
    protected List<Long> contents() {
        return Numbers.contents(stream());
    }

    private InternalStream stream() {
        if (engine == null) {
            engine = StorageEngine.open(directory, 1000, 1000);
        }
        return engine.stream("s1", "public.numbers", Numbers.SCHEMA);
    }

    @AfterEach
    void close() {
        if (engine != null) {
            engine.close();
            engine = null;
            open.clear();
        }
    }

    @Test
    void aRowOfWeightNIsThereNTimesAndNoRowCanBeTakenBack() {
        EpochSink sink = open("q");
        sink.begin(1);
        sink.write(row(5).withWeights(new int[] {3}));
        sink.commit();
        assertThat(contents()).containsExactly(5L, 5L, 5L);

        sink.begin(2);
        assertThatThrownBy(() -> sink.write(row(5).withWeights(new int[] {-1})))
                .hasMessageContaining("takes no row back");
    }

    @Test
    void epochsOutliveTruncation() {
        EpochSink sink = open("q");
        sink.begin(4);
        sink.write(row(1));
        sink.commit();
        stream().truncate();

        assertThat(open("q").lastCommittedEpoch()).isEqualTo(4);
        assertThat(contents()).isEmpty();
        assertThat(stream().startOffset()).isEqualTo(1);
        stream().insert(List.of(row(2)));
        assertThat(contents()).containsExactly(2L);
    }

    @Test
    void completeResultsAreRefused() {
        open("q");
        assertThatThrownBy(() -> stream().openSink(Numbers.sink("q", OutputMode.COMPLETE, List.of())))
                .hasMessageContaining("only grows");
    }
}
