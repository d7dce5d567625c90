package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell as scripts see it: results on one stream, messages on the other, and an exit status. */
class ScriptModeTest {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID();

    private record Outcome(int status, String out, String err) {}

    @Test
    void resultsGoToStandardOutputAndMessagesToTheOther() {
        Outcome outcome = run("", "-e", "SELECT 1 AS one, 'a' AS letter");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).isEqualTo(" ONE | LETTER\n-----+--------\n   1 | a\n");
        assertThat(outcome.err()).matches("\\(1 row, \\d+\\.\\d{3} s\\)\n");
    }

    @Test
    void statementsMayBeRepeatedAndShareTheirConnection() {
        Outcome outcome = run(
                "",
                "--output",
                "csv",
                "-e",
                "CREATE TABLE t (a INT, b VARCHAR); INSERT INTO t VALUES (1, 'x'), (2, NULL)",
                "-e",
                "SELECT * FROM t ORDER BY a");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).isEqualTo("A,B\n1,x\n2,\n");
        assertThat(outcome.err()).contains("OK, 2 rows");
    }

    @Test
    void aTransactionLeftOpenIsToldToBeRolledBack(@TempDir Path directory) throws IOException {
        String warning = "WARNING: the open transaction was rolled back; to keep its changes, end it with COMMIT\n";
        Outcome arguments = run("", "-e", "CREATE TABLE t (a INT)", "-e", "BEGIN", "-e", "INSERT INTO t VALUES (1)");
        assertThat(arguments.status()).isZero();
        assertThat(arguments.err()).endsWith(warning);
        assertThat(arguments.out()).isEmpty();
        Path script = Files.writeString(directory.resolve("open.sql"), "/* why */ begin;\nSELECT 1;\n");
        assertThat(run("", "-f", script.toString()).err()).endsWith(warning);
        assertThat(run("BEGIN;\nSELECT nonsense;\n").err())
                .contains("ERROR 42S22")
                .endsWith(warning);
        assertThat(run("BEGIN;\nCOMMIT;\n").err()).doesNotContain("WARNING");
        assertThat(run("BEGIN;\nROLLBACK;\nSELECT 1;\n").err()).doesNotContain("WARNING");
    }

    @Test
    void theFirstErrorEndsTheScriptWithStatusOne() {
        Outcome outcome = run("SELECT 1;\nSELECT nonsense;\nSELECT 3;\n", "--output", "csv");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEqualTo("1\n1\n");
        assertThat(outcome.err()).contains("ERROR 42S22").contains("NONSENSE");
    }

    @Test
    void anErrorInAFileNamesFileAndLine(@TempDir Path directory) throws IOException {
        Path script =
                Files.writeString(directory.resolve("load.sql"), "\uFEFFSELECT 1;\n\n-- oops\nSELECT nonsense;\n");
        Outcome outcome = run("", "-f", script.toString(), "--output", "json");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEqualTo("{\"1\":1}\n");
        assertThat(outcome.err()).contains(script + ":4: ERROR 42S22");
    }

    @Test
    void typesAreWrittenAsJsonHasThem() {
        Outcome outcome = run(
                "SELECT TRUE AS t, CAST(1.50 AS DECIMAL(5,2)) AS d, X'0aff' AS b, TIMESTAMP '2024-01-01 00:00:00' AS ts,"
                        + " NULL AS n",
                "--output",
                "json");
        assertThat(outcome.out())
                .isEqualTo("{\"T\":true,\"D\":1.50,\"B\":\"0aff\",\"TS\":\"2024-01-01 00:00:00\",\"N\":null}\n");
    }

    @Test
    void aResultLongerThanTheFirstLookIsWhole() {
        Outcome outcome = run("SELECT x FROM SYSTEM_RANGE(1, 25000);", "--output", "csv");
        assertThat(outcome.out().lines()).hasSize(25_001).endsWith("25000");
    }

    @Test
    void backslashCommandsWorkInScripts(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("out.txt");
        Outcome outcome = run(
                "CREATE TABLE orders (id INT NOT NULL, note VARCHAR);\n\\timing off\n\\d orders\n\\x\nSELECT 1 AS one;\n"
                        + "\\o " + file + "\nSELECT 2 AS two;\n\\o\n\\q\nSELECT nonsense;\n");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out())
                .contains(" ID     | INTEGER           | no")
                .contains("-[ row 1 ]")
                .contains("ONE | 1")
                .doesNotContain("TWO");
        assertThat(Files.readString(file)).contains("TWO | 2");
        assertThat(outcome.err()).contains("(1 row)\n");
    }

    @Test
    void anUnknownCommandOrRelationIsAnError() {
        assertThat(run("\\nonsense").err()).contains("there is no command \"\\nonsense\"");
        assertThat(run("\\d nothing").status()).isEqualTo(1);
    }

    @Test
    void aServerThatCannotBeReachedIsStatusOne() {
        Outcome outcome = runAt("jdbc:tidemark://127.0.0.1:1", "", "-e", "SELECT 1");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).startsWith("ERROR 08001 (5001): cannot reach Tidemark at 127.0.0.1:1");
    }

    @Test
    void aFileThatIsNotThereIsStatusOne() {
        Outcome outcome = run("", "-f", "/no/such/file.sql");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains("there is no file \"/no/such/file.sql\"");
    }

    @Test
    void aWrongOptionIsStatusTwo() {
        Outcome outcome = run("", "--output", "xml");
        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err()).contains("--output");
    }

    @Test
    void textBeyondTheBasicPlaneComesOutWhole() {
        assertThat(run("SELECT '🌊 žluť' AS w;", "--output", "csv").out()).isEqualTo("W\n🌊 žluť\n");
    }

    private Outcome run(String input, String... arguments) {
        return runAt(url, input, arguments);
    }

    private static Outcome runAt(String url, String input, String... arguments) {
        List<String> all = new ArrayList<>(List.of("-u", url));
        all.addAll(List.of(arguments));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Shell.run(
                all.toArray(String[]::new),
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Outcome(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
