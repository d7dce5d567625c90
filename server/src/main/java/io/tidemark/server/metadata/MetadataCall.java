package io.tidemark.server.metadata;

import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method of {@link java.sql.DatabaseMetaData}, as the driver sends it: {@code SHOW METADATA getIndexInfo(NULL, 'public', 'orders',
 * 'true')}. Its arguments never become part of a statement.
 *
 * @param method the method's name
 * @param arguments texts, in order, null for NULL
 */
public record MetadataCall(String method, List<@Nullable String> arguments) {

    private static final Pattern CALL = Pattern.compile("SHOW METADATA (get[A-Za-z]+)\\((.*)\\)", Pattern.DOTALL);
    private static final Pattern ARGUMENT = Pattern.compile("\\G(?:NULL|'((?:[^']|'')*+)')(?:, |$)", Pattern.DOTALL);

    /** Reads a call; nothing if the text is none. */
    public static Optional<MetadataCall> parse(String sql) {
        Matcher call = CALL.matcher(sql);
        if (!call.matches()) {
            return Optional.empty();
        }
        String text = call.group(2);
        List<@Nullable String> arguments = new ArrayList<>();
        Matcher argument = ARGUMENT.matcher(text);
        int read = 0;
        while (read < text.length() && argument.find()) {
            String value = argument.group(1);
            arguments.add(value == null ? null : value.replace("''", "'"));
            read = argument.end();
        }
        if (read < text.length()) {
            throw CodedException.syntax("the arguments of " + call.group(1) + " cannot be read from \"" + text + "\"");
        }
        return Optional.of(new MetadataCall(call.group(1), arguments));
    }

    /** An argument, counted from 0; null if it is NULL or there are fewer. */
    @Nullable
    String argument(int position) {
        return position < arguments.size() ? arguments.get(position) : null;
    }
}
