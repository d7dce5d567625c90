package io.tidemark.shell;

import io.tidemark.shell.command.Interpreter;
import io.tidemark.shell.format.ResultFormat;
import io.tidemark.shell.script.Variables;
import io.tidemark.shell.session.Console;
import io.tidemark.shell.session.ErrorReport;
import io.tidemark.shell.session.ExitStatus;
import io.tidemark.shell.session.Pager;
import io.tidemark.shell.session.ProgressLines;
import io.tidemark.shell.session.Session;
import io.tidemark.shell.session.Settings;
import io.tidemark.shell.session.StatementRunner.Surroundings;
import io.tidemark.shell.session.Target;
import io.tidemark.shell.terminal.InteractiveLoop;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.spi.SystemStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code bin/tidemark sql}: interactive at a terminal; with {@code -e}, {@code -f} or piped input, a script runner.
 *
 * <p><b>Errors</b>: exit status 1 at the first error of a script, 2 for a wrong option, 3 if the server cannot be reached or is lost.
 */
@Command(
        name = "tidemark sql",
        description = "Runs SQL interactively, or from -e, -f or piped input as a script.",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        version = "Tidemark 0.1.0")
public final class Shell implements Callable<Integer> {

    private static final String DEFAULT_URL = "jdbc:tidemark://127.0.0.1:7474";
    private static final int DEFAULT_WIDTH = 100;

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;

    @Option(
            names = "-u",
            paramLabel = "URL",
            defaultValue = DEFAULT_URL,
            description = "JDBC URL (default: ${DEFAULT-VALUE}).")
    private String url = DEFAULT_URL;

    @ArgGroup(exclusive = true, multiplicity = "0..*")
    private List<Script> scripts = new ArrayList<>();

    @Option(
            names = "-v",
            paramLabel = "NAME=VALUE",
            mapFallbackValue = "",
            description = "Sets a variable, as \\set does; may be repeated.")
    private Map<String, String> variables = Map.of();

    @Option(
            names = "--output",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table, csv, json, vertical or markdown (default: ${DEFAULT-VALUE}).")
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

    /** Statements or a file of them, in the order of the command line. */
    static final class Script {
        @Option(
                names = "-e",
                required = true,
                paramLabel = "SQL",
                description = "Runs these statements and leaves; may be repeated.")
        private @Nullable String statements;

        @Option(
                names = "-f",
                required = true,
                paramLabel = "FILE",
                description = "Runs the statements of a file; - is the standard input. May be repeated.")
        private @Nullable String file;
    }

    Shell(InputStream in, PrintStream out, PrintStream err) {
        this.in = in;
        this.out = out;
        this.err = err;
    }

    /** Runs the shell and exits with its status. */
    public static void main(String[] arguments) {
        // The line-drawing characters of charts and plans are Unicode; the alternate character set of old terminals is
        // not needed.
        System.setProperty("org.jline.utils.disableAlternateCharset", "true");
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

    /** Runs the shell at a terminal, with its history in a file, and returns its exit status. */
    public static int run(String[] arguments, Terminal terminal, Path history) {
        Shell shell = new Shell(InputStream.nullInputStream(), System.out, System.err);
        commandLine(shell).parseArgs(arguments);
        return shell.runInteractively(terminal, history);
    }

    /** The command line whose options are the given shell's. */
    static CommandLine commandLine(Shell shell) {
        return new CommandLine(shell).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws IOException {
        for (String name : variables.keySet()) {
            if (!Variables.isName(name)) {
                err.println("\"" + name + "\" is no name of a variable; use letters, digits and underscores");
                return ExitStatus.USAGE.code();
            }
        }
        return scripts.isEmpty() && isTerminal()
                ? runInteractively()
                : runScripts().code();
    }

    /** Whether the standard input is a terminal; {@code System.console()} tells so only up to Java 21. */
    private static boolean isTerminal() {
        return TerminalBuilder.builder().getProviders(null, new IllegalStateException("no terminal provider")).stream()
                .anyMatch(provider -> provider.isSystemStream(SystemStream.Input));
    }

    private ExitStatus runScripts() {
        Console console = new Console(output(out), output(err));
        try (Session session = new Session(target(), console, new Settings(output), Surroundings.ofScript(), null)) {
            Runtime.getRuntime().addShutdownHook(new Thread(session::cancel, "cancel-at-exit"));
            variables.forEach(session.variables()::set);
            session.connection();
            return runScripts(session, new Interpreter(session));
        } catch (SQLException e) {
            console.message(ErrorReport.of(e, "", null));
            return ExitStatus.NO_CONNECTION;
        } catch (IOException e) {
            console.message("ERROR: cannot read the standard input: " + e.getMessage());
            return ExitStatus.FAILED;
        }
    }

    private ExitStatus runScripts(Session session, Interpreter interpreter) throws IOException {
        if (scripts.isEmpty()) {
            return interpreter.run(text(in.readAllBytes()));
        }
        for (Script script : scripts) {
            ExitStatus status = script.statements != null
                    ? interpreter.run(script.statements)
                    : "-".equals(script.file)
                            ? interpreter.run(text(in.readAllBytes()))
                            : interpreter.runFile(String.valueOf(script.file));
            if (session.hasQuit()
                    || (status != ExitStatus.SUCCESS && session.variables().isOn(Variables.ON_ERROR_STOP))) {
                return status;
            }
        }
        return ExitStatus.SUCCESS;
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
        Console console = new Console(screen, screen);
        boolean dumb = isDumb(terminal);
        IntSupplier width = () -> terminal.getColumns() > 0 ? terminal.getColumns() : DEFAULT_WIDTH;
        Surroundings surroundings = new Surroundings(
                lines -> pager(terminal, lines),
                dumb ? sql -> () -> {} : new ProgressLines(target(), console, width),
                width);
        try (Session session = new Session(target(), console, new Settings(output), surroundings, terminal)) {
            variables.forEach(session.variables()::set);
            session.connection();
            screen.print("Connected to " + url + ". \\? for help, \\q to leave.\n");
            new InteractiveLoop(session, new Interpreter(session), terminal, history).run();
            return ExitStatus.SUCCESS.code();
        } catch (SQLException e) {
            screen.print(ErrorReport.of(e, "", null));
            return ExitStatus.NO_CONNECTION.code();
        }
    }

    private static boolean isDumb(Terminal terminal) {
        return terminal.getType().startsWith(Terminal.TYPE_DUMB);
    }

    private static @Nullable Pager pager(Terminal terminal, int lines) {
        int height = terminal.getSize().getRows();
        boolean tall = height > 0 && lines + 1 > height;
        return tall && !isDumb(terminal) ? Pager.start() : null;
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
