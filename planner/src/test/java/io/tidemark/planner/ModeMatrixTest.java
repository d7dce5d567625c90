package io.tidemark.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tidemark.planner.incremental.TriggerSpec;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.ErrorKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Which queries can be emitted in which output mode: {@code golden/mode-matrix.txt} has a section for each kind of query, and in it a cell for
 * each mode, which says what is emitted, or the code, place and words of the refusal.
 */
class ModeMatrixTest {
    private static final GoldenFile FILE = new GoldenFile("mode-matrix.txt");
    private static final String HEADING = "## ";
    private static final String CELL = "  ";
    private static final List<String> MODES = List.of("APPEND", "UPDATE", "COMPLETE", "default");

    private final Statements statements = new Statements(
            FakeCatalog.of(
                    "CREATE STREAM s (k STRING, n INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)",
                    "CREATE STREAM two (k STRING, other TIMESTAMP(3), ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)",
                    "CREATE STREAM bare (k STRING, n INT, ts TIMESTAMP(3))",
                    "CREATE TABLE t (id INT PRIMARY KEY, k STRING)",
                    "CREATE TABLE moments (id INT PRIMARY KEY, ts TIMESTAMP(3))",
                    "CREATE VIEW ones AS SELECT k FROM s WHERE n = 1",
                    "CREATE MATERIALIZED VIEW perk AS SELECT k, COUNT(*) AS n FROM s GROUP BY k",
                    "CREATE STREAM files (k STRING, n BIGINT) WITH ('connector' = 'filesystem')",
                    "CREATE STREAM wfiles (w TIMESTAMP(3), n BIGINT) WITH ('connector' = 'filesystem')",
                    "CREATE STREAM inner_stream (k STRING, n BIGINT)",
                    "CREATE TABLE keyed (k STRING, n BIGINT, PRIMARY KEY (k))",
                    "CREATE TABLE wkeyed (w TIMESTAMP(3), n BIGINT, PRIMARY KEY (w))",
                    "CREATE TABLE heap (k STRING, n BIGINT)",
                    "CREATE STREAM topic (k STRING, n BIGINT) WITH ('connector' = 'kafka')",
                    "CREATE TABLE ktopic (k STRING, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'kafka')",
                    "CREATE TABLE database (k STRING, n BIGINT) WITH ('connector' = 'jdbc')",
                    "CREATE TABLE kdatabase (k STRING, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'jdbc')",
                    "CREATE TABLE nodeletes (k STRING, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'nodeletes')"));

    /** A kind of query, and what the file says becomes of it, by mode. */
    private record Section(String name, String sql, Map<String, String> cells) {}

    @TestFactory
    Stream<DynamicContainer> everyKindOfQueryInEveryMode() {
        if (Boolean.getBoolean("golden.update")) {
            FILE.check(rewritten(FILE.read()));
        }
        return sections(FILE.read()).stream()
                .map(section -> dynamicContainer(
                        section.name(),
                        MODES.stream()
                                .map(mode -> dynamicTest(
                                        mode,
                                        () -> assertThat(cell(section.sql(), mode))
                                                .as("%s in mode %s", section.name(), mode)
                                                .isEqualTo(section.cells().get(mode))))));
    }

    private String rewritten(String file) {
        StringBuilder text = new StringBuilder(file.substring(0, file.indexOf(HEADING)));
        for (Section section : sections(file)) {
            text.append(HEADING).append(section.name()).append('\n').append(section.sql());
            for (String mode : MODES) {
                text.append('\n').append(cell(section.sql(), mode));
            }
            text.append("\n\n");
        }
        return text.substring(0, text.length() - 1);
    }

