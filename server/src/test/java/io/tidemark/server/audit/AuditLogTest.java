package io.tidemark.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.checkpoint.FaultyFiles;
import io.tidemark.runtime.checkpoint.LocalFiles;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {

    private static final AuditEntry.Origin ADA = new AuditEntry.Origin("ada", "127.0.0.1", "7");
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2024-05-01T10:00:00.123456789Z"), ZoneOffset.UTC);
    private static final long LARGE = 1 << 20;

    @TempDir
    Path directory;

    private AuditLog open(long maxFileBytes) {
        return AuditLog.open(directory, new LocalFiles(), CLOCK, maxFileBytes);
    }

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(directory.resolve(file));
    }

    private static List<String> statements(AuditLog log, int limit) {
        return log.newest(limit).stream().map(AuditEntry::statement).toList();
    }

    @Test
    void aLineTellsWhoDidWhatFromWhereAndHowItEnded() throws IOException {
        try (AuditLog log = open(LARGE)) {
            log.write(ADA, "DROP TABLE \"t\"\n-- gone", Optional.empty());
            log.writeRefusal(
                    new AuditEntry.Origin("", "", ""),
                    AuditEntry.LOGIN,
                    CodedException.of(ErrorCode.AUTHENTICATION, "user or password is wrong"));
        }
        assertThat(lines("audit-00000001.jsonl"))
                .containsExactly(
                        "{\"time\":\"2024-05-01T10:00:00.123456Z\",\"user\":\"ada\",\"address\":\"127.0.0.1\","
                                + "\"session\":\"7\",\"statement\":\"DROP TABLE \\\"t\\\"\\n-- gone\","
                                + "\"sqlstate\":\"00000\",\"message\":null}",
                        "{\"time\":\"2024-05-01T10:00:00.123456Z\",\"user\":null,\"address\":null,\"session\":null,"
                                + "\"statement\":\"LOGIN\",\"sqlstate\":\"28000\","
                                + "\"message\":\"user or password is wrong\"}");
    }

    @Test
    void aFileThatHasGrownIsFollowedByTheNext() throws IOException {
        try (AuditLog log = open(1)) {
            for (String statement : List.of("a", "b", "c")) {
                log.write(ADA, statement, Optional.empty());
            }
            assertThat(statements(log, 10)).containsExactly("a", "b", "c");
            assertThat(statements(log, 2)).containsExactly("b", "c");
        }
        assertThat(lines("audit-00000003.jsonl")).singleElement().asString().contains("\"c\"");
        try (AuditLog log = open(LARGE)) {
            log.write(ADA, "d", Optional.empty());
            assertThat(statements(log, 10)).containsExactly("a", "b", "c", "d");
        }
        assertThat(lines("audit-00000003.jsonl")).hasSize(2);
    }

    @Test
    void whatACrashLeftOfALineIsLeftAlone() throws IOException {
        try (AuditLog log = open(LARGE)) {
            log.write(ADA, "a", Optional.empty());
        }
        Files.writeString(directory.resolve("audit-00000001.jsonl"), "{\"time\":\"20", StandardOpenOption.APPEND);
        try (AuditLog log = open(LARGE)) {
            log.write(ADA, "b", Optional.empty());
            assertThat(statements(log, 10)).containsExactly("a", "b");
        }
        assertThat(lines("audit-00000001.jsonl")).hasSize(3);
    }

    @Test
    void aLineThatCannotBeWrittenIsAnErrorAndIsNotThere() {
        FaultyFiles files = new FaultyFiles();
        AuditLog log = AuditLog.open(directory, files, CLOCK, LARGE);
        log.write(ADA, "a", Optional.empty());
        files.failWrites(true);
        assertThatThrownBy(() -> log.write(ADA, "b", Optional.empty()))
                .isInstanceOfSatisfying(CodedException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_DISK);
                    assertThat(e.render())
                            .contains("audit-00000001.jsonl\" cannot be written")
                            .endsWith("the statement has been carried out all the same");
                });
        CodedException refusal = CodedException.of(ErrorCode.INSUFFICIENT_PRIVILEGE, "no");
        assertThatCode(() -> log.writeRefusal(ADA, "c", refusal)).doesNotThrowAnyException();
        files.failWrites(false);
        log.write(ADA, "d", Optional.empty());
        assertThat(statements(log, 10)).containsExactly("a", "d");
    }
}
