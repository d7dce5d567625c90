package io.tidemark.connectors.console;

import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Option.Kind;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkCapabilities;
import io.tidemark.runtime.connector.SinkConnector;
import io.tidemark.runtime.connector.SinkSpec;
import java.io.PrintStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

/**
 * Prints each row with its epoch and what happens to it: {@code [7] +I(3, abc)}.
 *
 * <p>What has been printed is remembered nowhere: after a crash rows may be printed again, so this sink is not exactly once.
 */
public final class ConsoleConnector implements SinkConnector {

    static final String PREFIX = "print-identifier";

    private final PrintStream out;

    /** Makes the connector; rows go to the stream given. */
    public ConsoleConnector(PrintStream out) {
        this.out = out;
    }

    @Override
    public String name() {
        return "console";
    }

    @Override
    public List<Option> sinkOptions() {
        return List.of(
                Option.withDefault(PREFIX, Kind.TEXT, "", "What each line begins with, to tell several sinks apart."));
    }

    @Override
    public SinkCapabilities capabilities(Options options, boolean keyed) {
        return new SinkCapabilities(EnumSet.allOf(OutputMode.class), true, true, false, Duration.ZERO);
    }

    @Override
    public void validateSink(SinkSpec spec) {}

    @Override
    public EpochSink openSink(SinkSpec spec) {
        String prefix = spec.options().text(PREFIX);
        boolean upserts = spec.mode() == OutputMode.UPDATE && !spec.keyColumns().isEmpty();
        return new ConsoleSink(out, prefix.isEmpty() ? "" : prefix + " ", upserts);
    }
}
