package io.tidemark.slt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every {@code .slt} file gives what it says, however its input is cut into epochs.
 *
 * <p>{@code -Dgolden.update=true} writes what was found into the files; {@code -Dslt=NAME} runs those whose name contains NAME.
 */
class SltTest {

    private static final Path FILES =
            Path.of(System.getProperty("tidemark.rootDirectory"), "server", "src", "test", "resources", "slt");
    private static final List<Map<String, String>> CUTS =
            List.of(Map.of(), Map.of("epoch.max-rows", "1"), Map.of("epoch.max-rows", "7"));

    @TempDir
    Path directory;

    static List<String> files() throws IOException {
        String wanted = System.getProperty("slt", "");
        try (Stream<Path> found = Files.list(FILES)) {
            return found.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".slt") && name.contains(wanted))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void theStatementsOfAFileGiveWhatItSays(String name) throws SQLException, IOException {
        Path file = FILES.resolve(name);
        List<SltRecord> records = SltRecord.parse(Files.readAllLines(file));
        boolean cut = records.stream().anyMatch(record -> record.is("cuts"));
        List<String> expected =
                lines(records, records.stream().map(SltRecord::expected).toList());
        if (Boolean.getBoolean("golden.update")) {
            expected = lines(records, results(records, directory.resolve("update"), Map.of()));
            Files.write(file, expected);
        }
        for (Map<String, String> settings : cut ? CUTS : CUTS.subList(0, 1)) {
            List<List<String>> results = results(records, directory.resolve("cut" + CUTS.indexOf(settings)), settings);
            assertThat(String.join("\n", lines(records, results)))
                    .as("%s with settings %s", name, settings)
                    .isEqualTo(String.join("\n", expected));
        }
    }

    private static List<List<String>> results(List<SltRecord> records, Path directory, Map<String, String> settings)
            throws SQLException, IOException {
        List<List<String>> results = new ArrayList<>();
        try (SltRun run = new SltRun(directory, settings)) {
            for (SltRecord record : records) {
                try {
                    results.add(run.run(record));
                } catch (SQLException e) {
                    results.add(List.of(e.getErrorCode() + " " + e.getSQLState(), String.valueOf(e.getMessage())));
                }
            }
        }
        return results;
    }

    private static List<String> lines(List<SltRecord> records, List<List<String>> results) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            if (i > 0) {
                lines.add("");
            }
            lines.addAll(records.get(i).lines(results.get(i)));
        }
        return lines;
    }
}
