package io.tidemark.server.main;

import io.tidemark.sql.error.CodedException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the server process: {@code server} and {@code demo}. */
@Command(
        name = "tidemark",
        description = "A streaming SQL server.",
        subcommands = {TidemarkServer.Serve.class, Demo.class})
public final class TidemarkServer implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    /** Starts the command named by the arguments; the exit code is 0 unless it failed. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** The command line, with errors as one clear line each. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new TidemarkServer());
        line.setExecutionExceptionHandler((failure, command, result) -> {
            command.getErr().println("tidemark: " + message(failure));
            return 1;
        });
        return line;
    }

    private static String message(Exception failure) {
        if (failure instanceof SQLException refused) {
            return String.valueOf(refused.getMessage());
        }
        return failure instanceof CodedException coded ? coded.render() : failure.toString();
    }

    @Override
    public void run() {
        CommandSpec command = spec;
        if (command != null) {
            throw new ParameterException(command.commandLine(), "a command is missing: server or demo");
        }
    }

    /** {@code tidemark server}: runs in the foreground until it is told to stop. */
    @Command(name = "server", description = "Runs the server in the foreground.", mixinStandardHelpOptions = true)
    static final class Serve implements Callable<Integer> {

        @Option(names = "--conf", paramLabel = "FILE", description = "A settings file; see conf/tidemark.conf.")
        private @Nullable Path conf;

        @Option(names = "--data-dir", paramLabel = "DIR", description = "Where everything durable is.")
        private @Nullable String dataDirectory;

        @Option(names = "--port", paramLabel = "N", description = "The port; 0 picks a free one.")
        private @Nullable Integer port;

        @Option(names = "--host", paramLabel = "H", description = "The address to listen on.")
        private @Nullable String host;

        @Option(names = "-D", paramLabel = "key=value", description = "A setting; may be repeated.")
        private Map<String, String> settings = new LinkedHashMap<>();

        @Override
        public Integer call() throws InterruptedException {
            RunningServer server = new RunningServer(settings());
            CountDownLatch stopped = new CountDownLatch(1);
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(
                            () -> {
                                server.close();
                                stopped.countDown();
                                // The signal's own exit code would be 143; an orderly stop is a success.
                                Runtime.getRuntime().halt(0);
                            },
                            "stop"));
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            out.println("Tidemark ready: " + server.url());
            stopped.await();
            return 0;
        }

        private ServerSettings settings() {
            ServerSettings chosen = ServerSettings.defaults();
            if (conf != null) {
                chosen = chosen.withFile(conf);
            }
            Map<String, String> single = new LinkedHashMap<>(settings);
            if (dataDirectory != null) {
                single.put("server.data-directory", dataDirectory);
            }
            if (port != null) {
                single.put("server.port", Integer.toString(port));
            }
            if (host != null) {
                single.put("server.host", host);
            }
            return chosen.with(single);
        }
    }
}
