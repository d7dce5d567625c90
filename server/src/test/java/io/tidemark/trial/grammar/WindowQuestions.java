package io.tidemark.trial.grammar;

import io.tidemark.trial.data.DataShape;
import io.tidemark.trial.data.SourceKind;
import io.tidemark.trial.data.Type;
import io.tidemark.trial.grammar.WindowCall.Kind;
import io.tidemark.trial.grammar.WindowCall.Length;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** A plain question of each kind of window: by key and window, how many rows and the sum of their values. */
public enum WindowQuestions {
    TUMBLE(Kind.TUMBLE, Length.seconds(10), Length.seconds(10), 3),
    HOP(Kind.HOP, Length.seconds(12), Length.seconds(4), 0),
    UNEVEN_HOP(Kind.HOP, Length.seconds(12), Length.seconds(5), 1),
    CUMULATE(Kind.CUMULATE, Length.seconds(16), Length.seconds(4), 0),
    UNEVEN_CUMULATE(Kind.CUMULATE, Length.seconds(20), Length.seconds(5), 2),
    SESSION(Kind.TUMBLE, Length.seconds(5), Length.seconds(5), 0),
    MONTHS(Kind.TUMBLE, Length.ofMonths(1), Length.ofMonths(1), 0),
    HOP_OF_MONTHS(Kind.HOP, Length.ofMonths(2), Length.ofMonths(1), 0),
    CUMULATE_OF_A_MONTH(Kind.CUMULATE, Length.ofMonths(1), Length.days(1), 0),
    DAYS(Kind.TUMBLE, Length.days(1), Length.days(1), 0),
    HOP_OF_DAYS(Kind.HOP, Length.days(3), Length.days(1), 0),
    CUMULATE_OF_A_DAY(Kind.CUMULATE, Length.days(1), Length.seconds(6 * 3600), 0);

    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
    private static final long SECOND = 1_000_000;

    private final Kind kind;
    private final long sizeMicros;
    private final int sizeMonths;
    private final long stepMicros;
    private final int stepMonths;
    private final long offsetSeconds;

    WindowQuestions(Kind kind, Length size, Length step, long offsetSeconds) {
        this.kind = kind;
        this.sizeMicros = size.micros();
        this.sizeMonths = size.months();
        this.stepMicros = step.micros();
        this.stepMonths = step.months();
        this.offsetSeconds = offsetSeconds;
    }

    private boolean isOfCalendar() {
        return sizeMonths > 0 || sizeMicros >= Length.days(1).micros();
    }

    /** The question, in an output mode. */
    public Question question(Question.Mode mode) {
        Relation source = new Source(isOfCalendar() ? SourceKind.ZONED : SourceKind.STREAM);
        Relation windows = this == SESSION
                ? new Sessions(source, List.of("k"), "ts", sizeMicros, 1)
                : new Windowed(
                        source,
                        new WindowCall(
                                1,
                                kind,
                                new Length(sizeMonths, sizeMicros),
                                new Length(stepMonths, stepMicros),
                                offsetSeconds * SECOND,
                                isOfCalendar()),
                        "ts");
        List<Selection.Item> keys = new ArrayList<>();
        for (String name : List.of("k", Windowed.START, Windowed.END)) {
            keys.add(Selection.Item.of(windows.column(name)));
        }
        List<Aggregation.Call> calls = List.of(
                new Aggregation.Call("n", Expression.same("COUNT(*)", Type.BIGINT), List.of()),
                new Aggregation.Call(
                        "total", Expression.worded("SUM(v)", "CAST(SUM(v) AS BIGINT)", Type.BIGINT), List.of()));
        List<Integer> all = IntStream.range(0, keys.size()).boxed().toList();
        Aggregation.Spec spec = new Aggregation.Spec(
                keys, List.of(all), "k, window_start, window_end", calls, Optional.empty(), Optional.empty());
        Relation relation = new Aggregation(windows, spec, Aggregation.Form.GROUP_BY);
        return new Question(relation, mode, isOfCalendar() ? ZONE : ZoneOffset.UTC, shape(), name());
    }

    /** Of calendars around the night in which clocks are put forward. */
    private DataShape shape() {
        long hour = 3600 * SECOND;
        long around = 1_711_670_400 * SECOND;
        if (sizeMonths > 0) {
            return new DataShape(Set.of(SourceKind.ZONED), around, 90 * hour, 90 * 24 * hour, 86_400, hour);
        }
        return isOfCalendar()
                ? new DataShape(Set.of(SourceKind.ZONED), around, 10 * hour, 96 * hour, 3600, hour)
                : new DataShape(Set.of(SourceKind.STREAM), -40 * SECOND, 4 * SECOND, 30 * SECOND, 3, SECOND);
    }
}
