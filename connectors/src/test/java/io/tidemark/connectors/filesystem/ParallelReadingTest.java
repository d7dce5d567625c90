package io.tidemark.connectors.filesystem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.Directory;
import io.tidemark.connectors.testing.SourceRun;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.runtime.connector.WorkerPool;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that several threads decode give the rows, offsets and bad rows that one thread gives. */
class ParallelReadingTest {

    private static final Schema SCHEMA = Columns.schema("id BIGINT NOT NULL, name VARCHAR");
    private static final List<Integer> COLUMNS = List.of(0, 1);
    private static final RangeLimits NO_LIMITS = new RangeLimits(Long.MAX_VALUE, Long.MAX_VALUE);

    @TempDir
    Path temporary;

    private final ExecutorService threads = Executors.newFixedThreadPool(3);

    private final WorkerPool four = new WorkerPool() {
        @Override
        public int count() {
            return 4;
        }

        @Override
        public void offer(Runnable work) {
            threads.execute(work);
        }
    };

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    private static String json(Random random, int rows) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            if (random.nextInt(2000) == 0) {
                text.append("{\"id\": broken ").append(i).append(random.nextBoolean() ? "\r\n" : "\n");
            }
            text.append("{\"id\":").append(i).append(",\"name\":\"");
            text.append("ä𝄞x".repeat(random.nextInt(random.nextInt(500) == 0 ? 5_000 : 40)));
            text.append("\"}").append(random.nextInt(10) == 0 ? "\n\n" : "\n");
        }
        return text.toString();
    }

    private static String csv(Random random, int rows) {
        StringBuilder text = new StringBuilder("name,id\n");
        for (int i = 0; i < rows; i++) {
            text.append('"')
                    .append("a \"\"quoted\"\"\nline, ".repeat(1 + random.nextInt(10)))
                    .append("\",");
            text.append(random.nextInt(2000) == 0 ? "none" : Integer.toString(i))
                    .append("\r\n");
        }
        return text.toString();
    }

    private SourceRun run(WorkerPool workers, String format, RangeLimits limits) {
        SourceRun run = new SourceRun(COLUMNS);
        String[] options = format.equals("csv")
                ? new String[] {"format", "csv", "csv.header", "true"}
                : new String[] {"format", "json"};
        try (Source source = new Directory(temporary, workers).source(SCHEMA, options)) {
            run.readAll(source, limits);
        }
        return run;
    }

    @ParameterizedTest
    @CsvSource({"1,json", "2,json", "3,csv"})
    void rowsOffsetsAndBadRowsAreTheSame(long seed, String format) throws IOException {
        Random random = new Random(seed);
        Directory directory = new Directory(temporary);
        for (int file = 0; file < 3; file++) {
            int rows = file == 1 ? 10 : 25_000;
            directory.write(
                    "f" + file + "." + format, file, format.equals("csv") ? csv(random, rows) : json(random, rows));
        }
        SourceRun alone = run(Directory.ALONE, format, NO_LIMITS);
        for (RangeLimits limits : List.of(NO_LIMITS, new RangeLimits(20_000, 2_500_000))) {
            SourceRun together = run(four, format, limits);
            assertThat(together.rows).hasSizeGreaterThan(49_000).isEqualTo(alone.rows);
            assertThat(together.offsets).isEqualTo(alone.offsets);
            assertThat(together.payloads).isEqualTo(alone.payloads);
            assertThat(together.bad).isNotEmpty().isEqualTo(alone.bad);
            assertThat(together.badPayloads).isEqualTo(alone.badPayloads);
        }
    }

    @Test
    void aReaderThatIsClosedEarlyLeavesNothingBehind() throws IOException {
        Directory directory = new Directory(temporary, four);
        directory.write("a.json", 1, json(new Random(4), 25_000));
        try (Source source = directory.source(SCHEMA, "format", "json")) {
            SourceRange range = source.plan(source.initialPosition(), NO_LIMITS).orElseThrow();
            try (RangeReader reader = source.read(range, COLUMNS, (partition, offset, payload, reason) -> {})) {
                assertThat(reader.next()).isNotNull();
            }
            SourceRun again = new SourceRun(COLUMNS);
            again.read(source, range);
            assertThat(again.rows).hasSize(25_000);
        }
    }

    @Test
    void aFileThatChangesIsNoticed() throws IOException {
        Directory directory = new Directory(temporary, four);
        directory.write("a.json", 1, json(new Random(5), 25_000));
        try (Source source = directory.source(SCHEMA, "format", "json")) {
            SourceRange range = source.plan(source.initialPosition(), NO_LIMITS).orElseThrow();
            directory.write("a.json", 2, json(new Random(6), 25_000));
            SourceRun run = new SourceRun(COLUMNS);
            assertThatThrownBy(() -> run.read(source, range)).isInstanceOf(CodedException.class);
        }
    }
}
