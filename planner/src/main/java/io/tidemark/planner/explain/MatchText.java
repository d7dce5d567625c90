package io.tidemark.planner.explain;

import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.match.MatchPattern;
import io.tidemark.planner.incremental.match.MatchSpec;
import io.tidemark.planner.text.DurationText;
import java.util.List;
import java.util.stream.Collectors;

/** A MATCH_RECOGNIZE in one line. */
final class MatchText {
    private MatchText() {}

    static String of(IncrementalMatch match) {
        MatchSpec spec = match.spec();
        List<String> names = match.input().rowType().getFieldNames();
        String by = spec.partitionColumns().stream().map(names::get).collect(Collectors.joining(", "));
        String order = spec.order().stream()
                .map(field ->
                        names.get(field.getFieldIndex()) + (field.getDirection().isDescending() ? " desc" : ""))
                .collect(Collectors.joining(", "));
        String within = spec.search().withinMicros().isPresent()
                ? " within " + DurationText.of(spec.search().withinMicros().getAsLong())
                : "";
        return "Match " + pattern(spec.search()) + within + (by.isEmpty() ? "" : " by " + by) + " in the order of "
                + order + (spec.output().allRows() ? ", all rows" : ", one row a match") + ", then "
                + switch (spec.skip().kind()) {
                    case PAST_LAST_ROW -> "past the last row";
                    case TO_NEXT_ROW -> "at the next row";
                    case TO_FIRST -> "at the first " + spec.skip().name();
                    case TO_LAST -> "at the last " + spec.skip().name();
                };
    }

    private static String pattern(MatchSpec.Search search) {
        return "(" + (search.atStart() ? "^ " : "") + text(search.pattern(), search.variables())
                + (search.atEnd() ? " $" : "") + ")";
    }

    private static String text(MatchPattern pattern, List<String> names) {
        if (pattern instanceof MatchPattern.Variable variable) {
            String name = names.get(variable.index());
            return variable.excluded() ? "{- " + name + " -}" : name;
        }
        if (pattern instanceof MatchPattern.Sequence sequence) {
            return sequence.parts().stream()
                    .map(part -> part instanceof MatchPattern.Alternation
                            ? "(" + text(part, names) + ")"
                            : text(part, names))
                    .collect(Collectors.joining(" "));
        }
        if (pattern instanceof MatchPattern.Alternation alternation) {
            return alternation.parts().stream().map(part -> text(part, names)).collect(Collectors.joining(" | "));
        }
        MatchPattern.Repetition repetition = (MatchPattern.Repetition) pattern;
        String part = text(repetition.part(), names);
        boolean plain = repetition.part() instanceof MatchPattern.Variable;
        return (plain ? part : "(" + part + ")") + times(repetition) + (repetition.reluctant() ? "?" : "");
    }

    private static String times(MatchPattern.Repetition repetition) {
        if (repetition.most().isEmpty()) {
            return repetition.least() == 0 ? "*" : repetition.least() == 1 ? "+" : "{" + repetition.least() + ",}";
        }
        int most = repetition.most().getAsInt();
        if (repetition.least() == 0 && most == 1) {
            return "?";
        }
        return repetition.least() == most ? "{" + most + "}" : "{" + repetition.least() + "," + most + "}";
    }
}
