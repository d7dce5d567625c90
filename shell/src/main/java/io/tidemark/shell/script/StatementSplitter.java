package io.tidemark.shell.script;

import io.tidemark.shell.script.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Splits a script at the semicolons that end statements.
 *
 * <p>A semicolon inside quotes or a comment ends nothing, nor does one between the {@code BEGIN} and the {@code END} of a
 * statement set; a {@code CASE … END} in there is told apart. What begins with a backslash, where a statement would begin, is
 * a command up to the end of its line, and so is {@code \\watch} or another of {@link #ENDING} behind a statement without
 * semicolon.
 */
public final class StatementSplitter {

    /** Commands that may end a statement in place of its semicolon. */
    private static final Set<String> ENDING = Set.of("\\g", "\\gx", "\\watch", "\\chart", "\\live");

    private final String script;
    private final List<ScriptStatement> statements = new ArrayList<>();
    private int begin;
    private boolean hasCode;
    private int depth;
    private String wordBefore = "";
    private int counted;
    private int line = 1;

    private StatementSplitter(String script) {
        this.script = script;
    }

    /** The statements and commands of a script, in order. */
    public static List<ScriptStatement> split(String script) {
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
            if (script.charAt(start) == '\\' && (!hasCode || endsStatement(start))) {
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

    private boolean endsStatement(int start) {
        int end = start + 1;
        while (end < script.length() && Character.isLetter(script.charAt(end))) {
            end++;
        }
        return ENDING.contains(script.substring(start, end));
    }

    private int command(int start) {
        int newline = script.indexOf('\n', start);
        int end = newline < 0 ? script.length() : newline;
        String buffer = hasCode ? script.substring(begin, start).strip() : "";
        statements.add(new ScriptStatement(
                script.substring(start, end).strip(), lineOf(hasCode ? begin : start), true, buffer));
        hasCode = false;
        depth = 0;
        wordBefore = "";
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

    /** The line of a position, which is never before the one asked for last. */
    private int lineOf(int position) {
        for (; counted < position; counted++) {
            if (script.charAt(counted) == '\n') {
                line++;
            }
        }
        return line;
    }
}
