package io.tidemark.shell;

import io.tidemark.shell.format.ResultFormat;

/** What the user has chosen for the session, and may change with a backslash command. */
final class Settings {

    private ResultFormat format;
    private ResultFormat formatBeforeExpanding;
    private boolean timing = true;

    Settings(ResultFormat format) {
        this.format = format;
        this.formatBeforeExpanding = format == ResultFormat.VERTICAL ? ResultFormat.TABLE : format;
    }

    ResultFormat format() {
        return format;
    }

    boolean isTiming() {
        return timing;
    }

    void timing(boolean on) {
        timing = on;
    }

    boolean isExpanded() {
        return format == ResultFormat.VERTICAL;
    }

    void expanded(boolean on) {
        if (on && format != ResultFormat.VERTICAL) {
            formatBeforeExpanding = format;
        }
        format = on ? ResultFormat.VERTICAL : formatBeforeExpanding;
    }
}
