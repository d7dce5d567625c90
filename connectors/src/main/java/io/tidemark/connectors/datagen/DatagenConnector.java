package io.tidemark.connectors.datagen;

import io.tidemark.connectors.generator.GeneratedSource;
import io.tidemark.connectors.generator.Pace;
import io.tidemark.runtime.connector.MetadataColumn;
import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Option.Kind;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceConnector;
import io.tidemark.runtime.connector.SourceSpec;
import io.tidemark.sql.error.CodedException;
import java.time.Clock;
import java.util.List;
import java.util.OptionalLong;

/**
 * Makes up rows: the value of a column is a function of the seed and the row's number, so that a range read again gives the same rows.
 *
 * <p>The source ends after {@code number-of-rows}, or when a sequence with an {@code end} has reached it. One that never ends makes 10,000
 * rows a second unless told otherwise; one that ends makes them as fast as they are read.
 */
public final class DatagenConnector implements SourceConnector {

    static final String ROWS_PER_SECOND = "rows-per-second";
    static final String NUMBER_OF_ROWS = "number-of-rows";
    static final String SEED = "seed";
    static final String FIELDS = "fields.";
    private static final long DEFAULT_ROWS_PER_SECOND = 10_000;

    private final Clock clock;

    /** Makes the connector; the clock paces the rows. */
    public DatagenConnector(Clock clock) {
        this.clock = clock;
    }

    @Override
    public String name() {
        return "datagen";
    }

    @Override
    public List<Option> sourceOptions() {
        return List.of(
                Option.optional(ROWS_PER_SECOND, Kind.INTEGER, "How many rows come in a second."),
                Option.optional(NUMBER_OF_ROWS, Kind.INTEGER, "After how many rows the source ends."),
                Option.withDefault(SEED, Kind.INTEGER, "0", "Another number gives other random values."),
                Option.optional(
                        FIELDS + "*",
                        Kind.TEXT,
                        "Per column: fields.NAME.kind random (the default) or sequence; .min and .max of random values, .length of text;"
                                + " .start, .end and .step of a sequence."));
    }

    @Override
    public List<MetadataColumn> metadataColumns() {
        return List.of();
    }

    @Override
    public void validateSource(SourceSpec spec) {
        for (String option : List.of(ROWS_PER_SECOND, NUMBER_OF_ROWS)) {
            if (spec.options().has(option) && spec.options().integer(option) <= 0) {
                throw CodedException.invalidOption(option, spec.options().text(option), "a number greater than 0");
            }
        }
        generators(spec);
    }

    private static List<ColumnGenerator> generators(SourceSpec spec) {
        return new FieldOptions(
                        spec.schema(),
                        spec.options().withPrefix(FIELDS),
                        spec.options().integer(SEED))
                .generators();
    }

    @Override
    public String snapshotRefusal(Options options) {
        boolean sequenceEnds = options.withPrefix(FIELDS).keySet().stream().anyMatch(key -> key.endsWith(".end"));
        return options.has(NUMBER_OF_ROWS) || sequenceEnds
                ? ""
                : "a datagen source without \"number-of-rows\" never ends";
    }

    @Override
    public boolean isLive() {
        return true;
    }

    @Override
    public Source openSource(SourceSpec spec) {
        List<ColumnGenerator> generators = generators(spec);
        OptionalLong end = end(spec.options(), generators);
        long rowsPerSecond = spec.options().has(ROWS_PER_SECOND)
                ? spec.options().integer(ROWS_PER_SECOND)
                : end.isPresent() ? Long.MAX_VALUE : DEFAULT_ROWS_PER_SECOND;
        return new GeneratedSource(
                spec.schema(),
                (first, count, columns) -> columns.stream()
                        .map(column -> generators.get(column).generate(first, count))
                        .toList(),
                end,
                new Pace(clock, rowsPerSecond));
    }

    private static OptionalLong end(Options options, List<ColumnGenerator> generators) {
        long rows = options.has(NUMBER_OF_ROWS) ? options.integer(NUMBER_OF_ROWS) : Long.MAX_VALUE;
        for (ColumnGenerator generator : generators) {
            rows = Math.min(rows, generator.rows());
        }
        return rows == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(rows);
    }
}
