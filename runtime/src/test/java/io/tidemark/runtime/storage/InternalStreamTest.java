package io.tidemark.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InternalStreamTest {

    @TempDir
    Path directory;

    private StorageEngine engine;
    private InternalStream stream;

    @BeforeEach
    void open() {
        engine = StorageEngine.open(directory, 5000, 5000);
        stream = engine.stream("s", "public.s", Numbers.SCHEMA);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void concurrentInsertsAreAllThereOnceEachThreadsInItsOrder() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(16);
        List<Future<?>> writers = new ArrayList<>();
        for (int thread = 0; thread < 16; thread++) {
            long first = thread * 1000L;
            writers.add(threads.submit(() -> {
                for (int i = 0; i < 25; i++) {
                    stream.insert(List.of(Numbers.row(first + 2L * i), Numbers.row(first + 2L * i + 1)));
                }
            }));
        }
        for (Future<?> writer : writers) {
            writer.get();
        }
        threads.shutdown();
        close();
        open();

        List<Long> rows = Numbers.contents(stream);
        assertThat(rows).hasSize(800).doesNotHaveDuplicates();
        for (int thread = 0; thread < 16; thread++) {
            long first = thread * 1000L;
            assertThat(rows.stream().filter(n -> n >= first && n < first + 1000).toList())
                    .isSorted()
                    .hasSize(50);
        }
        for (int i = 0; i < rows.size(); i += 2) {
            assertThat(rows.get(i + 1)).as("an insert is one group").isEqualTo(rows.get(i) + 1);
        }
    }

    @Test
    void anInterruptedCallerStillGetsItsRowsInAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        stream.insert(List.of(Numbers.row(1)));
        stream.insert(List.of(Numbers.row(2)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(Numbers.contents(stream)).containsExactly(1L, 2L);
    }

    @Test
    void rowsOfMegabytesComeBackWhole() {
        BatchBuilder builder = new BatchBuilder(Numbers.SCHEMA);
        for (int i = 0; i < 7; i++) {
            builder.column(0).setLong(i);
            builder.column(1).setString(String.valueOf((char) ('a' + i)).repeat(4_000_000));
            builder.endRow();
        }
        stream.insert(List.of(builder.build(), Numbers.row(7)));
        close();
        open();

        assertThat(Numbers.contents(stream)).hasSize(8);
        try (Source source = stream.openSnapshot()) {
            SourceRange range =
                    source.plan(source.initialPosition(), RangeLimits.NONE).orElseThrow();
            int row = 0;
            try (RangeReader reader = source.read(range, List.of(1), (partition, offset, payload, reason) -> {})) {
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    BytesColumn text = (BytesColumn) batch.column(0);
                    for (int i = 0; i < batch.rowCount(); i++, row++) {
                        String expected = row == 7
                                ? "t7"
                                : String.valueOf((char) ('a' + row)).repeat(4_000_000);
                        assertThat(text.string(i).equals(expected)).isTrue();
                    }
                }
            }
        }
    }

    @Test
    void rangesAreLimitedByBytesToo() {
        for (int i = 0; i < 100; i++) {
            stream.insert(List.of(Numbers.range(i * 10L, 10)));
        }
        try (Source source = stream.openSource(StreamStart.EARLIEST)) {
            SourceRange range = source.plan(source.initialPosition(), new RangeLimits(Long.MAX_VALUE, 1000))
                    .orElseThrow();
            assertThat(Offsets.offset(range.to())).isBetween(10L, 500L);
        }
    }

    @Test
    void aRowWithNullWhereNoneIsAllowedIsRefusedAndNothingOfItsInsertIsThere() {
        BatchBuilder builder = new BatchBuilder(Numbers.SCHEMA);
        builder.endRow();
        Batch bad = builder.build();
        assertThatThrownBy(() -> stream.insert(List.of(Numbers.row(1), bad)))
                .hasMessage("column \"n\" of \"public.s\" is NOT NULL, but a row has NULL there");
        assertThat(stream.endOffset()).isZero();
    }

    @Test
    void rangesThatWereTruncatedAreReportedAsLost() {
        stream.insert(List.of(Numbers.range(0, 10)));
        try (Source source = stream.openSource(StreamStart.EARLIEST)) {
            SourceRange range =
                    source.plan(source.initialPosition(), RangeLimits.NONE).orElseThrow();
            stream.truncate();
            assertThatThrownBy(() -> source.read(range, List.of(0), (partition, offset, payload, reason) -> {}))
                    .satisfies(e -> assertThat(((CodedException) e).code()).isEqualTo(ErrorCode.EXTERNAL_DATA_LOST));
            stream.insert(List.of(Numbers.row(10)));
            assertThat(source.plan(range.from(), RangeLimits.NONE).orElseThrow().description())
                    .isEqualTo("0: 10..11");
        }
    }
}
