package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts of scripts: includes, variables, conditions, and what an error does to them. */
class ScriptCommandsTest {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID();

    @TempDir
    private Path directory;

    @Test
    void scriptsIncludeOthersWhichAreNamedFromThemselves() throws IOException {
        Files.createDirectories(directory.resolve("parts/deep"));
        write("parts/deep/three.sql", "\\echo three\n");
        write("parts/two.sql", "\\echo two\n\\ir deep/three.sql\n\\echo two again\n");
        Path main = write("main.sql", "\\echo one\n\\ir parts/two.sql\n\\i " + directory + "/parts/deep/three.sql\n");
        ShellRun outcome = run("", "-f", main.toString());
        assertThat(outcome.out()).isEqualTo("one\ntwo\nthree\ntwo again\nthree\n");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
    }

    @Test
    void aFileThatIncludesItselfIsAnErrorAtItsPlace() throws IOException {
        write("a.sql", "SELECT 1 AS a;\n\\ir b.sql\n");
        write("b.sql", "\n\n\\ir a.sql\n");
        ShellRun outcome = run("", "-f", directory + "/a.sql", "--output", "csv");
        assertThat(outcome.out()).isEqualTo("A\n1\n");
        assertThat(outcome.err())
                .isEqualTo("%1$s/b.sql:3: ERROR: \"%1$s/a.sql\" includes itself: %1$s/a.sql > %1$s/b.sql > %1$s/a.sql\n"
                        .formatted(directory));
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void aFileThatIsNotThereIsAnErrorAtTheLineThatNamesIt() throws IOException {
        write("a.sql", "SELECT 1;\n\\ir missing.sql\nSELECT 2;");
        ShellRun outcome = run("", "-f", directory + "/a.sql");
        assertThat(outcome.err())
                .endsWith("%1$s/a.sql:2: ERROR: there is no file \"%1$s/missing.sql\"\n".formatted(directory));
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void anErrorInAnIncludedFileEndsAllUnlessTheyAreToGoOn() throws IOException {
        write("inner.sql", "SELECT nonsense;\n\\echo inner goes on\n");
        write("outer.sql", "\\ir inner.sql\n\\echo outer goes on\n");
        ShellRun stopped = run("", "-f", directory + "/outer.sql");
        assertThat(stopped.err()).startsWith(directory + "/inner.sql:1: ERROR 42S22");
        assertThat(stopped.out()).isEmpty();
        assertThat(stopped.status()).isEqualTo(1);
        ShellRun goesOn = run("", "-v", "ON_ERROR_STOP=off", "-f", directory + "/outer.sql");
        assertThat(goesOn.out()).isEqualTo("inner goes on\nouter goes on\n");
        assertThat(goesOn.err()).contains("ERROR 42S22");
        assertThat(goesOn.status()).isZero();
    }

    @Test
    void variablesComeFromTheCommandLineAndFromScripts() {
        ShellRun outcome = run(
                "\\set n 41\nSELECT :n + 1 AS a, :'city' AS b;\n\\unset n\n\\echo :n :city\n",
                "-v",
                "city=O'Fallon",
                "--output",
                "csv");
        assertThat(outcome.out()).isEqualTo("A,B\n42,O'Fallon\n:n O'Fallon\n");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void aVariableMayHoldSeveralStatements() {
        ShellRun outcome = run("\\set both 'SELECT 1 AS a; SELECT 2 AS a'\n\n:both;\n", "--output", "csv");
        assertThat(outcome.out()).isEqualTo("A\n1\nA\n2\n");
    }

    @Test
    void setAloneListsVariables() {
        assertThat(run("\\set greeting 'it''s'\n\\set").err()).isEqualTo("ON_ERROR_STOP = 'on'\ngreeting = 'it''s'\n");
        assertThat(run("\\set a-b 1").err()).contains("\"a-b\" is no name of a variable");
    }

    @Test
    void oneBranchOfAConditionIsRun() {
        String script = """
                \\if :one
                \\echo one
                SELECT nonsense;
                \\elif :two
                \\echo two
                \\if false
                \\echo no
                \\else
                \\echo inner
                \\endif
                \\else
                \\echo neither
                \\endif
                \\echo end
                """;
        assertThat(run(script, "-v", "one=off", "-v", "two=yes").out()).isEqualTo("two\ninner\nend\n");
        assertThat(run(script, "-v", "one=0", "-v", "two=0").out()).isEqualTo("neither\nend\n");
        assertThat(run("\\if :{?one}\n\\echo set\n\\else\n\\echo not set\n\\endif")
                        .out())
                .isEqualTo("not set\n");
    }

    @Test
    void conditionsThatDoNotFitTogetherAreErrors() throws IOException {
        assertThat(run("\\else").err()).isEqualTo("ERROR: \\else without \\if\n");
        assertThat(run("\\if perhaps\n\\endif").err()).startsWith("ERROR: \\if takes true or false, not \"perhaps\"");
        assertThat(run("\\if true\n\\else\n\\else").err()).isEqualTo("ERROR: \\else after \\else\n");
        Path open = write("open.sql", "\\if true\n");
        assertThat(run("", "-f", open.toString()).err()).isEqualTo(open + ": ERROR: an \\if has no \\endif\n");
    }

    @Test
    void theLastStatementCanBeRunAgain() {
        ShellRun outcome = run("SELECT 1 AS a \\gx\nSELECT 2 AS b;\n\\g\n");
        assertThat(outcome.out())
                .isEqualTo("-[ row 1 ]------------------------------\nA | 1\n B\n---\n 2\n B\n---\n 2\n");
        assertThat(run("\\g").err()).isEqualTo("ERROR: \\g needs a statement before it\n");
    }

    @Test
    void aStatementIsWatchedAsOftenAsAskedFor() {
        ShellRun outcome = run("SELECT 1 AS a \\watch 0.01 c=3\n", "--output", "csv");
        assertThat(outcome.out()).isEqualTo("A\n1\n".repeat(3));
        assertThat(run("SELECT 1 \\watch soon").err())
                .isEqualTo("ERROR: \\watch takes a number of seconds, c=N and chart=TYPE, not \"soon\"\n");
        assertThat(run("SELECT nonsense \\watch 1").status()).isEqualTo(1);
    }

    @Test
    void whatNeedsATerminalSaysSo() {
        assertThat(run("\\live SELECT 1").err()).contains("\\live needs a terminal");
        assertThat(run("\\s").err()).isEqualTo("ERROR: \\s is for the terminal; this is a script\n");
    }

    @Test
    void theHelpNamesEachCommandOnceInItsGroup() {
        String help = run("\\?").err();
        assertThat(help).contains("\nGeneral\n", "\nScripts\n", "  \\watch [SECONDS] [c=N] [chart]");
        assertThat(help.lines().filter(line -> line.startsWith("  \\i "))).hasSize(1);
        assertThat(help.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private ShellRun run(String input, String... arguments) {
        return ShellRun.at(url, input, arguments);
    }
}
