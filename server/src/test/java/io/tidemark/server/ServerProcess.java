package io.tidemark.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A server in a process of its own, so that it can be killed. */
public final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final String url;

    private ServerProcess(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /** What a process that ended by itself has left. */
    record Ended(int exitCode, String out, String err) {}

    /** Runs a server that is expected to end by itself, and waits until it has. */
    static Ended run(Path dataDirectory, String... options) throws IOException, InterruptedException {
        Path err = Files.createTempFile("server", ".err");
        try {
            Process process = new ProcessBuilder(command(dataDirectory, options))
                    .redirectError(err.toFile())
                    .start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), out, Files.readString(err));
        } finally {
            Files.delete(err);
        }
    }

    private static List<String> command(Path dataDirectory, String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.tidemark.server.main.TidemarkServer",
                "server",
                "--data-dir",
                dataDirectory.toString()));
        command.addAll(List.of(options));
        if (!command.contains("--port")) {
            command.addAll(List.of("--port", "0"));
        }
        return command;
    }

    /** Starts a server and waits until it says that it is ready. */
    public static ServerProcess start(Path dataDirectory, String... options) throws IOException {
        Process process = new ProcessBuilder(command(dataDirectory, options))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        while (line != null && !line.startsWith("Tidemark ready: ")) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IOException("the server ended before it was ready");
        }
        return new ServerProcess(process, line.substring("Tidemark ready: ".length()));
    }

    public String url() {
        return url;
    }

    /** Ends the process as {@code kill -9} does, and waits until it is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends the process in order, and gives its exit code. */
    public int terminate() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    public int execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            return statement.execute(sql) ? -1 : statement.getUpdateCount();
        }
    }

    public List<String> rows(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return ServerFixture.rows(rows);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
