package io.tidemark.runtime.translate.library;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.tidemark.runtime.translate.function.RowFailures;
import io.tidemark.runtime.translate.function.Slice;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;

/**
 * Puts a JSON object or array together. Times are ISO text, instants in UTC; decimals are plain numbers. <b>Units</b>: days and micros.
 * <b>Errors</b>: {@code ROW-10} for a number that JSON has no form for, {@code ROW-05} for a name that is NULL. Not for use by several threads.
 */
public final class JsonBuilder {

    private static final long NANOS_PER_MICRO = 1000;

    private final StringBuilder json = new StringBuilder();
    private boolean object;
    private boolean named;

    /** Begins an object or an array. */
    public void begin(boolean ofNames) {
        json.setLength(0);
        object = ofNames;
        named = false;
        json.append(ofNames ? '{' : '[');
    }

    /** The name of the value that comes next. */
    public void name(Slice name, boolean isNull) {
        if (isNull) {
            throw RowFailures.nullNotAllowed("the name of a JSON value");
        }
        separate();
        quote(name.string());
        json.append(':');
        named = true;
    }

    private void separate() {
        if (named) {
            named = false;
        } else if (json.length() > 1) {
            json.append(',');
        }
    }

    private void quote(String text) {
        json.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, json);
        json.append('"');
    }

    private void bare(String text) {
        separate();
        json.append(text);
    }

    /** NULL. */
    public void nothing() {
        bare("null");
    }

    /** A truth value. */
    public void truth(boolean value) {
        bare(Boolean.toString(value));
    }

    /** An integer. */
    public void whole(long value) {
        bare(Long.toString(value));
    }

    /** A double. */
    public void number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw RowFailures.invalidArgument("JSON", "there is no number " + value);
        }
        bare(Double.toString(value));
    }

    /** A decimal. */
    public void decimal(BigDecimal value) {
        bare(value.toPlainString());
    }

    /** Text. */
    public void text(Slice value) {
        separate();
        quote(value.string());
    }

    /** What is JSON already. */
    public void json(Slice value) {
        bare(value.string());
    }

    /** A date. */
    public void date(long day) {
        separate();
        quote(LocalDate.ofEpochDay(day).toString());
    }

    /** A time of day. */
    public void time(long micros) {
        separate();
        quote(LocalTime.ofNanoOfDay(micros * NANOS_PER_MICRO).toString());
    }

    /** A time without zone. */
    public void timestamp(long micros) {
        separate();
        String instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
        quote(instant.substring(0, instant.length() - 1));
    }

    /** An instant. */
    public void instant(long micros) {
        separate();
        quote(Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString());
    }

    /** Writes what has been put together. */
    public void end(Slice out) {
        json.append(object ? '}' : ']');
        out.setString(json.toString());
    }
}
