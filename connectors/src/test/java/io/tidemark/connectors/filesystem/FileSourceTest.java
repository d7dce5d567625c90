package io.tidemark.connectors.filesystem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.Directory;
import io.tidemark.connectors.testing.SourceRun;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files a directory gives, when, in which order, and what happens if they change. */
class FileSourceTest {

    private static final Schema SCHEMA = Columns.schema("a VARCHAR");

    @TempDir
    Path temporary;

    private Directory directory = new Directory(Path.of("."));

    @BeforeEach
    void openDirectory() {
        directory = new Directory(temporary);
    }

    private static String row(Object value) {
        return "{\"a\":\"" + value + "\"}\n";
    }

    private Source open(String... options) {
        String[] all = new String[options.length + 2];
        all[0] = "format";
        all[1] = "json";
        System.arraycopy(options, 0, all, 2, options.length);
        return directory.source(SCHEMA, all);
    }

    private SourceRun readAll(String... options) {
        SourceRun run = new SourceRun(List.of(0));
        try (Source source = open(options)) {
            run.readAll(source, RangeLimits.NONE);
        }
        return run;
    }

    /** Writes a file whose modification time is the present by the test's clock. */
    private Path writeNow(String name, String content) throws IOException {
        Path file = directory.write(name, 0, content);
        Files.setLastModifiedTime(file, FileTime.from(directory.clock.instant()));
        return file;
    }

    @Test
    void filesAreReadByModificationTimeThenByName() throws IOException {
        directory.write("c", 1, row(1));
        directory.write("b", 2, row(3));
        directory.write("a", 3, row(4));
        directory.write("a2", 1, row(0));
        assertThat(readAll().rows).containsExactly("0", "1", "3", "4");
    }

    @Test
    void hiddenAndTemporaryNamesAndDirectoriesBelowAreLeftAlone() throws IOException {
        Files.createDirectories(temporary.resolve("below"));
        directory.write("below/x.json", 1, row("below"));
        directory.write(".x.json", 1, row("hidden"));
        directory.write("_x.json", 1, row("hidden"));
        directory.write("x.json.tmp", 1, row("temporary"));
        directory.write("x.json", 1, row("x"));
        assertThat(readAll().rows).containsExactly("x");
    }

    @Test
    void aPatternMatchesNamesAndAcrossDirectories() throws IOException {
        Files.createDirectories(temporary.resolve("one/two"));
        Files.createDirectories(temporary.resolve("_one"));
        directory.write("one/x.json", 1, row(1));
        directory.write("one/two/y.json", 2, row(2));
        directory.write("_one/y.json", 3, row("hidden"));
        directory.write("z.csv", 4, row("other"));
        directory.write("z.json", 5, row(5));
        assertThat(readAll("path", temporary + "/**.json").rows).containsExactly("1", "2", "5");
        assertThat(readAll("path", temporary + "/*.{json,csv}").rows).containsExactly("other", "5");
        assertThat(readAll("path", temporary + "/o*/*").rows).containsExactly("1");
        assertThat(readAll("path", temporary + "/one/[x].json").rows).containsExactly("1");
        assertThat(readAll("path", temporary + "/z.csv").rows).containsExactly("other");
        assertThat(readAll("path", "file://" + temporary + "/z.csv").rows).containsExactly("other");
    }

    @Test
    void aFileIsTakenWhenItHasBeenUnchangedForAWhile() throws IOException {
        try (Source source = open()) {
            SourcePosition start = source.initialPosition();
            Path file = writeNow("x", row(1));
            assertThat(source.plan(start, RangeLimits.NONE)).isEmpty();
            directory.clock.advance(Duration.ofMillis(150));
            Files.writeString(file, row(2), StandardOpenOption.APPEND);
            Files.setLastModifiedTime(file, FileTime.from(directory.clock.instant()));
            directory.clock.advance(Duration.ofMillis(150));
            assertThat(source.plan(start, RangeLimits.NONE)).isEmpty();
            directory.clock.advance(Duration.ofMillis(60));
            SourceRun run = new SourceRun(List.of(0));
            run.readAll(source, RangeLimits.NONE);
            assertThat(run.rows).containsExactly("1", "2");
        }
    }

