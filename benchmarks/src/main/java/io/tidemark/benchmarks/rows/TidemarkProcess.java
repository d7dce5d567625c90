package io.tidemark.benchmarks.rows;

import io.tidemark.benchmarks.nexmark.TemporaryDirectory;
import io.tidemark.server.main.RunningServer;
import io.tidemark.server.main.ServerSettings;
import java.io.IOException;
import java.util.Map;

/** A Tidemark server as a process that tells its URL and ends when its input does. */
public final class TidemarkProcess {

    private TidemarkProcess() {}

    /** Runs it. */
    public static void main(String[] arguments) throws IOException {
        try (TemporaryDirectory directory = new TemporaryDirectory();
                RunningServer server = new RunningServer(ServerSettings.defaults()
                        .with(Map.of(
                                "server.port",
                                "0",
                                "server.data-directory",
                                directory.path().toString())))) {
            MeasuredProcess.serveUntilTold(server.url());
        }
    }
}
