package io.tidemark.trial.relational;

import io.tidemark.trial.data.SourceKind;
import io.tidemark.trial.grammar.Column;
import io.tidemark.trial.grammar.Relation;
import io.tidemark.trial.grammar.WindowCall;
import io.tidemark.trial.relational.RelationalQuery.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An ASOF join. DuckDB takes any of the right rows that tie: so it is given only the one that the dialect says is taken, which is the one whose first
 * column is greatest.
 *
 * @param items the select list
 * @param left what stands to the left
 * @param right the table to the right
 * @param where WHERE, or nothing
 */
record AsofQuery(List<Item> items, Phrase left, Right right, Match match, Phrase where, Set<SourceKind> sources)
        implements Relation {

    AsofQuery {
        items = List.copyOf(items);
        sources = Set.copyOf(sources);
    }

    /** A table, whose first column is {@code id}, and its name in the query. */
    record Right(String table, String alias) {}

    /**
     * What matches.
     *
     * @param outer whether left rows without a match come out
     * @param leftPlace the left column compared
     * @param comparison how it compares with the right one
     * @param rightPlace the right column compared, without the alias
     * @param leftKey the left column that has to be equal
     * @param rightKey the right one, without the alias
     */
    record Match(
            boolean outer, String leftPlace, String comparison, String rightPlace, String leftKey, String rightKey) {}

    @Override
    public List<Column> columns() {
        return items.stream().map(Item::column).toList();
    }

    private String list() {
        return items.stream()
                .map(item -> item.expression().text() + " AS " + item.column().name())
                .collect(Collectors.joining(", ", "SELECT ", " FROM "));
    }

    private String compared() {
        return match.leftPlace + " " + match.comparison + " " + right.alias + "." + match.rightPlace;
    }

    private String equal() {
        return match.leftKey + " = " + right.alias + "." + match.rightKey;
    }

    @Override
    public String tidemark() {
        return list() + left.text() + (match.outer ? " LEFT" : "") + " ASOF JOIN " + right.table + " AS " + right.alias
                + " MATCH_CONDITION " + compared() + " ON " + equal() + where.text();
    }

    @Override
    public String duckdb() {
        String nearest = "(SELECT * FROM " + right.table + " QUALIFY ROW_NUMBER() OVER (PARTITION BY " + match.rightKey
                + ", " + match.rightPlace + " ORDER BY id DESC) = 1)";
        return list() + left.text() + " ASOF" + (match.outer ? " LEFT" : "") + " JOIN " + nearest + " AS " + right.alias
                + " ON " + equal() + " AND " + compared() + where.text();
    }

    @Override
    public List<String> hidden() {
        return List.of();
    }

    @Override
    public Stream<WindowCall> windows() {
        return Stream.empty();
    }

    @Override
    public Stream<String> late() {
        return Stream.empty();
    }

    @Override
    public boolean lateIsKnown() {
        return true;
    }

    @Override
    public Optional<String> finalAt() {
        return Optional.empty();
    }

    @Override
    public Stream<Relation> smaller() {
        Stream<Relation> fewer = items.size() < 2
                ? Stream.empty()
                : IntStream.range(0, items.size()).mapToObj(this::without);
        Stream<Relation> less =
                left.smaller().map(phrase -> new AsofQuery(items, phrase, right, match, where, sources));
        Stream<Relation> conditions =
                where.smaller().map(phrase -> new AsofQuery(items, left, right, match, phrase, sources));
        return Stream.of(fewer, less, conditions).flatMap(all -> all);
    }

    private Relation without(int index) {
        List<Item> fewer = new ArrayList<>(items);
        fewer.remove(index);
        return new AsofQuery(fewer, left, right, match, where, sources);
    }
}
