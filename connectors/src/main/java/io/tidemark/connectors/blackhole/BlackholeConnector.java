package io.tidemark.connectors.blackhole;

import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkCapabilities;
import io.tidemark.runtime.connector.SinkConnector;
import io.tidemark.runtime.connector.SinkSpec;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

/** Takes every row and keeps none: to see what a query costs without its sink. The number of rows is logged when the sink closes. */
public final class BlackholeConnector implements SinkConnector {

    @Override
    public String name() {
        return "blackhole";
    }

    @Override
    public List<Option> sinkOptions() {
        return List.of();
    }

    @Override
    public SinkCapabilities capabilities(Options options, boolean keyed) {
        return new SinkCapabilities(EnumSet.allOf(OutputMode.class), true, true, false, Duration.ZERO);
    }

    @Override
    public void validateSink(SinkSpec spec) {}

    @Override
    public EpochSink openSink(SinkSpec spec) {
        return new BlackholeSink(spec.relation());
    }
}
