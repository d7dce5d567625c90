package io.tidemark.sql.parser;

import io.tidemark.sql.error.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.runtime.CalciteContextException;

/**
 * What could stand at a place of a text, found by trying: the tokens before it, then a candidate, and the parser must look beyond
 * the candidate.
 *
 * <p>The generated parser's own account of what it expected is of no use here: it names hundreds of tokens, or none when it failed
 * while looking ahead.
 *
 * <p><b>Cost</b>: a parse of the text's beginning for each candidate; about a hundred, some milliseconds, once per wrong statement.
 */
final class Continuations {
    private static final int MAX_ALTERNATIVES = 8;
    private static final int MAX_KEYWORDS = 6;
    private static final String NAME = "x_";
    private static final Set<String> OPERATORS = Set.of("BETWEEN", "LIKE", "NOT");
    private static final Set<String> TYPES = Set.of("INTERVAL", "TIMESTAMP", "ROW");

    private final List<String> tokens;
    private final ParseRun.Goal goal;
    private final IdentifierQuoting quoting;

    Continuations(List<TokenScanner.Token> tokens, ParseRun.Goal goal, IdentifierQuoting quoting) {
        this.tokens = tokens.stream().map(TokenScanner.Token::text).toList();
        this.goal = goal;
        this.quoting = quoting;
    }

    /** Returns whether the parser gets beyond a place if another token is put there and all the others stay. */
    boolean helps(int index, String replacement, int beyond) {
        List<String> changed = new ArrayList<>(tokens);
        changed.set(index, replacement);
        return reach(changed) > beyond;
    }

    /** Returns whether the tokens before the place, followed by this one, can begin a right text. */
    boolean possible(int index, String candidate) {
        List<String> prefix = new ArrayList<>(tokens.subList(0, index));
        prefix.add(candidate);
        return reach(prefix) > index;
    }

    /** Returns the keywords that could stand at the place and are spelt much like a word. */
    List<String> keywordsLike(int index, String word) {
        return Vocabulary.KEYWORDS.stream()
                .filter(keyword -> NearestName.of(word, List.of(keyword)).isPresent() && possible(index, keyword))
                .toList();
    }

    /** Returns at most eight things that could stand at the place, as in {@code FROM, a comma or an operator}. */
    String phrase(int index) {
        Vocabulary vocabulary = Vocabulary.instance();
        boolean name = possible(index, NAME);
        boolean expression = possible(index, "CASE") && possible(index, "1");
        boolean query = possible(index, "SELECT") && possible(index, "VALUES");
        boolean operator = possible(index, "<") && possible(index, "+") && possible(index, "AND");
        boolean type = !expression && possible(index, "BIGINT") && possible(index, "VARCHAR");
        List<String> parts = new ArrayList<>();
        if (expression) {
            parts.add("an expression");
        } else if (query) {
            parts.add("a query");
        } else if (type) {
            parts.add("a type");
        } else if (name) {
            parts.add("a name");
        } else {
            addIf(parts, possible(index, "'x'"), "a string");
            addIf(parts, possible(index, "1"), "a number");
        }
        if (!expression && !query) {
            Vocabulary.KEYWORDS.stream()
                    .filter(word -> !(name && !vocabulary.isReserved(word)))
                    .filter(word -> !(operator && OPERATORS.contains(word)) && !(type && TYPES.contains(word)))
                    .filter(word -> possible(index, word))
                    .limit(MAX_KEYWORDS - parts.size())
                    .forEach(parts::add);
            addIf(parts, parts.isEmpty() && possible(index, "("), "\"(\"");
        }
        addIf(parts, possible(index, ","), "a comma");
        addIf(parts, possible(index, ")"), "\")\"");
        addIf(parts, !operator && possible(index, "="), "\"=\"");
        addIf(parts, operator, "an operator");
        addIf(parts, reach(tokens.subList(0, index)) > index, "the end");
        return join(parts);
    }

    private static void addIf(List<String> parts, boolean condition, String part) {
        if (condition && parts.size() < MAX_ALTERNATIVES) {
            parts.add(part);
        }
    }

    private static String join(List<String> parts) {
        if (parts.size() < 2) {
            return String.join("", parts);
        }
        int last = parts.size() - 1;
        return String.join(", ", parts.subList(0, last)) + " or " + parts.get(last);
    }

    /** Returns the index of the first token that is wrong, of the end if that is, or beyond it if nothing is. */
    private int reach(List<String> texts) {
        ParseRun run = ParseRun.of(String.join("\n", texts), goal, quoting);
        if (run.tree().isPresent()) {
            return texts.size() + 1;
        }
        if (run.failure() instanceof CalciteContextException refused && refused.getPosLine() > 0) {
            return firstOnLine(texts, refused.getPosLine());
        }
        return run.reachedEnd() ? texts.size() : firstOnLine(texts, run.furthest().beginLine);
    }

    /** Every token stands on a line of its own, but for line breaks inside strings. */
    private static int firstOnLine(List<String> texts, int line) {
        int reached = 0;
        for (int i = 0; i < texts.size(); i++) {
            reached += 1 + (int) texts.get(i).chars().filter(c -> c == '\n').count();
            if (reached >= line) {
                return i;
            }
        }
        return texts.size();
    }
}
