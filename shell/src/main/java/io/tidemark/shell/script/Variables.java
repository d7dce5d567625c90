package io.tidemark.shell.script;

import io.tidemark.shell.script.SqlToken.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The variables of {@code \set} and {@code -v}, and what stands for them in a text: {@code :name} for the value as it is,
 * {@code :'name'} for it as a literal, {@code :"name"} for it as a quoted identifier, {@code :{?name}} for whether there is one.
 *
 * <p>Nothing is replaced within quotes and comments, {@code ::} is a cast, and what names no variable is left alone: psql's rules.
 */
public final class Variables {

    /** Whether a script ends at its first error. */
    public static final String ON_ERROR_STOP = "ON_ERROR_STOP";

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_]+");

    private final Map<String, String> values = new TreeMap<>();

    /** Just {@code ON_ERROR_STOP}, which is on. */
    public Variables() {
        values.put(ON_ERROR_STOP, "on");
    }

    /** Whether a word can name a variable: letters, digits and underscores. */
    public static boolean isName(String word) {
        return NAME.matcher(word).matches();
    }

    /** All, by name. */
    public Map<String, String> all() {
        return Map.copyOf(values);
    }

    /** The value of one. */
    public Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Gives a variable a value. */
    public void set(String name, String value) {
        values.put(name, value);
    }

    /** Forgets a variable. */
    public void unset(String name) {
        values.remove(name);
    }

    /** Whether a variable is there and neither {@code off} nor another word for false. */
    public boolean isOn(String name) {
        return value(name).map(value -> Conditions.truth(value).orElse(true)).orElse(false);
    }

    /** A text with values in place of variables. */
    public String replace(String text) {
        if (text.indexOf(':') < 0) {
            return text;
        }
        StringBuilder replaced = new StringBuilder();
        List<SqlToken> tokens = SqlLexer.tokens(text);
        int i = 0;
        while (i < tokens.size()) {
            if (!isColon(tokens.get(i), text)) {
                replaced.append(tokens.get(i++).of(text));
            } else if (i + 1 < tokens.size() && isColon(tokens.get(i + 1), text)) {
                replaced.append("::");
                i += 2;
            } else {
                i = reference(text, tokens, i, replaced);
            }
        }
        return replaced.toString();
    }

    /** Appends what the colon at {@code i} and the tokens behind it stand for; returns where to go on. */
    private int reference(String text, List<SqlToken> tokens, int i, StringBuilder replaced) {
        int at = tokens.get(i).start();
        int braces = text.startsWith(":{?", at) ? text.indexOf('}', at) : -1;
        if (braces >= 0 && isName(text.substring(at + 3, braces))) {
            replaced.append(values.containsKey(text.substring(at + 3, braces)) ? "TRUE" : "FALSE");
            int next = i;
            while (next < tokens.size() && tokens.get(next).start() <= braces) {
                next++;
            }
            return next;
        }
        Optional<String> value = i + 1 < tokens.size()
                ? value(tokens.get(i + 1), tokens.get(i + 1).of(text))
                : Optional.empty();
        replaced.append(value.orElse(":"));
        return value.isPresent() ? i + 2 : i + 1;
    }

    private Optional<String> value(SqlToken token, String text) {
        if (token.kind() == Kind.WORD || token.kind() == Kind.NUMBER) {
            return value(text);
        }
        boolean quoted = (token.kind() == Kind.STRING || token.kind() == Kind.QUOTED_NAME)
                && token.closed()
                && text.charAt(0) != '`';
        if (!quoted) {
            return Optional.empty();
        }
        String quote = text.substring(0, 1);
        return value(text.substring(1, text.length() - 1))
                .map(value -> quote + value.replace(quote, quote + quote) + quote);
    }

    private static boolean isColon(SqlToken token, String text) {
        return token.kind() == Kind.SYMBOL && text.charAt(token.start()) == ':';
    }
}
