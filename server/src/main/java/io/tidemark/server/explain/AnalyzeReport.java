package io.tidemark.server.explain;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.explain.AnalyzeText;
import io.tidemark.planner.explain.EventTimeText;
import io.tidemark.planner.explain.NodeFigures;
import io.tidemark.runtime.epoch.EpochStatus;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QueryStatus;
import io.tidemark.runtime.epoch.SourceStatus;
import io.tidemark.runtime.epoch.WatermarkStatus;
import io.tidemark.runtime.measure.NodeMeasure;
import io.tidemark.server.query.RunningQuery;
import io.tidemark.sql.error.CodedException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** EXPLAIN ANALYZE: a plan with what its nodes have cost, of a query that runs or of a SELECT that has just been run for it. */
public final class AnalyzeReport {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final String PAGES =
            "State is kept in pages of up to 64 KiB: a few rows take as much as a page; the estimate is of the rows alone.\n";

    private AnalyzeReport() {}

    /**
     * The report on a query that runs, several lines.
     *
     * @throws CodedException QUERY_FAILED if it is not open
     */
    public static String of(RunningQuery query) {
        QueryExecution execution = query.execution().orElseThrow(() -> new NotOpen(query).error());
        QueryStatus status = execution.status();
        List<EpochStatus> epochs = execution.epochs();
        StringBuilder text = new StringBuilder();
        text.append(AnalyzeText.of(query.plan().root(), figures(execution.measures(), false)))
                .append('\n');
        status.sources().forEach(source -> text.append(line(source)).append('\n'));
        status.watermarks().forEach(watermark -> text.append(line(watermark)).append('\n'));
        text.append("rows delivered: ").append(count(status.rowsOut())).append(", in ");
        text.append(count(status.epoch()))
                .append(status.epoch() == 1 ? " epoch" : " epochs")
                .append('\n');
        if (!epochs.isEmpty()) {
            text.append(time(epochs)).append('\n');
        }
        return text.append(
                        "Counted since the query was opened. ns/row: time of its own thread for each row that came in; of a scan, reading.\n")
                .append(PAGES)
                .toString();
    }

    /**
     * The report on a SELECT that was run for it.
     *
     * @param rows rows in the result
     * @param nanos how long it took
     */
    public static String of(
            PlannedQuery plan, List<NodeMeasure> measures, List<SourceStatus> sources, long rows, long nanos) {
        StringBuilder text = new StringBuilder();
        text.append(AnalyzeText.of(plan.root(), figures(measures, true))).append('\n');
        sources.forEach(source -> text.append(line(source)).append('\n'));
        return text.append("rows in the result: ")
                .append(count(rows))
                .append(String.format(Locale.ROOT, ", after %.1f ms", nanos / NANOS_PER_MILLI))
                .append("\nThe statement was run; state is as it was at the end of the input.\n")
                .append(PAGES)
                .toString();
    }

    private static Map<String, NodeFigures> figures(List<NodeMeasure> measures, boolean most) {
        Map<String, NodeFigures> figures = new HashMap<>();
        for (NodeMeasure measure : measures) {
            NodeMeasure.State state = measure.state();
            figures.put(
                    measure.path(),
                    new NodeFigures(
                            measure.rowsIn(),
                            measure.rowsOut(),
                            measure.nanos(),
                            most ? state.mostRows() : state.rows(),
                            most ? state.mostBytes() : state.bytes(),
                            most ? NodeFigures.NONE : state.changedKeys(),
                            state.visitedRows(),
                            measure.watermark()));
        }
        return figures;
    }

    private static String line(SourceStatus source) {
        return "source " + source.source() + ": " + count(source.read()) + " read = " + count(source.accepted())
                + " accepted + " + count(source.late()) + " late + " + count(source.bad()) + " bad + "
                + count(source.filtered()) + " filtered";
    }

    private static String line(WatermarkStatus watermark) {
        return "watermark of " + watermark.source() + ", partition " + watermark.partition() + ": "
                + EventTimeText.watermark(watermark.watermark())
                + (watermark.idle() ? ", idle" : watermark.holdsBack() ? ", holds the query back" : "");
    }

    private static String time(List<EpochStatus> epochs) {
        double total = 0;
        double process = 0;
        double sync = 0;
        double deliver = 0;
        double checkpoint = 0;
        for (EpochStatus epoch : epochs) {
            total += epoch.phases().total();
            process += epoch.phases().process();
            sync += epoch.phases().planSync();
            deliver += epoch.phases().deliver();
            checkpoint += epoch.phases().checkpoint();
        }
        return String.format(
                Locale.ROOT,
                "time of the last %d epochs: %.1f ms; %.0f %% reading and computing, %.0f %% waiting for the plan log, %.0f %% delivering,"
                        + " %.0f %% saving state",
                epochs.size(),
                total / NANOS_PER_MILLI,
                100 * process / total,
                100 * sync / total,
                100 * deliver / total,
                100 * checkpoint / total);
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
