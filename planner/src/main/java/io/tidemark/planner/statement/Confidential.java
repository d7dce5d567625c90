package io.tidemark.planner.statement;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A text, such as a password, that must not get into messages, logs or plans: it prints as stars. */
public final class Confidential {

    private final String text;

    /** Keeps a text. */
    public Confidential(String text) {
        this.text = text;
    }

    /** The text itself. */
    public String reveal() {
        return text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Confidential confidential && text.equals(confidential.text);
    }

    @Override
    public int hashCode() {
        return Objects.hash(text);
    }

    @Override
    public String toString() {
        return "***";
    }
}
