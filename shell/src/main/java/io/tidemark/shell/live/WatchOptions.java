package io.tidemark.shell.live;

import io.tidemark.shell.chart.ChartRequest;
import io.tidemark.shell.script.CommandException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a statement is watched.
 *
 * @param interval from the end of one run to the beginning of the next
 * @param count how often it is run; 0 for until the user leaves
 * @param chart what is drawn in place of the rows
 */
public record WatchOptions(Duration interval, long count, Optional<ChartRequest> chart) {

    private static final double DEFAULT_SECONDS = 2;
    private static final double LONGEST_SECONDS = 1_000_000;
    private static final int MILLIS = 1000;

    /** Reads {@code [SECONDS | i=SECONDS] [c=N] [chart[=TYPE[,COLUMN…]]]}, in any order. */
    public static WatchOptions of(List<String> words) throws CommandException {
        List<String> rest = new ArrayList<>(words);
        double seconds = DEFAULT_SECONDS;
        long count = 0;
        Optional<ChartRequest> chart = Optional.empty();
        while (!rest.isEmpty()) {
            Optional<ChartRequest> asked = ChartRequest.take(rest);
            if (asked.isPresent()) {
                chart = asked;
                continue;
            }
            String word = rest.remove(0);
            if (word.startsWith("c=")) {
                count = count(word.substring(2));
            } else {
                seconds = seconds(word.startsWith("i=") ? word.substring(2) : word);
            }
        }
        return new WatchOptions(Duration.ofMillis(Math.round(seconds * MILLIS)), count, chart);
    }

    private static double seconds(String text) throws CommandException {
        try {
            double seconds = Double.parseDouble(text);
            if (seconds >= 0 && seconds <= LONGEST_SECONDS) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // Said below, as for numbers that are out of range.
        }
        throw new CommandException("\\watch takes a number of seconds, c=N and chart=TYPE, not \"" + text + "\"");
    }

    private static long count(String text) throws CommandException {
        if (!text.matches("[1-9]\\d{0,17}")) {
            throw new CommandException("c= takes a number from 1 on, not \"" + text + "\"");
        }
        return Long.parseLong(text);
    }
}
