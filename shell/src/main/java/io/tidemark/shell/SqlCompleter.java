package io.tidemark.shell;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completes keywords, relations, columns, the columns of a relation after its name and a dot, and backslash commands. */
final class SqlCompleter implements Completer {

    private static final List<String> COMMANDS = List.of("\\d", "\\dt", "\\x", "\\o", "\\timing", "\\?", "\\q");

    private final CatalogNames names;
    private final Runnable refresh;

    SqlCompleter(CatalogNames names, Runnable refresh) {
        this.names = names;
        this.refresh = refresh;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        String word = line.word().substring(0, line.wordCursor());
        if (word.startsWith("\\")) {
            add(candidates, "", COMMANDS, "command");
            return;
        }
        refresh.run();
        int dot = word.lastIndexOf('.');
        if (dot >= 0) {
            String relation = word.substring(0, dot);
            add(candidates, relation + ".", names.columnsOf(relation), "column");
            return;
        }
        add(candidates, "", names.relations(), "relation");
        add(candidates, "", names.columns(), "column");
        boolean lower = !word.isEmpty() && word.equals(word.toLowerCase(Locale.ROOT));
        SqlKeywords.ALL.forEach(
                keyword -> add(candidates, "", List.of(lower ? keyword.toLowerCase(Locale.ROOT) : keyword), "keyword"));
    }

    private static void add(List<Candidate> candidates, String prefix, Collection<String> words, String group) {
        for (String word : words) {
            String text = group.equals("relation") || group.equals("column") ? identifier(word) : word;
            candidates.add(new Candidate(prefix + text, text, group, null, null, null, true));
        }
    }

    private static String identifier(String name) {
        boolean plain = name.matches("[A-Za-z_][A-Za-z0-9_]*") && !SqlKeywords.contains(name);
        return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
    }
}