    private static List<Section> sections(String file) {
        List<Section> sections = new ArrayList<>();
        for (String part :
                file.substring(file.indexOf(HEADING) + HEADING.length()).split("\n" + HEADING, -1)) {
            List<String> lines = part.stripTrailing().lines().toList();
            int sqlEnd = 1;
            while (sqlEnd < lines.size() && !isCell(lines.get(sqlEnd))) {
                sqlEnd++;
            }
            sections.add(new Section(
                    lines.get(0),
                    String.join("\n", lines.subList(1, sqlEnd)),
                    cells(lines.subList(sqlEnd, lines.size()))));
        }
        return sections;
    }

    private static boolean isCell(String line) {
        return MODES.stream().anyMatch(mode -> line.startsWith(CELL + mode + " "));
    }

    private static Map<String, String> cells(List<String> lines) {
        Map<String, String> cells = new LinkedHashMap<>();
        String mode = "";
        for (String line : lines) {
            mode = isCell(line) ? line.strip().split(" ", 2)[0] : mode;
            cells.merge(mode, line, (before, next) -> before + "\n" + next);
        }
        return cells;
    }

    private String cell(String sql, String mode) {
        String emit = mode.equals("default") ? "EMIT EVERY INTERVAL '1' SECOND" : "EMIT " + mode;
        String text = CELL + String.format("%-10s", mode) + outcome(sql + "\n" + emit);
        return text.replace("\n", "\n" + CELL + " ".repeat(10));
    }

    private String outcome(String sql) {
        try {
            return accepted(statements.plan(sql));
        } catch (CodedException e) {
            assertThat(e.code().kind()).as(sql + " " + e).isNotEqualTo(ErrorKind.INTERNAL);
            return "refused " + e.code().code() + " " + e.code().sqlState()
                    + e.position().map(place -> " at " + place).orElse("")
                    + e.fragment().map(fragment -> ": " + fragment).orElse("")
                    + "\n" + e.getMessage()
                    + e.hint().map(hint -> "\n" + hint).orElse("");
        }
    }

    private static String accepted(PlannedQuery query) {
        boolean retracts = query.root().traits().changelog() == Changelog.RETRACT;
        StringBuilder text = new StringBuilder(query.mode().name().toLowerCase(Locale.ROOT));
        text.append(
                switch (query.mode()) {
                    case APPEND ->
                        query.root().traits().emission() == Emission.FINAL ? " of final rows" : " of rows as they come";
                    case UPDATE -> !retracts ? " that only adds" : query.deletesPossible() ? " with deletes" : "";
                    case COMPLETE -> "";
                });
        query.key().ifPresent(key -> text.append(key.isEmpty() ? ", one row" : ", by " + names(query, key)));
        if (query.trigger().kind() == TriggerSpec.Kind.EVERY
                && query.trigger().interval().toSeconds() > 1) {
            text.append(", every ")
                    .append(query.trigger().interval().toSeconds())
                    .append(" s");
        }
        query.warnings().forEach(warning -> text.append('\n').append(warning.render()));
        return text.toString();
    }

    private static String names(PlannedQuery query, List<Integer> columns) {
        return String.join(", ", columns.stream().map(query.labels()::get).toList());
    }

    @Test
    void aPushQueryShowsKindsOfChangesWhereRowKindIsSelected() {
        PlannedQuery shown =
                statements.plan("SELECT k, ROW_KIND(), COUNT(*) FROM s GROUP BY k HAVING COUNT(*) < 3 EMIT CHANGES");
        assertThat(shown.warnings()).noneMatch(warning -> warning.code() == ErrorCode.DELETES_HIDDEN);
        assertThat(shown.changeColumns().kind()).hasValue(1);
    }

    @Test
    void everyCodeOfAModeIsInTheMatrixIfItsConstructsAreThere() {
        String text = FILE.read();
        for (ErrorCode code : ErrorCode.values()) {
            boolean ofMode = code.code().startsWith("MODE-") || code.code().startsWith("WM-");
            boolean ofRankings = code == ErrorCode.MODE_02;
            if (ofMode && !ofRankings) {
                assertThat(text).contains("refused " + code.code());
            }
        }
    }
}
