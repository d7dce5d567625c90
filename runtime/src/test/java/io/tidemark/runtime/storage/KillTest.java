package io.tidemark.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.connector.OutputMode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed while it inserts leaves everything that it was told is durable, once. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class KillTest {

    @TempDir
    Path directory;

    private final Map<String, Set<Long>> acknowledged =
            new TreeMap<>(Map.of("stream", new HashSet<>(), "table", new HashSet<>(), "epoch", new HashSet<>()));

    @Test
    void everythingAcknowledgedBeforeAKillIsThereOnce() throws IOException, InterruptedException {
        for (int round = 0; round < 4; round++) {
            insertAndKill(round * 1_000_000L, 100 + 77 * round);
            check();
        }
    }

    private void insertAndKill(long start, int lines) throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        InsertingProcess.class.getName(),
                        directory.toString(),
                        Long.toString(start))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> output = new ArrayList<>();
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                output.add(line);
                if (output.size() == lines) {
                    process.toHandle().destroyForcibly();
                }
            }
        }
        process.waitFor();
        assertThat(output).hasSizeGreaterThanOrEqualTo(lines);
        for (String line : output) {
            String[] parts = line.split(" ", 2);
            if (parts.length == 2 && line.matches("(stream|table|epoch) \\d+")) {
                acknowledged.get(parts[0]).add(Long.parseLong(parts[1]));
            }
        }
    }

    private void check() {
        try (StorageEngine engine = StorageEngine.open(directory, 20_000, 20_000)) {
            InternalStream stream = engine.stream("s", "public.s", Numbers.SCHEMA);
            InternalTable table = engine.table("t", "public.t", Numbers.SCHEMA, Numbers.KEY);
            List<Long> streamed = Numbers.contents(stream);
            Set<String> stored = Numbers.contents(table).keySet();
            assertThat(streamed).doesNotHaveDuplicates();
            Set<Long> streamedSet = new HashSet<>(streamed);
            assertThat(streamedSet).containsAll(acknowledged.get("stream"));
            for (long n : acknowledged.get("table")) {
                assertThat(stored).contains(n + "=t" + n);
            }
            for (long epoch : acknowledged.get("epoch")) {
                assertThat(streamedSet).contains(-2 * epoch, -2 * epoch - 1);
                assertThat(stored).contains(-2 * epoch + "=t" + -2 * epoch);
            }
            checkEpochsAreWhole(stream, table, streamedSet, stored);
        }
    }

    private static void checkEpochsAreWhole(
            InternalStream stream, InternalTable table, Set<Long> streamed, Set<String> stored) {
        long streamEpoch =
                stream.openSink(Numbers.sink("q", OutputMode.APPEND, List.of())).lastCommittedEpoch();
        long tableEpoch = table.openSink(Numbers.sink("q", OutputMode.UPDATE, Numbers.KEY))
                .lastCommittedEpoch();
        assertThat(streamed.stream().filter(n -> n < 0).count()).isEqualTo(2 * streamEpoch);
        assertThat(stored.stream().filter(row -> row.startsWith("-")).count()).isEqualTo(2 * tableEpoch);
    }
}
