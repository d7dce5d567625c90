package io.tidemark.server.main;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.ServerFixture;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** A server that cannot start says why in one line, exits with a code that is not 0, and damages nothing. */
class RefusedStartTest {

    @TempDir
    Path directory;

    private record Outcome(int exitCode, String message) {}

    private Outcome server(String... options) {
        StringWriter err = new StringWriter();
        CommandLine line = TidemarkServer.commandLine().setErr(new PrintWriter(err, true));
        String[] arguments = new String[options.length + 1];
        arguments[0] = "server";
        System.arraycopy(options, 0, arguments, 1, options.length);
        return new Outcome(line.execute(arguments), err.toString().strip());
    }

    private static void assertRefused(Outcome outcome, String... parts) {
        assertThat(outcome.exitCode()).isNotZero();
        assertThat(outcome.message()).contains(parts).startsWith("tidemark: ").doesNotContain("\n");
    }

    private String dataDirectory() {
        return directory.resolve("data").toString();
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertRefused(
                    server("--port", port, "--data-dir", dataDirectory()),
                    "cannot listen on 127.0.0.1:" + port,
                    "another port");
        }
        new ServerFixture(directory.resolve("data")).close();
    }

    @Test
    void aSecondServerOnTheSameDataIsRefusedAndTheFirstGoesOn() throws SQLException {
        try (ServerFixture first = new ServerFixture(directory.resolve("data"))) {
            first.execute("CREATE TABLE t (a INT)");
            assertRefused(server("--port", "0", "--data-dir", dataDirectory()), dataDirectory());
            first.execute("INSERT INTO t VALUES (1)");
            first.restart();
            assertThat(first.rows("SELECT a FROM t")).containsExactly("1");
        }
    }

    @Test
    void aDataDirectoryThatCannotBeMadeIsNamed() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "here");
        assertRefused(server("--port", "0", "--data-dir", file.toString()), file.toString());
        assertRefused(server("--port", "0", "--data-dir", file.resolve("below").toString()), file.toString());
        assertThat(file).hasContent("here");
    }

    @Test
    void anUnknownSettingIsRefusedWithTheNearest() {
        assertRefused(
                server("--port", "0", "--data-dir", dataDirectory(), "-D", "epoch.max-row=7"),
                "unknown setting \"epoch.max-row\"",
                "epoch.max-rows");
        assertRefused(
                server("--port", "0", "--data-dir", dataDirectory(), "-D", "epoch.max-rows=many"), "epoch.max-rows");
        assertRefused(
                server("--port", "0", "--data-dir", dataDirectory(), "-D", "checkpoint.interval=often"),
                "checkpoint.interval");
        assertRefused(server("--port", "70000", "--data-dir", dataDirectory()), "server.port", "65535");
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "checkpoint.interval=-5 s",
                "checkpoint.interval=0 s",
                "epoch.max-rows=0",
                "epoch.max-bytes=0",
                "epoch.min-interval=-1 ms",
                "epoch.history=0",
                "rows.max-kept=-1",
                "statement.timeout=-1 s",
                "statement.max-memory=0",
                "server.connection-idle-timeout=0 s",
                "workers.count=-1"
            })
    void aSettingOutOfItsRangeIsRefused(String setting) {
        String name = setting.substring(0, setting.indexOf('='));
        String value = setting.substring(setting.indexOf('=') + 1);
        assertRefused(
                server("--port", "0", "--data-dir", dataDirectory(), "-D", setting), name + " is " + value, "give a ");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aBadSettingsFileIsNamedWithItsLine() throws IOException {
        Path conf = directory.resolve("my.conf");
        Files.writeString(conf, "server {\n  port = 0\n  hots = \"x\"\n}\n", StandardCharsets.UTF_8);
        assertRefused(server("--conf", conf.toString(), "--data-dir", dataDirectory()), "server.hots", conf.toString());
        Files.writeString(conf, "server {\n  port = = 0\n", StandardCharsets.UTF_8);
        assertRefused(server("--conf", conf.toString(), "--data-dir", dataDirectory()), conf.toString(), "2");
        Files.writeString(conf, "epoch.max-rows = few\n", StandardCharsets.UTF_8);
        assertRefused(server("--conf", conf.toString(), "--data-dir", dataDirectory()), "epoch.max-rows");
        Files.writeString(conf, "server.port = ${nothing}\n", StandardCharsets.UTF_8);
        assertRefused(server("--conf", conf.toString(), "--data-dir", dataDirectory()), "nothing");
        assertRefused(
                server("--conf", directory.resolve("none.conf").toString(), "--data-dir", dataDirectory()),
                "none.conf");
        assertThat(directory.resolve("data")).doesNotExist();
    }
}
