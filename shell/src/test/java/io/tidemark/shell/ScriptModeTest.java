package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell as scripts see it: results on one stream, messages on the other, and an exit status. */
class ScriptModeTest {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID();

    @Test
    void resultsGoToStandardOutputAndMessagesToTheOther() {
        ShellRun outcome = run("", "-e", "SELECT 1 AS one, 'a' AS letter");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).isEqualTo(" ONE | LETTER\n-----+--------\n   1 | a\n");
        assertThat(outcome.err()).matches("\\(1 row, \\d+\\.\\d{3} s\\)\n");
    }

    @Test
    void statementsMayBeRepeatedAndShareTheirConnection() {
        ShellRun outcome = run(
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
        ShellRun arguments = run("", "-e", "CREATE TABLE t (a INT)", "-e", "BEGIN", "-e", "INSERT INTO t VALUES (1)");
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
        ShellRun outcome = run("SELECT 1;\nSELECT nonsense;\nSELECT 3;\n", "--output", "csv");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEqualTo("1\n1\n");
        assertThat(outcome.err()).contains("ERROR 42S22").contains("NONSENSE");
    }

    @Test
    void anErrorInAFileNamesFileAndLine(@TempDir Path directory) throws IOException {
        Path script =
                Files.writeString(directory.resolve("load.sql"), "\uFEFFSELECT 1;\n\n-- oops\nSELECT nonsense;\n");
        ShellRun outcome = run("", "-f", script.toString(), "--output", "json");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEqualTo("{\"1\":1}\n");
        assertThat(outcome.err()).contains(script + ":4: ERROR 42S22");
    }

    @Test
    void typesAreWrittenAsJsonHasThem() {
        ShellRun outcome = run(
                "SELECT TRUE AS t, CAST(1.50 AS DECIMAL(5,2)) AS d, X'0aff' AS b, TIMESTAMP '2024-01-01 00:00:00' AS ts,"
                        + " NULL AS n",
                "--output",
                "json");
        assertThat(outcome.out())
                .isEqualTo("{\"T\":true,\"D\":1.50,\"B\":\"0aff\",\"TS\":\"2024-01-01 00:00:00\",\"N\":null}\n");
    }

    @Test
    void aResultLongerThanTheFirstLookIsWhole() {
        ShellRun outcome = run("SELECT x FROM SYSTEM_RANGE(1, 25000);", "--output", "csv");
        assertThat(outcome.out().lines()).hasSize(25_001).endsWith("25000");
    }

    @Test
    void backslashCommandsWorkInScripts(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("out.txt");
        ShellRun outcome = run(
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
        assertThat(run("\\nonsense").err()).contains("there is no command \"\\nonsense\"; \\? lists them");
        assertThat(run("\\wacth 1").err()).contains("did you mean \\watch?");
        assertThat(run("\\nonsense").status()).isEqualTo(1);
        assertThat(run("\\d nothing").status()).isEqualTo(1);
    }

    @Test
    void aServerThatCannotBeReachedIsStatusThree() {
        ShellRun outcome = ShellRun.at("jdbc:tidemark://127.0.0.1:1", "", "-e", "SELECT 1");
        assertThat(outcome.status()).isEqualTo(3);
        assertThat(outcome.err()).startsWith("ERROR 08001 (5001): cannot reach Tidemark at 127.0.0.1:1");
    }

    @Test
    void aFileThatIsNotThereIsStatusOne() {
        ShellRun outcome = run("", "-f", "/no/such/file.sql");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains("there is no file \"/no/such/file.sql\"");
    }

    @Test
    void aWrongOptionIsStatusTwo() {
        ShellRun outcome = run("", "--output", "xml");
        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err()).contains("--output");
    }

    @Test
    void theNameOfAVariableThatIsNoneIsStatusTwo() {
        assertThat(run("", "-v", "a b=1", "-e", "SELECT 1").status()).isEqualTo(2);
    }

    @Test
    void statementsAndFilesRunInTheOrderOfTheCommandLine(@TempDir Path directory) throws IOException {
        Path first = Files.writeString(directory.resolve("first.sql"), "SELECT 1 AS a;");
        Path second = Files.writeString(directory.resolve("second.sql"), "SELECT 3 AS a;");
        ShellRun outcome =
                run("", "--output", "csv", "-f", first.toString(), "-e", "SELECT 2 AS a", "-f", second.toString());
        assertThat(outcome.out()).isEqualTo("A\n1\nA\n2\nA\n3\n");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void rowsForProgramsAreCountedOnlyIfTimesAreAskedFor() {
        assertThat(run("SELECT 1;", "--output", "csv").err()).isEmpty();
        assertThat(run("\\timing on\nSELECT 1;", "--output", "csv").err())
                .matches("timing is on\n\\(1 row, \\d+\\.\\d{3} s\\)\n");
        assertThat(run("\\timing off\nSELECT 1;", "--output", "markdown").err()).endsWith("(1 row)\n");
    }

    @Test
    void nullMayBeWrittenAsOneLikes() {
        String input = "\\pset null '(none)'\nSELECT NULL AS n;\n\\output csv\nSELECT NULL AS n;\n\\output json\n"
                + "SELECT NULL AS n;\n\\pset null\n\\output csv\nSELECT NULL AS n;";
        assertThat(run(input).out()).isEqualTo(" N\n--------\n (none)\nN\n(none)\n{\"N\":null}\nN\n\n");
    }

    @Test
    void textBeyondTheBasicPlaneComesOutWhole() {
        assertThat(run("SELECT '🌊 žluť' AS w;", "--output", "csv").out()).isEqualTo("W\n🌊 žluť\n");
    }

    private ShellRun run(String input, String... arguments) {
        return ShellRun.at(url, input, arguments);
    }
}
