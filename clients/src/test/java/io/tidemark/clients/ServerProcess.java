package io.tidemark.clients;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A server run by {@code bin/tidemark} on a loopback port, which stays the same when it is started again. */
final class ServerProcess implements AutoCloseable {

    private static final String READY = "Tidemark ready: ";
    private static final Path ROOT = Path.of(System.getProperty("tidemark.rootDirectory"));

    private final Path dataDirectory;
    private Process process;
    private String url;

    private ServerProcess(Path dataDirectory, Process process) throws IOException {
        this.dataDirectory = dataDirectory;
        this.process = process;
        this.url = readUrl(process);
    }

    /** Starts a server on a free port and waits until it is ready. */
    static ServerProcess start(Path dataDirectory) throws IOException {
        return new ServerProcess(dataDirectory, run(dataDirectory, "0"));
    }

    private static Process run(Path dataDirectory, String port) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        ROOT.resolve("bin/tidemark").toString(),
                        "server",
                        "--data-dir",
                        dataDirectory.toString(),
                        "--port",
                        port)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("TIDEMARK_HEAP", "512m");
        builder.environment().put("TIDEMARK_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
        return builder.start();
    }

    private static String readUrl(Process process) throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        while (line != null && !line.startsWith(READY)) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IOException("the server ended before it was ready");
        }
        return line.substring(READY.length());
    }

    /** The URL that clients connect to. */
    String url() {
        return url;
    }

    /** Ends the process as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Starts the server again on its port and its data. */
    void startAgain() throws IOException {
        process = run(dataDirectory, url.substring(url.lastIndexOf(':') + 1));
        url = readUrl(process);
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
