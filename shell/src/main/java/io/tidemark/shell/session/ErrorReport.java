package io.tidemark.shell.session;

import io.tidemark.shell.format.Cell;
import io.tidemark.shell.script.ConfidentialStatement;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An SQL error for people: SQLSTATE and number, the message, the line of the statement with a caret under the fragment, and
 * the hint on a line of its own.
 *
 * <p>The server's message has the shape {@code text at line L, column C: fragment. hint}. Anything else is shown as it is, and so is the message of a
 * statement that may have a password in it, whose text is not repeated: the server puts stars for what is confidential.
 */
public final class ErrorReport {

    private static final Pattern PLACE = Pattern.compile(" at line (\\d+), column (\\d+)(.*)$", Pattern.DOTALL);

    private ErrorReport() {}

    /** Describes an error of a statement; {@code where} is the script's name and line, or null. */
    public static String of(SQLException error, String statement, @Nullable String where) {
        StringBuilder report = new StringBuilder();
        if (where != null) {
            report.append(where).append(": ");
        }
        report.append("ERROR ").append(code(error)).append(": ");
        String message = error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
        Matcher place = PLACE.matcher(message);
        if (!place.find()) {
            return report.append(message).append('\n').toString();
        }
        int line = Integer.parseInt(place.group(1));
        int column = Integer.parseInt(place.group(2));
        String[] lines = statement.split("\n", -1);
        if (line < 1 || line > lines.length || column < 1 || column > lines[line - 1].length() + 1) {
            return report.append(message).append('\n').toString();
        }
        if (ConfidentialStatement.is(statement)) {
            return report.append(message).append('\n').toString();
        }
        String tail = place.group(3).replaceFirst("^: ", "");
        String source = lines[line - 1].replace("\r", "").replace('\t', ' ');
        int fragment = tail.equals(place.group(3)) ? 0 : commonPrefix(tail, statementFrom(lines, line, column));
        report.append(message, 0, place.start()).append('\n');
        appendCaret(report, line, column, source, fragment);
        String hint = tail.substring(fragment).replaceFirst("^…?[.?!]?\\s*", "");
        if (!hint.isBlank()) {
            report.append("HINT: ").append(hint).append('\n');
        }
        return report.toString();
    }

    private static String code(SQLException error) {
        String state = error.getSQLState();
        int number = error.getErrorCode();
        if (state == null) {
            return "without SQLSTATE";
        }
        return number > 0 ? state + " (" + number + ")" : state;
    }

    private static void appendCaret(StringBuilder report, int line, int column, String source, int fragmentLength) {
        String prefix = "LINE " + line + ": ";
        String before = source.substring(0, Math.min(column - 1, source.length()));
        int end = Math.max(before.length(), Math.min(source.length(), before.length() + Math.max(1, fragmentLength)));
        int carets = Math.max(1, Cell.width(source.substring(before.length(), end)));
        report.append(prefix).append(source).append('\n');
        report.append(" ".repeat(prefix.length() + Cell.width(before)));
        report.append("^".repeat(carets)).append('\n');
    }

    /** The statement from a place on, with runs of white space as one blank, as fragments are quoted. */
    private static String statementFrom(String[] lines, int line, int column) {
        StringBuilder rest = new StringBuilder(lines[line - 1].substring(column - 1));
        for (int i = line; i < lines.length; i++) {
            rest.append(' ').append(lines[i]);
        }
        return rest.toString().replaceAll("\\s+", " ");
    }

    private static int commonPrefix(String left, String right) {
        int length = 0;
        while (length < left.length() && length < right.length() && left.charAt(length) == right.charAt(length)) {
            length++;
        }
        return length;
    }
}
