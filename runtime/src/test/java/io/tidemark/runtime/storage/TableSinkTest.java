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
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableSinkTest extends SinkContract {

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
        return table().openSink(Numbers.sink(sinkId, OutputMode.APPEND, Numbers.KEY));
    }

    @Override
    protected Batch row(long number) {
        return Numbers.row(number);
    }

    @Override
    protected List<Long> contents() {
        return Numbers.contents(table()).keySet().stream()
                .map(row -> Long.parseLong(row.substring(0, row.indexOf('='))))
                .toList();
    }

    private InternalTable table() {
        if (engine == null) {
            engine = StorageEngine.open(directory, 1000, 1000);
        }
        return engine.table("t1", "public.numbers", Numbers.SCHEMA, Numbers.KEY);
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
    void anUpdateUpsertsAndDeletesByKey() {
        open("q");
        EpochSink sink = table().openSink(Numbers.sink("q", OutputMode.UPDATE, Numbers.KEY));
        sink.begin(1);
        sink.write(Numbers.range(1, 3));
        sink.commit();
        sink.begin(2);
        sink.write(Numbers.row(1, "x"));
        sink.write(Numbers.row(2, "any").withWeights(new int[] {-1}));
        sink.commit();

        assertThat(Numbers.contents(table())).isEqualTo(Map.of("1=x", 1, "3=t3", 1));
    }

    @Test
    void aCompleteEpochReplacesAllRows() {
        open("q");
        EpochSink sink = table().openSink(Numbers.sink("q", OutputMode.COMPLETE, Numbers.KEY));
        sink.begin(1);
        sink.write(Numbers.range(1, 3));
        sink.commit();
        sink.begin(2);
        sink.write(Numbers.range(3, 2));
        sink.commit();
        assertThat(Numbers.contents(table())).isEqualTo(Map.of("3=t3", 1, "4=t4", 1));

        close();
        assertThat(Numbers.contents(table())).isEqualTo(Map.of("3=t3", 1, "4=t4", 1));
    }

    @Test
    void anEpochThatFailsLeavesTheTableAsItWas() {
        open("q");
        EpochSink sink = table().openSink(Numbers.sink("q", OutputMode.UPDATE, Numbers.KEY));
        sink.begin(1);
        sink.write(Numbers.row(1));
        sink.write(Numbers.row(9).withWeights(new int[] {-1}));
        assertThatThrownBy(sink::commit).hasMessageContaining("a row is taken away that is not there");

        assertThat(contents()).isEmpty();
        sink.begin(1);
        sink.write(Numbers.row(2));
        sink.commit();
        assertThat(contents()).containsExactly(2L);
    }
}
