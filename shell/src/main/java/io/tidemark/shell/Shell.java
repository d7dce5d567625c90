package io.tidemark.shell;

import io.tidemark.shell.format.ResultFormat;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.spi.SystemStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code bin/tidemark sql}: interactive at a terminal; with {@code -e}, {@code -f} or piped input, a script runner.
 *
 * <p><b>Errors</b>: exit status 1 at the first error of a script or if the server cannot be reached, 2 for a wrong option.
 */
@Command(
        name = "tidemark sql",
        description = "Runs SQL interactively, or from -e, -f or piped input as a script.",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        version = "Tidemark 0.1.0")
public final class Shell implements Callable<Integer> {

    private static final String DEFAULT_URL = "jdbc:tidemark://127.0.0.1:7474";

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;

    @Option(
            names = "-u",
            paramLabel = "URL",
            defaultValue = DEFAULT_URL,
            description = "JDBC URL (default: ${DEFAULT-VALUE}).")
    private String url = DEFAULT_URL;

    @Option(names = "-e", paramLabel = "SQL", description = "Runs these statements and leaves; may be repeated.")
    private List<String> statements = List.of();

    @Option(names = "-f", paramLabel = "FILE", description = "Runs the statements of a file; - is the standard input.")
    private @Nullable String file;

    @Option(
            names = "--output",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table, csv, json or vertical (default: ${DEFAULT-VALUE}).")
    private ResultFormat output = ResultFormat.TABLE;

    @Option(names = "--user", paramLabel = "USER", description = "The user's name.")
    private @Nullable String user;

    @Option(
            names = "--password",
            paramLabel = "PASSWORD",
            arity = "0..1",
            interactive = true,
            description = "The password; without a value, it is asked for.")
    private @Nullable String password;

    Shell(InputStream in, PrintStream out, PrintStream err) {
        this.in = in;
        this.out = out;
        this.err = err;
    }

    /** Runs the shell and exits with its status. */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        System.exit(run(arguments, System.in, out, err));
    }

    /** Runs the shell on the given streams and returns its exit status. */
    public static int run(String[] arguments, InputStream in, PrintStream out, PrintStream err) {
        CommandLine line = commandLine(new Shell(in, out, err));
        line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        return line.execute(arguments);
    }

    /** The command line whose options are the given shell's. */
    static CommandLine commandLine(Shell shell) {
        return new CommandLine(shell).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws IOException {
        boolean isScript = !statements.isEmpty() || file != null || !isTerminal();
        return isScript ? runScript() : runInteractively();
    }

    /** Whether the standard input is a terminal; {@code System.console()} tells so only up to Java 21. */
    private static boolean isTerminal() {
        return TerminalBuilder.builder().getProviders(null, new IllegalStateException("no terminal provider")).stream()
                .anyMatch(provider -> provider.isSystemStream(SystemStream.Input));
    }

    private int runScript() {
        Console console = new Console(output(out), output(err));
        try (Session session = new Session(target(), console, output, lines -> null)) {
            Runtime.getRuntime().addShutdownHook(new Thread(session::cancel, "cancel-at-exit"));
            session.connection();
            return runScripts(new ScriptRunner(session)) ? 0 : 1;
        } catch (SQLException e) {
            console.message(ErrorReport.of(e, "", null));
            return 1;
        } catch (NoSuchFileException e) {
            console.message("ERROR: there is no file \"" + e.getMessage() + "\"");
            return 1;
        } catch (IOException e) {
            console.message("ERROR: cannot read the script: " + e.getMessage());
            return 1;
        }
    }

    private boolean runScripts(ScriptRunner runner) throws IOException {
        for (String statement : statements) {
            if (!runner.run(statement, null)) {
                return false;
            }
        }
        if (file != null && !file.equals("-")) {
            return runner.run(text(Files.readAllBytes(Path.of(file))), file);
        }
        return (!statements.isEmpty() && file == null) || runner.run(text(in.readAllBytes()), null);
    }

    private int runInteractively() throws IOException {
        try (Terminal terminal = TerminalBuilder.builder()
                .encoding(StandardCharsets.UTF_8)
                .nativeSignals(true)
                .build()) {
            return runInteractively(terminal, historyFile());
        }
    }

    /** Runs at the given terminal; tests bring their own. */
    int runInteractively(Terminal terminal, Path history) {
        Console.Output screen = output(terminal);
        try (Session session =
                new Session(target(), new Console(screen, screen), output, lines -> pager(terminal, lines))) {
            session.connection();
            screen.print("Connected to " + url + ". \\? for help, \\q to leave.\n");
            new InteractiveLoop(session, terminal, history).run();
            return 0;
        } catch (SQLException e) {
            screen.print(ErrorReport.of(e, "", null));
            return 1;
        }
    }

    private static @Nullable Pager pager(Terminal terminal, int lines) {
        int height = terminal.getSize().getRows();
        boolean tall = height > 0 && lines + 1 > height;
        boolean dumb = terminal.getType().startsWith(Terminal.TYPE_DUMB);
        return tall && !dumb ? Pager.start() : null;
    }

    private Target target() {
        return new Target(url, user, password);
    }

    private static Path historyFile() {
        String given = System.getenv("TIDEMARK_HISTORY");
        return given == null ? Path.of(System.getProperty("user.home"), ".tidemark_history") : Path.of(given);
    }

    private static String text(byte[] utf8) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static Console.Output output(PrintStream stream) {
        return new Console.Output() {
            @Override
            public void print(String text) {
                stream.print(text);
                stream.flush();
            }

            @Override
            public boolean isBroken() {
                return stream.checkError();
            }
        };
    }

    private static Console.Output output(Terminal terminal) {
        return new Console.Output() {
            @Override
            public void print(String text) {
                terminal.writer().print(text);
                terminal.flush();
            }

            @Override
            public boolean isBroken() {
                return false;
            }
        };
    }
}
