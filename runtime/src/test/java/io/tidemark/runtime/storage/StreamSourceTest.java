package io.tidemark.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceContract;
import io.tidemark.runtime.connector.SourceRange;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamSourceTest extends SourceContract {

    @TempDir
    Path directory;

    private StorageEngine engine;
    private long next;

    @Override
    protected Schema schema() {
        return Numbers.SCHEMA;
    }

    @Override
    protected Source open() {
        close();
        return stream().openSource(StreamStart.EARLIEST);
    }

    @Override
    protected void addRows() {
        InternalStream stream = stream();
        stream.insert(List.of(Numbers.range(next, 300)));
        for (int i = 0; i < 20; i++) {
            stream.insert(List.of(Numbers.row(next + 300 + i)));
        }
        next += 320;
    }

    private InternalStream stream() {
        if (engine == null) {
            engine = StorageEngine.open(directory, 10_000, 10_000);
        }
        return engine.stream("s1", "public.numbers", Numbers.SCHEMA);
    }

    @AfterEach
    void close() {
        if (engine != null) {
            engine.close();
            engine = null;
        }
    }

    @Test
    void aRowsOffsetIsItsNumberAndItsPayloadIsJson() {
        addRows();
        Source source = open();
        SourceRange range = source.plan(source.initialPosition(), new RangeLimits(310, Long.MAX_VALUE))
                .orElseThrow();
        SourceRange rest = source.plan(range.to(), RangeLimits.NONE).orElseThrow();
        assertThat(read(source, rest, List.of(0)).get(0).offset()).isEqualTo(310);
        try (var reader = source.read(rest, List.of(), (partition, offset, payload, reason) -> {})) {
            assertThat(reader.next().tags().origin.payload(5)).isEqualTo("{\"n\":315,\"text\":\"t315\"}");
        }
    }

    @Test
    void insertsSignalThatThereIsInput() throws InterruptedException {
        addRows();
        Source source = open();
        CountDownLatch signalled = new CountDownLatch(1);
        source.onInput(signalled::countDown);
        addRows();
        assertThat(signalled.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aLatestSourceBeginsAfterWhatIsThereAndASnapshotEndsWithIt() {
        addRows();
        Source snapshot = stream().openSnapshot();
        Source latest = stream().openSource(StreamStart.LATEST);
        assertThat(latest.plan(latest.initialPosition(), RangeLimits.NONE)).isEmpty();
        var start = latest.initialPosition();
        addRows();

        assertThat(Offsets.offset(
                        latest.plan(start, RangeLimits.NONE).orElseThrow().to()))
                .isEqualTo(640);
        SourceRange all =
                snapshot.plan(snapshot.initialPosition(), RangeLimits.NONE).orElseThrow();
        assertThat(Offsets.offset(all.to())).isEqualTo(320);
        assertThat(snapshot.endedAt(all.to())).isTrue();
    }
}
