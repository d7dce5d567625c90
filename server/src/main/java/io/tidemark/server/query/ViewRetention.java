package io.tidemark.server.query;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.serving.Retention;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The option {@code 'retention'} of a materialized view: how far behind its watermark its rows are kept. */
public final class ViewRetention {

    static final String OPTION = "retention";

    static final Option KNOWN = Option.optional(
            OPTION, Option.Kind.DURATION, "Of a materialized view: how far behind its watermark rows are kept.");

    private ViewRetention() {}

    /**
     * The retention that options ask for, by the first column of the query that has a watermark.
     *
     * @throws CodedException WM_02 if no column has one, WRONG_OBJECT_KIND if the query feeds no materialized view, INVALID_OPTION
     */
    public static Optional<Retention> of(PlannedQuery plan, Map<String, String> options) {
        if (!options.containsKey(OPTION)) {
            return Optional.empty();
        }
        Duration kept = Options.validate("a materialized view", List.of(KNOWN), Map.of(OPTION, value(options)))
                .duration(OPTION);
        if (plan.kind() != PlannedQuery.Kind.VIEW) {
            throw CodedException.of(
                            ErrorCode.WRONG_OBJECT_KIND,
                            "option \"" + OPTION
                                    + "\" is for materialized views; a query does not delete what it wrote")
                    .hint("leave it out");
        }
        ColumnWatermark column =
                plan.root().traits().watermarks().stream().findFirst().orElseThrow(() -> withoutWatermark(plan));
        WatermarkTransform transform = column.transform();
        long amount = units(kept, transform.unitMicros());
        return Optional.of(new Retention(column.column(), watermark -> transform.apply(watermark) - amount));
    }

    private static String value(Map<String, String> options) {
        return options.getOrDefault(OPTION, "");
    }

    private static CodedException withoutWatermark(PlannedQuery plan) {
        String reason =
                plan.root().traits().watermarkLoss().map(loss -> ": " + loss).orElse("");
        return CodedException.of(
                        ErrorCode.WM_02,
                        "option \"" + OPTION
                                + "\" needs a column with a watermark, which the view's query does not give" + reason)
                .hint("select a WATERMARK column of a stream, or a window_start or window_end made of it");
    }

    /** Rounded up, so that nothing goes too early. */
    private static long units(Duration kept, long unitMicros) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.EPOCH.plus(kept));
        return -Math.floorDiv(-micros, unitMicros);
    }
}
