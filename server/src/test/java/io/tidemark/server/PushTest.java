package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Push queries that go on from an epoch, and clients of push queries that read slowly. */
@Timeout(120)
class PushTest {

    @TempDir
    static Path directory;

    private static ServerFixture server;

    @BeforeAll
    static void start() {
        server = new ServerFixture(
                directory.resolve("data"), Map.of("push.max-waiting-rows", "1000", "push.kept-rows", "10"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** The first rows of a push query. */
    private static List<String> first(int count, String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return next(count, rows);
        }
    }

    private static List<String> next(int count, ResultSet rows) throws SQLException {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < count && rows.next(); i++) {
            StringBuilder row = new StringBuilder();
            for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                row.append(column == 1 ? "" : "|").append(rows.getString(column));
            }
            found.add(row.toString());
        }
        return found;
    }

    private static void assertRefused(String sql, String state, String message) {
        assertThatThrownBy(() -> first(1, sql))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith(message)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo(state);
    }

    @Test
    void who_has_lost_a_connection_goes_on_from_the_epoch_that_was_read_last() throws SQLException {
        server.execute("CREATE TABLE goods (id INT NOT NULL, price INT, PRIMARY KEY (id))");
        server.execute("INSERT INTO goods VALUES (1, 10)");
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT STREAM id, EPOCH() AS epoch FROM goods")) {
            assertThat(next(1, rows)).containsExactly("1|1");
            server.execute("INSERT INTO goods VALUES (2, 20), (3, 30)");
            assertThat(next(2, rows)).containsExactlyInAnyOrder("2|2", "3|2");
        }
        server.execute("UPDATE goods SET price = 11 WHERE id = 1");
        server.execute("DELETE FROM goods WHERE id = 2");
        server.execute("INSERT INTO goods VALUES (4, 40)");
        String changes = "SELECT STREAM EPOCH(), ROW_KIND(), id, price FROM goods WHERE id <> 3 SINCE EPOCH ";
        List<String> missed = first(4, changes + 2);
        assertThat(missed.subList(0, 2)).containsExactlyInAnyOrder("3|-U|1|10", "3|+U|1|11");
        assertThat(missed.subList(2, 4)).containsExactly("4|-D|2|20", "5|+I|4|40");
        assertThat(first(1, changes + 4)).containsExactly("5|+I|4|40");
        assertRefused(changes + 6, "22023", "there is no epoch 6 yet: the last one is 5");
    }

    @Test
    void epochs_of_a_view_are_those_of_its_query() throws SQLException {
        server.execute("CREATE STREAM orders (customer STRING, amount INT)");
        server.execute(
                "CREATE MATERIALIZED VIEW totals AS SELECT customer, SUM(amount) AS total FROM orders GROUP BY customer");
        server.execute("INSERT INTO orders VALUES ('ada', 1)");
        server.execute("FLUSH totals");
        String epoch = server.rows("SELECT epoch FROM sys.queries WHERE name = 'totals'")
                .get(0);
        assertThat(first(1, "SELECT STREAM customer, total, EPOCH() FROM totals"))
                .containsExactly("ada|1|" + epoch);
        server.execute("INSERT INTO orders VALUES ('bob', 2)");
        server.execute("FLUSH totals");
        assertThat(first(1, "SELECT STREAM customer, total FROM totals SINCE EPOCH " + epoch))
                .containsExactly("bob|2");
    }

    @Test
    void changes_that_are_not_kept_any_longer_are_not_left_out_silently() throws SQLException {
        server.execute("CREATE TABLE busy (id INT NOT NULL, PRIMARY KEY (id))");
        server.execute("INSERT INTO busy VALUES (0)");
        assertThat(first(1, "SELECT STREAM id FROM busy")).containsExactly("0");
        for (int i = 1; i <= 10; i++) {
            server.execute("INSERT INTO busy VALUES (" + i + ")");
        }
        assertThat(first(10, "SELECT STREAM id FROM busy SINCE EPOCH 1")).hasSize(10);
        server.execute("INSERT INTO busy VALUES (11)");
        assertRefused(
                "SELECT STREAM id FROM busy SINCE EPOCH 1",
                "53T05",
                "the changes since epoch 1 are not kept any longer; those since epoch 2 are");
        assertThat(first(10, "SELECT STREAM id FROM busy SINCE EPOCH 2")).hasSize(10);
        server.restart();
        assertRefused(
                "SELECT STREAM id FROM busy SINCE EPOCH 2",
                "53T05",
                "the changes since epoch 2 are not kept any longer; those since epoch 12 are");
    }

    @Test
    void a_client_that_reads_too_slowly_gets_an_error_and_the_server_goes_on() throws SQLException {
        server.execute("CREATE TABLE flood (id INT NOT NULL, PRIMARY KEY (id))");
        server.execute("CREATE TABLE numbers (n INT)");
        server.execute("INSERT INTO numbers VALUES "
                + IntStream.range(0, 600).mapToObj(n -> "(" + n + ")").collect(Collectors.joining(", ")));
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT STREAM id FROM flood")) {
            for (int i = 0; i < 100; i++) {
                server.execute("INSERT INTO flood SELECT n + " + 600 * i + " FROM numbers");
            }
            assertThatThrownBy(() -> {
                        while (rows.next()) {
                            assertThat(rows.getInt(1)).isBetween(0, 60_000);
                        }
                    })
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("changed rows wait at version")
                    .extracting(e -> ((SQLException) e).getSQLState())
                    .isEqualTo("53T03");
        }
        assertThat(server.rows("SELECT COUNT(*) FROM flood")).containsExactly("60000");
    }
}
