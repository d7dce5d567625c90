package io.tidemark.shell.session;

import io.tidemark.shell.format.ResultFormat;
import org.jspecify.annotations.Nullable;

/** What the user has chosen for the session, and may change with a backslash command. */
public final class Settings {

    private ResultFormat format;
    private ResultFormat formatBeforeExpanding;
    private boolean timing = true;
    private boolean timingAsked;
    private @Nullable String nullText;

    /** Times are shown, and NULL is written as the layout has it. */
    public Settings(ResultFormat format) {
        this.format = format;
        this.formatBeforeExpanding = format == ResultFormat.VERTICAL ? ResultFormat.TABLE : format;
    }

    /** The layout of results. */
    public ResultFormat format() {
        return format;
    }

    /** Chooses a layout. */
    public void format(ResultFormat chosen) {
        if (chosen == ResultFormat.VERTICAL) {
            expanded(true);
        } else {
            format = chosen;
            formatBeforeExpanding = chosen;
        }
    }

    /** What is written for NULL; null for what the layout has. */
    public @Nullable String nullText() {
        return nullText;
    }

    /** Chooses a text for NULL; null for what the layout has. */
    public void nullText(@Nullable String chosen) {
        nullText = chosen;
    }

    /** Whether times are shown. */
    public boolean isTiming() {
        return timing;
    }

    /** Chooses whether times are shown, of results for programs too. */
    public void timing(boolean on) {
        timing = on;
        timingAsked = on;
    }

    /** Whether the count of rows is told: to people always, about results for programs if times were asked for. */
    public boolean isCounting() {
        return format.isForPeople() || timingAsked;
    }

    /** Whether each value has a line of its own. */
    public boolean isExpanded() {
        return format == ResultFormat.VERTICAL;
    }

    /** Chooses whether each value has a line of its own. */
    public void expanded(boolean on) {
        if (on && format != ResultFormat.VERTICAL) {
            formatBeforeExpanding = format;
        }
        format = on ? ResultFormat.VERTICAL : formatBeforeExpanding;
    }
}
