package io.tidemark.shell;

import io.tidemark.shell.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Splits a script at the semicolons that end statements.
 *
 * <p>A semicolon inside quotes or a comment ends nothing, nor does one between the {@code BEGIN} and the {@code END} of a
 * statement set; a {@code CASE … END} in there is told apart. A line that begins with a backslash, where a statement would
 * begin, is a command.
 */
final class StatementSplitter {

    private final String script;
    private final List<ScriptStatement> statements = new ArrayList<>();
    private int begin;
    private boolean hasCode;
    private int depth;
    private String wordBefore = "";

    private StatementSplitter(String script) {
        this.script = script;
    }

    static List<ScriptStatement> split(String script) {
        StatementSplitter splitter = new StatementSplitter(script);
        int position = 0;
        while (position < script.length()) {
            position = splitter.take(position);
        }
        splitter.finish(script.length(), false);
        return splitter.statements;
    }

    /** Takes tokens from the position on, up to the end of the text or of a command, and returns where it stopped. */
    private int take(int position) {
        for (SqlToken token : SqlLexer.tokens(script.substring(position))) {
            int start = position + token.start();
            int end = position + token.end();
            if (!hasCode && script.charAt(start) == '\\') {
                return command(start);
            }
            if (token.kind() == Kind.SYMBOL && script.charAt(start) == ';' && depth == 0) {
                finish(start, true);
                begin = end;
            } else if (token.isCode()) {
                if (!hasCode) {
                    begin = start;
                    hasCode = true;
                }
                nest(token.kind() == Kind.WORD ? script.substring(start, end).toUpperCase(Locale.ROOT) : "");
            }
        }
        return script.length();
    }

    private void nest(String word) {
        boolean opens = (word.equals("BEGIN") && wordBefore.equals("SET")) || (depth > 0 && word.equals("CASE"));
        if (opens) {
            depth++;
        } else if (depth > 0 && word.equals("END")) {
            depth--;
        }
        wordBefore = word;
    }

    private int command(int start) {
        int newline = script.indexOf('\n', start);
        int end = newline < 0 ? script.length() : newline;
        statements.add(new ScriptStatement(script.substring(start, end).strip(), lineOf(start), true));
        begin = end;
        return end;
    }

    private void finish(int end, boolean complete) {
        if (hasCode) {
            statements.add(new ScriptStatement(script.substring(begin, end).strip(), lineOf(begin), complete));
        }
        hasCode = false;
        depth = 0;
        wordBefore = "";
    }

    private int lineOf(int position) {
        return 1
                + (int) script.substring(0, position)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }
}
