package io.tidemark.benchmarks.rows;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process of Java that this one has started: a server that tells its URL, or a client that prints what it has found. */
public final class MeasuredProcess implements AutoCloseable {

    private static final String READY = "ready ";

    private final Process process;
    private final BufferedReader out;

    private MeasuredProcess(List<String> command) throws IOException {
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts one.
     *
     * @param classPath where its classes are
     * @param heap its heap, as {@code 64m}
     * @param main the name of the class with the main method
     */
    static MeasuredProcess start(String classPath, String heap, String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-Duser.timezone=UTC",
                "-cp",
                classPath,
                main));
        command.addAll(
                2, List.of(System.getProperty("child.options", "").strip().split(" ", -1)));
        command.removeIf(String::isEmpty);
        command.addAll(List.of(arguments));
        return new MeasuredProcess(command);
    }

    /** Within a server's process: tells the URL, and waits until the input ends. */
    public static void serveUntilTold(String url) throws IOException {
        System.out.println(READY + url);
        while (System.in.read() >= 0) {
            // Nothing is said but the end.
        }
    }

    /** Waits until a server tells its URL. */
    String url() throws IOException {
        String line = out.readLine();
        while (line != null && !line.startsWith(READY)) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IOException("the server has ended before it was ready");
        }
        return line.substring(READY.length());
    }

    String id() {
        return Long.toString(process.pid());
    }

    /** Waits until a client has ended, and gives what it has found; nothing if it has failed. */
    List<Findings> findings() throws IOException, InterruptedException {
        List<Findings> found = new ArrayList<>();
        String line = out.readLine();
        while (line != null) {
            if (Findings.isIn(line)) {
                found.add(Findings.parse(line));
            }
            line = out.readLine();
        }
        return process.waitFor() == 0 ? found : List.of();
    }

    /** Ends it, a server in order. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
        }
    }
}
