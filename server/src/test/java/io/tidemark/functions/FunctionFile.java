package io.tidemark.functions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The functions of one kind, as a text file has them:
 *
 * <pre>
 * kind Text
 * What is true of all of them.
 *
 * function LPAD(text, length [, filling]) -> VARCHAR
 *   What it gives.
 *   duckdb LPAD(s, n, t) => lpad(s, n, t) where n > 0
 *   hand LPAD('ab', 5, 'xy') => xyxab
 *   fails LPAD('ab', 5000000, 'x')
 * </pre>
 *
 * <p>{@code duckdb} compares over the columns of {@link Samples}; the spelling for DuckDB and the condition may be missing. Literals of the other
 * two become columns, but for those with {@code !} in front. Several names are joined by {@code =}; {@code operator} stands for what has a syntax of
 * its own; {@code #} begins a comment.
 */
record FunctionFile(String kind, String introduction, List<FunctionEntry> entries) {

    private static final String RESULT = " => ";
    private static final String WHERE = " where ";

    /** All files, in the order of their names. */
    static List<FunctionFile> all(Path directory) throws IOException {
        List<FunctionFile> files = new ArrayList<>();
        try (Stream<Path> found = Files.list(directory)) {
            for (Path file : found.sorted().toList()) {
                files.add(parse(Files.readAllLines(file)));
            }
        }
        return files;
    }

    private static FunctionFile parse(List<String> lines) {
        List<FunctionEntry> entries = new ArrayList<>();
        List<Check> checks = new ArrayList<>();
        List<String> meaning = new ArrayList<>();
        List<String> introduction = new ArrayList<>();
        String head = "";
        String kind = "";
        for (String line : lines) {
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            String word = text.replaceFirst(" .*", "");
            String rest = text.substring(word.length()).strip();
            switch (word) {
                case "kind" -> kind = rest;
                case "function", "operator" -> {
                    add(entries, head, meaning, checks);
                    head = text;
                }
                case "duckdb" -> checks.add(compared(rest));
                case "hand" -> checks.add(new Check.Worked(before(rest), after(rest)));
                case "fails" -> checks.add(new Check.Failing(rest));
                default -> (head.isEmpty() ? introduction : meaning).add(text);
            }
        }
        add(entries, head, meaning, checks);
        return new FunctionFile(kind, String.join(" ", introduction), entries);
    }

    private static void add(List<FunctionEntry> entries, String head, List<String> meaning, List<Check> checks) {
        if (!head.isEmpty()) {
            String form = head.substring(head.indexOf(' ') + 1);
            boolean callable = head.startsWith("function");
            entries.add(new FunctionEntry(callable, form, String.join(" ", meaning), List.copyOf(checks)));
        }
        meaning.clear();
        checks.clear();
    }

    private static Check compared(String text) {
        int where = text.lastIndexOf(WHERE);
        String expressions = where < 0 ? text : text.substring(0, where);
        String condition = where < 0 ? "" : text.substring(where + WHERE.length());
        boolean spelled = expressions.contains(RESULT);
        String tidemark = spelled ? before(expressions) : expressions;
        return new Check.Compared(tidemark, spelled ? after(expressions) : expressions, condition);
    }

    private static String before(String text) {
        return text.substring(0, text.lastIndexOf(RESULT)).strip();
    }

    private static String after(String text) {
        return text.substring(text.lastIndexOf(RESULT) + RESULT.length()).strip();
    }
}
