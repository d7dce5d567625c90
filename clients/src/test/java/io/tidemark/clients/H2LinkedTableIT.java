package io.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** H2, another database, which reads relations of Tidemark as linked tables beside its own. */
@ExtendWith(Shop.Opened.class)
class H2LinkedTableIT {

    private static List<String> rows(Statement statement, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet found = statement.executeQuery(sql)) {
            int columns = found.getMetaData().getColumnCount();
            while (found.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    values.add(found.getString(i));
                }
                rows.add(String.join("|", values));
            }
        }
        return rows;
    }

    private static String link(Shop shop, String local, String remote) {
        return "CREATE LINKED TABLE " + local + " ('io.tidemark.jdbc.Driver', '" + shop.url() + "', '', '', 'public', '"
                + remote + "')";
    }

    @Test
    void linkedRelationsAreJoinedWithLocalDataAndFollowWhatComes(Shop shop) throws SQLException {
        shop.execute(
                "CREATE STREAM h2_visits (page VARCHAR(20), visitor INT)",
                "CREATE MATERIALIZED VIEW h2_visits_per_page AS SELECT page, COUNT(*) AS n FROM h2_visits GROUP BY page",
                "INSERT INTO h2_visits VALUES ('home', 1), ('home', 2), ('docs', 1)",
                "FLUSH");
        try (Connection h2 = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = h2.createStatement()) {
            statement.execute(link(shop, "visits", "h2_visits_per_page"));
            statement.execute("CREATE TABLE pages (page VARCHAR(20), title VARCHAR(40))");
            statement.execute("INSERT INTO pages VALUES ('home', 'Welcome'), ('docs', 'Handbook'), ('blog', 'News')");
            String joined =
                    "SELECT title, \"n\" FROM pages LEFT JOIN visits ON visits.\"page\" = pages.page ORDER BY title";

            assertThat(rows(statement, joined)).containsExactly("Handbook|1", "News|null", "Welcome|2");

            shop.execute("INSERT INTO h2_visits VALUES ('blog', 3)", "FLUSH");
            assertThat(rows(statement, joined)).containsExactly("Handbook|1", "News|1", "Welcome|2");
        }
    }

    @Test
    void aLinkedTableIsReadByItsKeyAndWritten(Shop shop) throws SQLException {
        shop.execute("CREATE TABLE h2_stock (item VARCHAR(20) NOT NULL, n INT, PRIMARY KEY (item))");
        try (Connection h2 = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = h2.createStatement()) {
            statement.execute(link(shop, "stock", "h2_stock"));

            assertThat(statement.executeUpdate("INSERT INTO stock VALUES ('nut', 7), ('bolt', 9)"))
                    .isEqualTo(2);
            assertThat(statement.executeUpdate("UPDATE stock SET \"n\" = 8 WHERE \"item\" = 'nut'"))
                    .isEqualTo(1);
            assertThat(statement.executeUpdate("DELETE FROM stock WHERE \"item\" = 'bolt'"))
                    .isEqualTo(1);
            assertThat(rows(statement, "SELECT * FROM stock")).containsExactly("nut|8");
        }
    }
}
