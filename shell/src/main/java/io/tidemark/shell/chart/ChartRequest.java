package io.tidemark.shell.chart;

import io.tidemark.shell.script.CommandException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What chart is asked for.
 *
 * @param type its kind; empty for the one that suits the data
 * @param columns the column of labels and those of numbers, or one of numbers alone; empty for those that suit
 */
public record ChartRequest(Optional<ChartType> type, List<String> columns) {

    /** Reads {@code [bar|line|spark] [COLUMN…]}. */
    public static ChartRequest of(List<String> words) {
        Optional<ChartType> type = words.isEmpty() ? Optional.empty() : type(words.get(0));
        return new ChartRequest(type, type.isPresent() ? words.subList(1, words.size()) : words);
    }

    /**
     * Takes {@code chart} or {@code chart=TYPE} off the beginning of words.
     *
     * @param words a list that is changed
     */
    public static Optional<ChartRequest> take(List<String> words) throws CommandException {
        if (words.isEmpty() || !(words.get(0).equals("chart") || words.get(0).startsWith("chart="))) {
            return Optional.empty();
        }
        String[] parts = words.remove(0).split("=", 2);
        List<String> request = new ArrayList<>(parts.length == 1 ? List.of() : Arrays.asList(parts[1].split(",", -1)));
        if (!request.isEmpty() && type(request.get(0)).isEmpty()) {
            throw new CommandException("there is no chart \"" + request.get(0) + "\"; use bar, line or spark");
        }
        return Optional.of(of(request));
    }

    private static Optional<ChartType> type(String word) {
        return Arrays.stream(ChartType.values())
                .filter(type -> type.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst();
    }
}