    @Test
    void aFileFromTheFutureIsTakenWhenItHasBeenSeenUnchanged() throws IOException {
        try (Source source = open()) {
            Path file = directory.write("x", 0, row(1));
            Files.setLastModifiedTime(
                    file, FileTime.from(directory.clock.instant().plusSeconds(1000)));
            assertThat(source.plan(source.initialPosition(), RangeLimits.NONE)).isEmpty();
            directory.clock.advance(Duration.ofMillis(200));
            assertThat(source.plan(source.initialPosition(), RangeLimits.NONE)).isPresent();
        }
    }

    @Test
    void newFilesAreNoticedAlsoLongAfterTheLast() throws IOException {
        try (Source source = open()) {
            SourceRun run = new SourceRun(List.of(0));
            SourcePosition position = source.initialPosition();
            for (int i = 0; i < 5; i++) {
                directory.write("f" + (9 - i), 0, row(i));
                Files.setLastModifiedTime(temporary, FileTime.from(directory.clock.instant()));
                position = run.readAll(source, position, RangeLimits.NONE);
                for (int polls = 0; polls < 3; polls++) {
                    directory.clock.advance(Duration.ofMinutes(1));
                    assertThat(source.plan(position, RangeLimits.NONE)).isEmpty();
                }
            }
            assertThat(run.rows).containsExactly("0", "1", "2", "3", "4");
            assertThat(source.endedAt(position)).isFalse();
        }
    }

    @Test
    void aBoundedSourceEndsWithWhatWasThere() throws IOException {
        directory.write("x", 1, row(1));
        try (Source source = open("scan.bounded", "true")) {
            directory.write("y", 2, row(2));
            SourceRun run = new SourceRun(List.of(0));
            assertThat(source.endedAt(source.initialPosition())).isFalse();
            SourcePosition end = run.readAll(source, RangeLimits.NONE);
            assertThat(run.rows).containsExactly("1");
            assertThat(source.endedAt(end)).isTrue();
            assertThat(source.plan(end, RangeLimits.NONE)).isEmpty();
            try (Source reopened = open("scan.bounded", "true")) {
                assertThat(reopened.endedAt(end)).isTrue();
                assertThat(reopened.plan(end, RangeLimits.NONE)).isEmpty();
            }
        }
    }

    @Test
    void aBoundedSourceWithoutFilesHasEnded() {
        try (Source source = open("scan.bounded", "true")) {
            assertThat(source.endedAt(source.initialPosition())).isTrue();
        }
    }

    @Test
    void theEndIsReachedWithEveryFilePresentAlsoOneNotYetComplete() throws IOException {
        directory.write("x", 1, row(1));
        try (Source source = open()) {
            Path unsettled = writeNow("y", row(2));
            Path renamed = writeNow("z", row(3));
            SourcePosition end = source.currentEnd(source.initialPosition());
            SourceRun run = new SourceRun(List.of(0));
            SourcePosition position = run.readAll(source, RangeLimits.NONE);
            assertThat(source.reached(position, end)).isFalse();
            Files.move(renamed, renamed.resolveSibling("z2"));
            directory.clock.advance(Duration.ofSeconds(1));
            directory.write("later", 3, row(4));
            position = run.readAll(source, position, new RangeLimits(1, Long.MAX_VALUE));
            assertThat(source.reached(position, end)).isTrue();
            assertThat(run.rows).contains("1", "2");
            assertThat(Files.exists(unsettled)).isTrue();
        }
    }

    @Test
    void aFileThatChangesAfterItWasTakenIsAnErrorAndNeverOtherRows() throws IOException {
        Path file = directory.write("x", 1, row(1) + row(2));
        try (Source source = open()) {
            SourceRange range = source.plan(source.initialPosition(), new RangeLimits(1, Long.MAX_VALUE))
                    .orElseThrow();
            Files.writeString(file, row(3), StandardOpenOption.APPEND);
            assertThatThrownBy(() -> new SourceRun(List.of(0)).read(source, range))
                    .isInstanceOf(CodedException.class)
                    .hasMessage("file \"" + file
                            + "\" has changed its size from 20 to 30 bytes after it had been taken for reading");
            directory.write("x", 2, row(4) + row(5));
            assertThatThrownBy(() -> source.plan(range.to(), RangeLimits.NONE))
                    .isInstanceOf(CodedException.class)
                    .hasMessageContaining("has been written again");
            Files.delete(file);
            assertThatThrownBy(() -> new SourceRun(List.of(0)).read(source, range))
                    .isInstanceOf(CodedException.class)
                    .hasMessageContaining("is gone after it had been taken");
            directory.write("x", 1, row(1) + row(2));
            SourceRun run = new SourceRun(List.of(0));
            run.read(source, range);
            assertThat(run.rows).containsExactly("1");
        }
    }

