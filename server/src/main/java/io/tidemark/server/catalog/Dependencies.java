package io.tidemark.server.catalog;

import io.tidemark.planner.catalog.RelationName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Who reads and writes which relations: what DROP looks at, and FLUSH. Thread-safe. */
public final class Dependencies {

    private final Map<RelationName, Set<RelationName>> readByView = new ConcurrentHashMap<>();
    private final Map<RelationName, Set<String>> calledByView = new ConcurrentHashMap<>();
    private final Map<String, QueryUse> usedByQuery = new ConcurrentHashMap<>();

    /**
     * What a query reads and what it writes; a materialized view counts as written by its query.
     *
     * @param asides the streams that its late and bad rows go to
     * @param functions the functions of users that it calls, in lower case
     */
    public record QueryUse(
            String query,
            Set<RelationName> reads,
            RelationName writes,
            Set<RelationName> asides,
            Set<String> functions) {

        private List<RelationName> allWritten() {
            List<RelationName> all = new ArrayList<>(asides);
            all.add(0, writes);
            return all;
        }
    }

    /** Keeps what a plain view reads and calls. */
    public void addView(RelationName view, List<RelationName> reads, List<String> functions) {
        readByView.put(view.folded(), fold(reads));
        calledByView.put(view.folded(), foldNames(functions));
    }

    /** Forgets a plain view. */
    public void removeView(RelationName view) {
        readByView.remove(view.folded());
        calledByView.remove(view.folded());
    }

    /** Keeps what a query reads, writes and calls. */
    public void addQuery(
            String query,
            List<RelationName> reads,
            RelationName writes,
            List<RelationName> asides,
            List<String> functions) {
        usedByQuery.put(query, new QueryUse(query, fold(reads), writes.folded(), fold(asides), foldNames(functions)));
    }

    /** Forgets a query. */
    public void removeQuery(String query) {
        usedByQuery.remove(query);
    }

    private static Set<RelationName> fold(List<RelationName> names) {
        return names.stream().map(RelationName::folded).collect(Collectors.toUnmodifiableSet());
    }

    private static Set<String> foldNames(List<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    /** The plain views that call a function. */
    public List<RelationName> viewsCalling(String function) {
        List<RelationName> found = new ArrayList<>();
        calledByView.forEach((view, functions) -> {
            if (functions.contains(function.toLowerCase(Locale.ROOT))) {
                found.add(view);
            }
        });
        return found;
    }

    /** The queries that call a function. */
    public List<QueryUse> queriesCalling(String function) {
        return usedByQuery.values().stream()
                .filter(use -> use.functions().contains(function.toLowerCase(Locale.ROOT)))
                .toList();
    }

    /** The plain views that read a relation. */
    public List<RelationName> viewsReading(RelationName relation) {
        List<RelationName> found = new ArrayList<>();
        readByView.forEach((view, reads) -> {
            if (reads.contains(relation.folded())) {
                found.add(view);
            }
        });
        return found;
    }

    /** The queries that read a relation. */
    public List<QueryUse> queriesReading(RelationName relation) {
        return usedByQuery.values().stream()
                .filter(use -> use.reads().contains(relation.folded()))
                .toList();
    }

    /** The queries that write a relation, or put late or bad rows into it. */
    public List<QueryUse> queriesWriting(RelationName relation) {
        return usedByQuery.values().stream()
                .filter(use -> use.allWritten().contains(relation.folded()))
                .toList();
    }

    /** The queries that read what a query writes. */
    public List<QueryUse> queriesReadingFrom(String query) {
        return writtenBy(query).stream()
                .flatMap(relation -> queriesReading(relation).stream())
                .distinct()
                .toList();
    }

    /** The other queries that write what a query writes. */
    public List<QueryUse> queriesWritingBeside(String query) {
        return writtenBy(query).stream()
                .flatMap(relation -> queriesWriting(relation).stream())
                .filter(use -> !use.query().equals(query))
                .distinct()
                .toList();
    }

    private List<RelationName> writtenBy(String query) {
        QueryUse use = usedByQuery.get(query);
        return use == null ? List.of() : use.allWritten();
    }

    /**
     * The way on which the rows of a new query would come back to it, as the queries and relations after each other, from what it writes to
     * what it reads; empty if they don't.
     *
     * @param runs whether a query still runs; those that don't pass nothing on
     */
    public List<String> wayBack(List<RelationName> reads, RelationName writes, Predicate<String> runs) {
        Set<RelationName> ends = fold(reads);
        Map<RelationName, List<String>> ways = new HashMap<>();
        Deque<RelationName> open = new ArrayDeque<>();
        ways.put(writes.folded(), List.of("\"" + writes + "\""));
        open.add(writes.folded());
        while (!open.isEmpty()) {
            RelationName at = open.remove();
            List<String> way = Objects.requireNonNull(ways.get(at));
            if (ends.contains(at)) {
                return way;
            }
            for (QueryUse use : queriesReading(at)) {
                for (RelationName written : use.allWritten()) {
                    if (!ways.containsKey(written) && runs.test(use.query())) {
                        List<String> longer = new ArrayList<>(way);
                        longer.add("query \"" + use.query() + "\"");
                        longer.add("\"" + written + "\"");
                        ways.put(written, longer);
                        open.add(written);
                    }
                }
            }
        }
        return List.of();
    }
}
