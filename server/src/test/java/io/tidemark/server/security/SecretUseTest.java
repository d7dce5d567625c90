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
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Secrets are used where they are referred to, and are in the clear nowhere: in no file, no line of the log, no message and no result. */
class SecretUseTest {

    private static final String VALUE = "shop-Geheimnis-5";
    private static final String CHANGED = "shop-Geheimnis-6";
    private static final String WRONG = "shop-Geheimnis-7";

    @TempDir
    Path directory;

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Logger own = (Logger) LoggerFactory.getLogger("io.tidemark");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Level before = own.getLevel();

    @BeforeEach
    void keepTheLog() {
        own.setLevel(Level.TRACE);
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void letTheLogGo() {
        root.detachAppender(log);
        own.setLevel(before);
    }

    private String shop() {
        return "jdbc:h2:file:" + directory.resolve("shop");
    }

    private String totals(String name, String password) {
        return "CREATE TABLE " + name + " (k INT PRIMARY KEY, n BIGINT) WITH ('connector' = 'jdbc', 'url' = '" + shop()
                + "', 'table-name' = 'totals', 'username' = 'shop', 'password' = '" + password + "')";
    }

    /** What is in the other database, if the password is right. */
    private long total(String password) throws SQLException {
        try (Connection connection = DriverManager.getConnection(shop(), "shop", password);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n FROM totals WHERE k = 1")) {
            return rows.next() ? rows.getLong(1) : -1;
        }
    }

    private void inTheShop(String user, String password, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(shop(), user, password);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void count(ServerFixture server) throws SQLException {
        server.execute("INSERT INTO ticks VALUES (1)");
        server.execute("FLUSH");
    }

    @Test
    void aConnectorIsOpenedWithASecretThatIsShownNowhere() throws Exception {
        List<String> shown = new ArrayList<>();
        inTheShop("shop", VALUE, "CREATE TABLE totals (k INT PRIMARY KEY, n BIGINT)");
        try (ServerFixture server = new ServerFixture(directory.resolve("data"))) {
            server.execute("CREATE SECRET shop_password AS '" + VALUE + "'");
            server.execute(totals("totals", "${secret:Shop_Password}"));
            server.execute("CREATE STREAM ticks (k INT)");
            server.execute("CREATE QUERY counting AS INSERT INTO totals SELECT k, COUNT(*) FROM ticks GROUP BY k");
            count(server);
            server.restart();
            count(server);
            for (String sql : List.of(
                    "SHOW CREATE TABLE totals",
                    "SHOW SECRETS",
                    "SHOW CREATE QUERY counting",
                    "EXPLAIN FOR QUERY counting",
                    "EXPLAIN CODE FOR QUERY counting",
                    "SELECT * FROM sys.queries",
                    "SELECT * FROM sys.sessions",
                    "SELECT * FROM sys.sources",
                    "SELECT * FROM INFORMATION_SCHEMA.TABLES",
                    "SHOW TABLES")) {
                shown.addAll(server.rows(sql));
            }
            server.execute("STOP QUERY counting");
            assertThat(total(VALUE)).isEqualTo(2);

            inTheShop("shop", VALUE, "ALTER USER shop SET PASSWORD '" + CHANGED + "'");
            server.execute("ALTER SECRET shop_password AS '" + CHANGED + "'");
            server.execute("CREATE QUERY counting_on AS INSERT INTO totals SELECT 1, COUNT(*) FROM ticks");
            count(server);
            server.execute("STOP QUERY counting_on");
            assertThat(total(CHANGED)).isEqualTo(3);

            server.execute("ALTER SECRET shop_password AS '" + WRONG + "'");
            assertThatThrownBy(() ->
                            server.execute("CREATE QUERY never AS INSERT INTO totals SELECT 1, COUNT(*) FROM ticks"))
                    .hasMessageNotContaining(WRONG);
            for (String refused : List.of(
                    "CREATE SECRET shop_password AS '" + WRONG + "'",
                    "CREATE SECRET other AS " + WRONG,
                    "CREATE SECRET other AS \"" + WRONG + "\"",
                    "CREATE SECRET other VALUE '" + WRONG + "'",
                    "EXPLAIN CREATE SECRET other AS '" + WRONG + "' x")) {
                assertThatThrownBy(() -> server.execute(refused)).hasMessageNotContaining(WRONG);
            }
        }
        assertThat(shown).anyMatch(row -> row.contains("${secret:Shop_Password}"));
        shown.addAll(logged());
        shown.addAll(contents(directory.resolve("data")));
        for (String confidential : List.of(VALUE, CHANGED, WRONG)) {
            assertThat(shown).noneMatch(text -> text.contains(confidential));
        }
    }

    @Test
    void withAnotherKeyTheRestOfTheServerWorks() throws Exception {
        Path data = directory.resolve("data");
        inTheShop("shop", VALUE, "CREATE TABLE totals (k INT PRIMARY KEY, n BIGINT)");
        try (ServerFixture server = new ServerFixture(data)) {
            server.execute("CREATE SECRET shop_password AS '" + VALUE + "'");
            server.execute(totals("totals", "${secret:shop_password}"));
            server.execute("CREATE STREAM ticks (k INT)");
            server.execute("CREATE QUERY counting AS INSERT INTO totals SELECT k, COUNT(*) FROM ticks GROUP BY k");
            count(server);
        }
        String other = Base64.getEncoder().encodeToString(new byte[32]);
        try (ServerFixture server = new ServerFixture(data, Map.of("server.secrets.key", other))) {
            assertThat(server.rows("SELECT COUNT(*) FROM ticks")).containsExactly("1");
            assertThat(server.rows("SELECT last_error FROM sys.queries"))
                    .singleElement()
                    .asString()
                    .contains(
                            "secret \"shop_password\" was encrypted with another key than that of server.secrets.key");
            assertThat(logged()).anyMatch(line -> line.startsWith("secret \"shop_password\" cannot be used: "));
            server.execute("ALTER SECRET shop_password AS '" + VALUE + "'");
            server.execute("RESUME QUERY counting");
            count(server);
        }
        assertThat(total(VALUE)).isEqualTo(2);
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
