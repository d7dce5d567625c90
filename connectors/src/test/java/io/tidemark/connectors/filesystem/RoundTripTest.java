package io.tidemark.connectors.filesystem;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connectors.testing.Directory;
import io.tidemark.connectors.testing.RandomRows;
import io.tidemark.connectors.testing.RowText;
import io.tidemark.connectors.testing.SourceRun;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is what is read, in every format and with every option. */
class RoundTripTest {

    @TempDir
    Path temporary;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "json",
                "json json.timestamp-format.standard=ISO-8601",
                "csv",
                "csv csv.header=true csv.null-literal=NULL csv.field-delimiter=; csv.quote-character='",
                "parquet",
                "parquet parquet.compression=SNAPPY",
                "parquet parquet.compression=GZIP",
                "parquet parquet.compression=UNCOMPRESSED"
            })
    void randomRowsComeBackEqual(String format) {
        long seed = System.nanoTime();
        RandomRows rows = new RandomRows(seed);
        Random random = new Random(seed);
        Directory directory = new Directory(temporary);
        String[] options = options(format);
        List<String> expected = new ArrayList<>();
        try (EpochSink sink = directory.sink("q", RandomRows.SCHEMA, OutputMode.APPEND, options)) {
            for (int epoch = 1; epoch <= 3; epoch++) {
                sink.begin(epoch);
                for (int i = 0; i < 3; i++) {
                    Batch batch = rows.batch(1 + random.nextInt(500));
                    sink.write(batch);
                    expected.addAll(RowText.of(batch));
                }
                sink.prepare();
                sink.commit();
            }
        }
        directory.clock.advance(Duration.ofSeconds(10));
        for (long maxRows : new long[] {Long.MAX_VALUE, 1 + random.nextInt(300)}) {
            SourceRun run = new SourceRun(
                    IntStream.range(0, RandomRows.SCHEMA.size()).boxed().toList());
            try (Source source = directory.source(RandomRows.SCHEMA, options)) {
                run.readAll(source, new RangeLimits(maxRows, Long.MAX_VALUE));
            }
            assertThat(run.bad).as("bad rows with seed %d", seed).isEmpty();
            assertThat(run.rows).as("rows with seed %d", seed).isEqualTo(expected);
        }
    }

    private static String[] options(String format) {
        List<String> options = new ArrayList<>(List.of("format"));
        for (String word : format.split(" ", -1)) {
            options.addAll(List.of(word.split("=", 2)));
        }
        return options.toArray(String[]::new);
    }
}