    @Test
    void aFileReadWholeMayGoButNotGrow() throws IOException {
        Path file = directory.write("x", 1, row(1));
        try (Source source = open()) {
            SourcePosition end = new SourceRun(List.of(0)).readAll(source, RangeLimits.NONE);
            Files.writeString(file, row(2), StandardOpenOption.APPEND);
            directory.write("other", 1, "");
            assertThatThrownBy(() -> source.plan(end, RangeLimits.NONE))
                    .isInstanceOf(CodedException.class)
                    .hasMessageContaining("has changed its size from 10 to 20 bytes")
                    .satisfies(
                            e -> assertThat(((CodedException) e).code().code()).isEqualTo("EXT-07"));
            Files.delete(file);
            assertThat(source.plan(end, RangeLimits.NONE))
                    .map(SourceRange::description)
                    .contains("an empty file");
        }
    }

    @Test
    void metadataColumnsTellAboutTheFile() throws IOException {
        directory.write("x.json", 5, row(1) + row(2));
        Schema schema =
                Columns.schema("path VARCHAR, a VARCHAR, size BIGINT, at TIMESTAMP_LTZ(3), name VARCHAR NOT NULL");
        Map<Integer, String> metadata =
                Map.of(0, "file.path", 2, "file.size", 3, "file.modification-time", 4, "file.name");
        try (Source source = directory.source(schema, metadata, ZoneOffset.UTC, "format", "json")) {
            SourceRun run = new SourceRun(List.of(4, 1, 2, 3, 0));
            run.readAll(source, RangeLimits.NONE);
            assertThat(run.rows)
                    .containsExactly(
                            "x.json|1|20|2024-01-01 00:00:05Z|" + temporary.resolve("x.json"),
                            "x.json|2|20|2024-01-01 00:00:05Z|" + temporary.resolve("x.json"));
        }
        assertThatThrownBy(() -> directory.source(schema, Map.of(1, "file.nam"), ZoneOffset.UTC, "format", "json"))
                .isInstanceOf(CodedException.class)
                .satisfies(e -> assertThat(((CodedException) e).render())
                        .isEqualTo("no metadata column \"file.nam\". did you mean \"file.name\"?"));
        assertThatThrownBy(() -> directory.source(schema, Map.of(0, "file.size"), ZoneOffset.UTC, "format", "json"))
                .isInstanceOf(CodedException.class)
                .hasMessage("metadata column \"path\" from 'file.size' is VARCHAR, expected BIGINT");
    }

