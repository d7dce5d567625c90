package io.tidemark.shell.terminal;

import io.tidemark.shell.catalog.CatalogNames;
import io.tidemark.shell.script.SqlKeywords;
import io.tidemark.shell.script.SqlLexer;
import io.tidemark.shell.script.SqlToken;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/**
 * Completes keywords, schemas, relations, functions and columns: those of the relations that the statement names, or of all if it
 * names none yet. After a name and a dot come the columns of a relation or the relations of a schema, after a backslash commands,
 * after a colon variables, and after {@code \i}, {@code \o} and others like them files.
 */
final class SqlCompleter implements Completer {

    private static final String FUNCTION = "function";
    private static final String KEYWORD = "keyword";
    private static final int MOST_FILES = 500;

    private final CatalogNames names;
    private final Set<String> commands;
    private final Supplier<Set<String>> variables;
    private final Runnable refresh;

    /**
     * Completes from names.
     *
     * @param refresh reads them anew if they may have changed
     */
    SqlCompleter(CatalogNames names, Set<String> commands, Supplier<Set<String>> variables, Runnable refresh) {
        this.names = names;
        this.commands = commands;
        this.variables = variables;
        this.refresh = refresh;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        String word = line.word().substring(0, line.wordCursor());
        String before = line.line().substring(0, line.cursor());
        if (SqlLineParser.takesFile(before)) {
            addFiles(candidates, word);
        } else if (word.startsWith("\\")) {
            add(candidates, "", commands, "command");
        } else if (word.startsWith(":") && !word.startsWith("::")) {
            add(candidates, ":", variables.get(), "variable");
        } else {
            refresh.run();
            addSql(candidates, word, line.line());
        }
    }

    private void addSql(List<Candidate> candidates, String word, String statement) {
        int dot = word.lastIndexOf('.');
        if (dot >= 0) {
            String qualifier = word.substring(0, dot);
            String plain = unquoted(qualifier.substring(qualifier.lastIndexOf('.') + 1));
            addNames(candidates, qualifier + ".", names.columnsOf(relation(plain, statement)), "column");
            addNames(candidates, qualifier + ".", names.relationsOf(plain), "relation");
            return;
        }
        addNames(candidates, "", names.relations(), "relation");
        addNames(candidates, "", columns(statement), "column");
        addNames(candidates, "", names.schemas(), "schema");
        boolean lower = !word.isEmpty() && word.equals(word.toLowerCase(Locale.ROOT));
        add(candidates, "", inCase(names.functions(), lower), FUNCTION);
        add(candidates, "", inCase(SqlKeywords.ALL, lower), KEYWORD);
    }

    private static Set<String> inCase(Set<String> words, boolean lower) {
        return lower ? words.stream().map(word -> word.toLowerCase(Locale.ROOT)).collect(Collectors.toSet()) : words;
    }

    /** The columns of the relations that a statement names; those of all relations if it names none. */
    private Set<String> columns(String statement) {
        Set<String> columns = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (SqlToken token : SqlLexer.tokens(statement)) {
            if (token.kind() == SqlToken.Kind.WORD || token.kind() == SqlToken.Kind.QUOTED_NAME) {
                columns.addAll(names.columnsOf(unquoted(token.of(statement))));
            }
        }
        return columns.isEmpty() ? names.columns() : columns;
    }

    /** The relation that a name stands for: itself, or what it is an alias of, as in {@code FROM orders AS o}. */
    private String relation(String name, String statement) {
        if (!names.columnsOf(name).isEmpty()) {
            return name;
        }
        List<String> words = SqlLexer.tokens(statement).stream()
                .filter(SqlToken::isCode)
                .map(token -> unquoted(token.of(statement)))
                .filter(text -> !text.equalsIgnoreCase("AS"))
                .toList();
        for (int i = 1; i < words.size(); i++) {
            boolean named = words.get(i).equalsIgnoreCase(name);
            if (named && !names.columnsOf(words.get(i - 1)).isEmpty()) {
                return words.get(i - 1);
            }
        }
        return name;
    }

    private static void addFiles(List<Candidate> candidates, String word) {
        int slash = word.lastIndexOf('/');
        String directory = word.substring(0, slash + 1);
        String home = System.getProperty("user.home");
        try {
            Path path = Path.of(
                    directory.startsWith("~/") ? home + directory.substring(1) : directory.isEmpty() ? "." : directory);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
                for (Path file : files) {
                    boolean isDirectory = Files.isDirectory(file);
                    String text = directory + file.getFileName() + (isDirectory ? "/" : "");
                    if (candidates.size() < MOST_FILES) {
                        candidates.add(new Candidate(text, text, "file", null, null, null, !isDirectory));
                    }
                }
            }
        } catch (IOException | InvalidPathException e) {
            candidates.clear(); // There is nothing to offer in a directory that cannot be read.
        }
    }

    private static void addNames(List<Candidate> candidates, String prefix, Collection<String> words, String group) {
        add(candidates, prefix, words.stream().map(SqlCompleter::identifier).toList(), group);
    }

    private static void add(List<Candidate> candidates, String prefix, Collection<String> words, String group) {
        for (String word : words) {
            candidates.add(new Candidate(prefix + word, word, group, null, null, null, !group.equals("schema")));
        }
    }

    private static String identifier(String name) {
        boolean plain = name.matches("[A-Za-z_][A-Za-z0-9_]*") && !SqlKeywords.contains(name);
        return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    private static String unquoted(String name) {
        return name.length() > 1 && name.startsWith("\"") ? name.substring(1, name.length() - 1) : name;
    }
}
