package io.tidemark.shell.terminal;

import io.tidemark.shell.script.ScriptStatement;
import io.tidemark.shell.script.SqlLexer;
import io.tidemark.shell.script.SqlToken;
import io.tidemark.shell.script.StatementSplitter;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** Tells the line editor when a statement is complete, and which word the cursor is in. */
final class SqlLineParser implements Parser {

    private static final Pattern FILE_COMMAND = Pattern.compile("\\\\(i|ir|o|e|s)\\s+\\S*");

    /** A line with the word that the cursor is in or behind. */
    private record Line(String line, int cursor, int wordStart, String word) implements CompletingParsedLine {
        @Override
        public int wordCursor() {
            return cursor - wordStart;
        }

        @Override
        public int wordIndex() {
            return 0;
        }

        @Override
        public List<String> words() {
            return List.of(word);
        }

        /** Candidates are SQL already, quoted where they must be. */
        @Override
        public CharSequence escape(CharSequence candidate, boolean complete) {
            return candidate;
        }

        @Override
        public int rawWordCursor() {
            return wordCursor();
        }

        @Override
        public int rawWordLength() {
            return word.length();
        }
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        if (context == ParseContext.ACCEPT_LINE && !isComplete(line)) {
            throw new EOFError(-1, -1, "the statement has no semicolon yet");
        }
        IntPredicate part =
                takesFile(line.substring(0, cursor)) ? c -> !Character.isWhitespace(c) : SqlLineParser::isWordPart;
        int start = cursor;
        while (start > 0 && part.test(line.charAt(start - 1))) {
            start--;
        }
        int end = cursor;
        while (end < line.length() && part.test(line.charAt(end))) {
            end++;
        }
        return new Line(line, cursor, start, line.substring(start, end));
    }

    /** Nothing but blanks is complete, and so is a text whose last statement has ended. */
    static boolean isComplete(String text) {
        List<ScriptStatement> statements = StatementSplitter.split(text);
        return statements.isEmpty()
                ? SqlLexer.tokens(text).stream().allMatch(SqlToken::closed)
                : statements.get(statements.size() - 1).complete();
    }

    /** Whether the last line is a command that takes the name of a file. */
    static boolean takesFile(String text) {
        String line = text.substring(text.lastIndexOf('\n') + 1).stripLeading();
        return FILE_COMMAND.matcher(line).matches();
    }

    private static boolean isWordPart(int c) {
        return Character.isJavaIdentifierPart(c) || c == '.' || c == '\\' || c == '?' || c == ':';
    }

    @Override
    public boolean isEscapeChar(char c) {
        return false;
    }
}