    @Test
    void awkwardTextIsReadRight() throws IOException {
        String big = "x".repeat(10 << 20);
        String fits = "y".repeat((4 << 20) - 1);
        directory.write("1-bom", 1, "\uFEFF" + row("bom") + "\r\n \n" + "{\"a\":\"crlf\"}\r\n{\"a\":\"ä𝄞\"}");
        directory.write(
                "2-big", 2, row(big) + "{\"b\":\"" + big + "\",\"a\":\"beside\"}\n" + row(fits) + row(fits + "z"));
        directory.write("3-empty", 3, "");
        directory.write("4-bom-only", 4, "\uFEFF");
        directory.write(
                "5-bytes", 5, new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"', '}'
                });
        SourceRun run = readAll();
        assertThat(run.rows).containsExactly("bom", "crlf", "ä𝄞", "beside", fits);
        assertThat(run.bad)
                .satisfiesExactly(
                        first -> assertThat(first)
                                .endsWith("22001 file \"2-big\", line 1: column \"a\" is longer than the"
                                        + " 4194303 bytes of VARCHAR"),
                        second -> assertThat(second).contains("22001 file \"2-big\", line 4"),
                        third -> assertThat(third)
                                .endsWith("22P02 file \"5-bytes\", line 1: the record is not valid UTF-8"));
        assertThat(run.badPayloads.get(0)).hasSize(64 * 1024);
        assertThat(run.payloads.get(1)).isEqualTo("{\"a\":\"crlf\"}");
    }

    @Test
    void aRecordTooLongToHoldIsABadRowAndTheNextIsRead() throws IOException {
        byte[] content = new byte[(65 << 20) + 21];
        Arrays.fill(content, (byte) 'x');
        byte[] rows = ("\n" + row(1) + row(2)).getBytes(StandardCharsets.UTF_8);
        System.arraycopy(rows, 0, content, content.length - rows.length, rows.length);
        directory.write("huge", 1, content);
        SourceRun run = readAll();
        assertThat(run.rows).containsExactly("1", "2");
        assertThat(run.bad).singleElement().asString().endsWith("line 1: the record is longer than 67108864 bytes");
    }

    @Test
    void offsetsGoOnFromFileToFile() throws IOException {
        directory.write("x", 1, row(1) + row(2));
        directory.write("y", 2, "oops\n" + row(3));
        SourceRun run = readAll();
        assertThat(run.offsets).containsExactly(0L, 10L, 25L);
        assertThat(run.bad).singleElement().asString().startsWith("20 22P02 file \"y\", line 1: not JSON: ");
    }

    @Test
    void aLargeFileIsCutAtLineEndsNearTheLimits() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            lines.append(row(i));
        }
        directory.write("x", 1, lines.toString());
        for (RangeLimits limits : List.of(
                new RangeLimits(20_000, Long.MAX_VALUE),
                new RangeLimits(1 << 20, 200_000),
                new RangeLimits(Long.MAX_VALUE, 3))) {
            SourceRun run = new SourceRun(List.of(0));
            try (Source source = open()) {
                SourcePosition position = source.initialPosition();
                for (int i = 0; i < 40; i++) {
                    Optional<SourceRange> range = source.plan(position, limits);
                    if (range.isPresent()) {
                        run.read(source, range.get());
                        position = range.get().to();
                    }
                }
            }
            assertThat(run.bad).isEmpty();
            for (int i = 0; i < run.rows.size(); i++) {
                assertThat(run.rows.get(i)).isEqualTo(Integer.toString(i));
            }
            if (limits.maxBytes() == 3) {
                assertThat(run.rows).hasSize(40);
            } else {
                assertThat(run.rows).hasSize(100_000);
                assertThat(run.rowsByRange).allSatisfy(rows -> assertThat(rows).hasSizeLessThan(30_000));
            }
        }
    }

    @Test
    void manySmallFilesAreOneRange() throws IOException {
        for (int i = 0; i < 30; i++) {
            directory.write("f" + (10 + i), i, row(i));
        }
        SourceRun run = readAll();
        assertThat(run.rows).hasSize(30);
        assertThat(run.ranges).hasSize(1);
        assertThat(run.ranges.get(0).description()).isEqualTo("30 files, f10: 0 to f39: 11");
    }

    @Test
    void whatIsNotThereOrWronglyToldIsRefusedInOneLine() {
        assertThatThrownBy(() -> open("path", temporary + "/missing"))
                .isInstanceOf(CodedException.class)
                .satisfies(e -> assertThat(((CodedException) e).render())
                        .isEqualTo("no file or directory \"" + temporary
                                + "/missing\". create it, or correct the option \"path\""));
        assertThatThrownBy(() -> open("path", " ")).hasMessage("option \"path\" is \" \", expected a path");
        assertThatThrownBy(() -> open("path", temporary + "/[a")).hasMessageContaining("expected a path or pattern");
        assertThatThrownBy(() -> open("format", "xml")).hasMessage("no format \"xml\"");
        assertThatThrownBy(() -> open("json.ignore-parse-errors", "true"))
                .hasMessage("unknown option \"json.ignore-parse-errors\" for connector \"filesystem\"");
        assertThatThrownBy(() -> open("csv.header", "true"))
                .hasMessage("unknown option \"csv.header\" for format \"json\"");
    }

    @Test
    void aDirectoryThatDisappearsIsAnErrorUntilItIsBack() throws IOException {
        Path below = temporary.resolve("below");
        Files.createDirectory(below);
        try (Source source = open("path", below.toString())) {
            Files.delete(below);
            assertThatThrownBy(() -> source.plan(source.initialPosition(), RangeLimits.NONE))
                    .isInstanceOf(CodedException.class)
                    .hasMessage("no file or directory \"" + below + "\"");
            Files.createDirectory(below);
            directory.write("below/x", 1, row(1));
            Optional<SourceRange> range = source.plan(source.initialPosition(), RangeLimits.NONE);
            assertThat(range).isPresent();
        }
    }
}
