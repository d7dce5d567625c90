package io.tidemark.shell.script;

import java.util.ArrayList;
import java.util.List;

/**
 * A backslash command as it was written, cut into words.
 *
 * @param name the command with its backslash
 * @param rest all that follows, with variables replaced outside quotes
 * @param words the same word by word; quotes hold a word together; single ones are taken off, and {@code ''} within them is one
 */
public record CommandText(String name, String rest, List<String> words) {

    /** Cuts a command; a semicolon at its end is taken off. */
    public static CommandText of(String text, Variables variables) {
        String line = text.replaceFirst(";\\s*$", "").strip();
        int end = 1;
        while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
            end++;
        }
        String name = line.substring(0, Math.min(end, line.length()));
        String rest = line.substring(name.length()).strip();
        return new CommandText(name, variables.replace(rest), new Words(rest, variables).all());
    }

    /** Takes a command's text apart. */
    private static final class Words {
        private final String text;
        private final Variables variables;
        private final List<String> words = new ArrayList<>();
        private final StringBuilder word = new StringBuilder();
        private final StringBuilder unquoted = new StringBuilder();
        private boolean inWord;

        Words(String text, Variables variables) {
            this.text = text;
            this.variables = variables;
        }

        List<String> all() {
            int i = 0;
            while (i < text.length()) {
                char c = text.charAt(i);
                if (Character.isWhitespace(c)) {
                    endWord();
                    i++;
                } else if (c == '\'' && !isReference()) {
                    endUnquoted();
                    i = quoted(i + 1);
                } else if (c == '\'' || c == '"') {
                    int end = text.indexOf(c, i + 1) + 1;
                    int next = end == 0 ? text.length() : end;
                    unquoted.append(text, i, next);
                    i = next;
                } else {
                    unquoted.append(c);
                    i++;
                }
            }
            endWord();
            return List.copyOf(words);
        }

        /** Whether a quote that comes now belongs to a variable, as in {@code :'name'}. */
        private boolean isReference() {
            int length = unquoted.length();
            return length > 0
                    && unquoted.charAt(length - 1) == ':'
                    && (length == 1 || unquoted.charAt(length - 2) != ':');
        }

        private int quoted(int from) {
            inWord = true;
            int i = from;
            while (i < text.length()) {
                boolean quote = text.charAt(i) == '\'';
                if (quote && !text.startsWith("''", i)) {
                    return i + 1;
                }
                word.append(text.charAt(i));
                i += quote ? 2 : 1;
            }
            return i;
        }

        private void endUnquoted() {
            word.append(variables.replace(unquoted.toString()));
            unquoted.setLength(0);
        }

        private void endWord() {
            inWord |= unquoted.length() > 0;
            endUnquoted();
            if (inWord) {
                words.add(word.toString());
            }
            word.setLength(0);
            inWord = false;
        }
    }

    /** The word at a place, from 0; empty if there are not so many. */
    public String word(int place) {
        return place < words.size() ? words.get(place) : "";
    }
}
