package io.tidemark.server.explain;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.epoch.QueryStatus;
import io.tidemark.runtime.epoch.SourceStatus;
import io.tidemark.server.query.RunningQuery;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What became of the rows of a query's sources: none there, or all, or some, left out. */
final class SourceFindings {

    private final RunningQuery query;
    private final Catalog catalog;

    SourceFindings(RunningQuery query, Catalog catalog) {
        this.query = query;
        this.catalog = catalog;
    }

    /** Of each source of which no row has been accepted, why. */
    List<String> nothingUsable(QueryStatus status) {
        List<String> findings = new ArrayList<>();
        for (SourceStatus source : status.sources()) {
            if (source.read() == 0) {
                findings.add("nothing has been read of " + name(source) + ": " + empty(source));
            } else if (source.accepted() == 0) {
                findings.add(allLeftOut(source));
            }
        }
        return findings;
    }

    /** Of each source of which some rows have been left out, how many. */
    List<String> someLeftOut(QueryStatus status) {
        List<String> findings = new ArrayList<>();
        for (SourceStatus source : status.sources()) {
            if (source.accepted() > 0 && source.late() > 0) {
                findings.add(someLeftOut(source, source.late(), KeptRow.Kind.LATE));
            }
            if (source.accepted() > 0 && source.bad() > 0) {
                findings.add(someLeftOut(source, source.bad(), KeptRow.Kind.BAD));
            }
        }
        return findings;
    }

    private String someLeftOut(SourceStatus source, long rows, KeptRow.Kind kind) {
        String word = kind.name().toLowerCase(Locale.ROOT);
        return count(rows) + " of " + count(source.read()) + " rows of " + name(source)
                + (rows == 1 ? " was " : " were ") + word + ", and left out: see sys." + word + "_rows"
                + last(source, kind);
    }

    private String allLeftOut(SourceStatus source) {
        String rows = source.read() == 1
                ? "the one row read of " + name(source) + " is "
                : "all " + count(source.read()) + " rows read of " + name(source) + " are ";
        List<String> parts = new ArrayList<>();
        if (source.late() > 0) {
            parts.add(source.late() == source.read() ? "late" : count(source.late()) + " late");
        }
        if (source.bad() > 0) {
            parts.add(source.bad() == source.read() ? "bad" : count(source.bad()) + " bad");
        }
        if (source.filtered() > 0) {
            parts.add(
                    source.filtered() == source.read()
                            ? "left out by its connector's options"
                            : count(source.filtered()) + " left out by its connector's options");
        }
        String last = source.late() + source.bad() == 0
                ? ""
                : last(source, source.bad() > 0 ? KeptRow.Kind.BAD : KeptRow.Kind.LATE);
        return rows + String.join(", ", parts) + last;
    }

    private String last(SourceStatus source, KeptRow.Kind kind) {
        List<KeptRow> rows = query.execution().map(execution -> execution.keptRows(kind)).orElse(List.of()).stream()
                .filter(row -> row.source().equals(source.source()))
                .toList();
        if (rows.isEmpty()) {
            return "";
        }
        KeptRow row = rows.get(rows.size() - 1);
        return kind == KeptRow.Kind.BAD ? "; the last: " + row.reason() : "; the last missed " + row.reason();
    }

    private String empty(SourceStatus source) {
        Optional<RelationDefinition> relation = relation(source);
        Optional<String> path = relation.map(found -> found.options().get("path"));
        if (path.isPresent() && isMissing(path.get())) {
            return "\"" + path.get() + "\" does not exist";
        }
        return path.map(directory -> "no whole file of \"" + directory + "\" has rows")
                .or(() -> relation.map(found -> found.options().get("topic"))
                        .map(topic -> "topic \"" + topic + "\" has no rows from where it is read"))
                .orElse("it is empty");
    }

    private static boolean isMissing(String path) {
        try {
            boolean pattern = path.contains("*") || path.contains("?") || path.contains("://");
            return !pattern && !Files.exists(Path.of(path));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private String name(SourceStatus source) {
        return relation(source).map(found -> found.kind().word() + " ").orElse("") + "\"" + source.source() + "\"";
    }

    private Optional<RelationDefinition> relation(SourceStatus source) {
        return query.reads().stream()
                .filter(read -> read.toString().equals(source.source()))
                .findFirst()
                .flatMap((RelationName name) -> catalog.relation(name));
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
