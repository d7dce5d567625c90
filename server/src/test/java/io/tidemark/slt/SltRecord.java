package io.tidemark.slt;

import java.util.ArrayList;
import java.util.List;

/**
 * One paragraph of an {@code .slt} file: a line that says what to do, lines that it is done with, and after {@code ----} what it must give.
 *
 * <pre>
 * file NAME             writes the lines below to NAME in the test's directory, which statements name as ${dir}
 * statement ok          runs the SQL below
 * statement count N     ... which must report N rows changed
 * statement notice      ... whose warnings are given after ----, one a line as CODE SQLSTATE text
 * statement error       ... which must be refused with the vendor code, the SQLSTATE and the message after ----
 * query [rowsort]       ... whose types and rows are given after ----; rowsort compares them sorted by their text
 * restart               stops the server in order and starts it again
 * connect [USER WORD]   goes on with a new connection, as a user with the password WORD or without a user; may be refused, as a statement
 * cuts                  (first in a file) runs the file with epochs of 1, of 7 and of any number of rows
 * </pre>
 *
 * <p>Paragraphs are ended by an empty line; lines that begin with {@code #} are comments. A row's values are joined by {@code |}; NULL and the
 * empty text are {@code NULL} and {@code (empty)}. {@code ${text of FILE}} in a statement is replaced by a file of the source tree.
 */
record SltRecord(int line, List<String> comments, String head, List<String> body, List<String> expected) {

    static final String SEPARATOR = "----";

    /** The paragraphs of a file. */
    static List<SltRecord> parse(List<String> lines) {
        List<SltRecord> records = new ArrayList<>();
        int at = 0;
        while (at < lines.size()) {
            if (lines.get(at).isBlank()) {
                at++;
                continue;
            }
            int end = at;
            while (end < lines.size() && !lines.get(end).isBlank()) {
                end++;
            }
            records.add(paragraph(at + 1, lines.subList(at, end)));
            at = end;
        }
        return records;
    }

    private static SltRecord paragraph(int line, List<String> lines) {
        int at = 0;
        while (at < lines.size() && lines.get(at).startsWith("#")) {
            at++;
        }
        List<String> comments = List.copyOf(lines.subList(0, at));
        if (at == lines.size()) {
            return new SltRecord(line, comments, "", List.of(), List.of());
        }
        int separator = lines.indexOf(SEPARATOR);
        int bodyEnd = separator < 0 ? lines.size() : separator;
        List<String> expected = separator < 0 ? List.of() : List.copyOf(lines.subList(separator + 1, lines.size()));
        return new SltRecord(line, comments, lines.get(at), List.copyOf(lines.subList(at + 1, bodyEnd)), expected);
    }

    /** Whether it does something, instead of being a comment alone. */
    boolean isCommand() {
        return !head.isEmpty();
    }

    boolean is(String command) {
        return head.equals(command) || head.startsWith(command + " ");
    }

    /** What follows a command in the first line. */
    String argument(String command) {
        return head.substring(command.length()).trim();
    }

    /** The body as one text. */
    String text() {
        return String.join("\n", body);
    }

    /** The paragraph as it stands in a file, with other expectations. */
    List<String> lines(List<String> actual) {
        List<String> lines = new ArrayList<>(comments);
        if (isCommand()) {
            lines.add(head);
        }
        lines.addAll(body);
        if (!actual.isEmpty()) {
            lines.add(SEPARATOR);
            lines.addAll(actual);
        }
        return lines;
    }
}
