package io.tidemark.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.tidemark.server.ServerFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What is confidential is in no file and in no line of the log, whatever is done with it. */
class ConfidentialityTest {

    private static final String ADMINISTRATOR = "admin-Geheimnis-1";
    private static final String PASSWORD = "ben-Geheimnis-2";
    private static final String CHANGED = "ben-Geheimnis-3";
    private static final String WRONG = "wrong-Geheimnis-4";

    @TempDir
    Path directory;

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void keepTheLog() {
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void letTheLogGo() {
        root.detachAppender(log);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void noPasswordIsInTheDataDirectoryOrInTheLog() throws Exception {
        Level before = ((Logger) LoggerFactory.getLogger("io.tidemark")).getLevel();
        ((Logger) LoggerFactory.getLogger("io.tidemark")).setLevel(Level.TRACE);
        try (ServerFixture server = new ServerFixture(directory.resolve("data"))) {
            server.execute("CREATE USER ada PASSWORD '" + ADMINISTRATOR + "'");
            try (Connection connection = server.connect("ada", ADMINISTRATOR)) {
                execute(connection, "CREATE USER ben PASSWORD '" + PASSWORD + "'");
                execute(connection, "ALTER USER ben PASSWORD '" + CHANGED + "'");
                for (String refused : List.of(
                        "CREATE USER ada PASSWORD '" + WRONG + "'",
                        "CREATE USER carol PASSWORD " + WRONG,
                        "CREATE USER carol PASSWORT '" + WRONG + "'")) {
                    assertThatThrownBy(() -> execute(connection, refused)).hasMessageNotContaining(WRONG);
                }
            }
            assertThatThrownBy(() -> server.connect("ben", WRONG)).hasMessageNotContaining(WRONG);
            server.restart();
            server.connect("ben", CHANGED).close();
        } finally {
            ((Logger) LoggerFactory.getLogger("io.tidemark")).setLevel(before);
        }
        List<String> confidential = List.of(ADMINISTRATOR, PASSWORD, CHANGED, WRONG);
        assertThat(logged()).noneMatch(line -> confidential.stream().anyMatch(line::contains));
        for (String text : contents(directory)) {
            assertThat(confidential).noneMatch(text::contains);
        }
    }

    private List<String> logged() {
        return log.list.stream()
                .map(event -> event.getFormattedMessage()
                        + (event.getThrowableProxy() == null
                                ? ""
                                : ThrowableProxyUtil.asString(event.getThrowableProxy())))
                .toList();
    }

    private static List<String> contents(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> found = files.filter(Files::isRegularFile).toList();
            assertThat(found).isNotEmpty();
            List<String> texts = new ArrayList<>();
            for (Path file : found) {
                texts.add(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
            return texts;
        }
    }
}
