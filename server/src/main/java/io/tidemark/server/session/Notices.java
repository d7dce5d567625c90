package io.tidemark.server.session;

import io.tidemark.planner.PlanWarning;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/** Makes notices. */
final class Notices {

    private Notices() {}

    static List<Notice> of(List<PlanWarning> warnings) {
        List<Notice> notices = new ArrayList<>();
        warnings.forEach(warning -> notices.add(new Notice(
                warning.code(),
                warning.text()
                        + warning.position().map(place -> " at " + place).orElse("")
                        + (warning.hint().isEmpty() ? "" : ". " + warning.hint()))));
        return notices;
    }

    /** Notices with one more in front. */
    static List<Notice> with(ErrorCode code, String message, List<Notice> others) {
        List<Notice> notices = new ArrayList<>();
        notices.add(new Notice(code, message));
        notices.addAll(others);
        return notices;
    }
}
