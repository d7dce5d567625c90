package io.tidemark.server.secret;

import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the values of secrets out of the errors of a connector that was given them: where one would be in a message, the reference to it stands
 * instead, and the causes, which might have it too, are left out.
 */
final class Redaction {

    private final List<Map.Entry<String, String>> references;

    /**
     * A redaction.
     *
     * @param references what stands for each value
     */
    Redaction(Map<String, String> references) {
        this.references = references.entrySet().stream()
                .filter(reference -> !reference.getKey().isEmpty())
                .sorted(Comparator.comparing(
                        (Map.Entry<String, String> reference) ->
                                reference.getKey().length(),
                        Comparator.reverseOrder()))
                .toList();
    }

    /** What a connector gives. */
    <T extends @Nullable Object> T get(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            throw redacted(e);
        }
    }

    /** Does something with a connector. */
    void run(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            throw redacted(e);
        }
    }

    private RuntimeException redacted(RuntimeException error) {
        if (!tells(error)) {
            return error;
        }
        if (error instanceof CodedException coded) {
            CodedException other = CodedException.of(coded.code(), redacted(coded.getMessage()))
                    .hint(coded.hint().map(this::redacted));
            return coded.position().map(other::at).orElse(other);
        }
        String message = redacted(String.valueOf(error.getMessage()));
        return error instanceof UncheckedIOException io
                ? new UncheckedIOException(
                        message,
                        new IOException(redacted(String.valueOf(io.getCause().getMessage()))))
                : CodedException.internal(error.getClass().getSimpleName() + ": " + message);
    }

    private boolean tells(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            String text = cause instanceof CodedException coded ? coded.render() : String.valueOf(cause.getMessage());
            if (references.stream().anyMatch(reference -> text.contains(reference.getKey()))) {
                return true;
            }
        }
        return false;
    }

    private String redacted(String text) {
        String shown = text;
        for (Map.Entry<String, String> reference : references) {
            shown = shown.replace(reference.getKey(), reference.getValue());
        }
        return shown;
    }
}
