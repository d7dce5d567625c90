package io.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sqlline.SqlLine;

/** sqlline, the shell of Calcite and many others: its own commands for metadata, and queries. */
@ExtendWith(Shop.Opened.class)
class SqllineIT {

    private static String session(Shop shop, String... lines) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SqlLine sqlline = new SqlLine();
        PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        sqlline.setOutputStream(printed);
        sqlline.setErrorStream(printed);
        String script = String.join("\n", lines) + "\n!quit\n";
        String[] arguments = {
            "-u", shop.url(), "-d", "io.tidemark.jdbc.Driver", "-n", "", "-p", "", "--outputformat=csv", "--color=false"
        };
        sqlline.begin(arguments, new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)), false);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void itsMetadataCommandsShowTheCatalog(Shop shop) throws IOException {
        String shown = session(
                shop,
                "!tables",
                "!describe customers",
                "!columns per_customer",
                "!schemas",
                "!procedures",
                "!metadata getTypeInfo");

        assertThat(shown)
                .contains("'tidemark','public','customers','TABLE'")
                .contains("'tidemark','public','orders','STREAM'")
                .contains("'tidemark','public','per_customer','MATERIALIZED VIEW'")
                .contains("'tidemark','public','large_orders','VIEW'")
                .contains("'tidemark','public','customers','since'")
                .contains("'tidemark','public','per_customer','total'")
                .contains("INFORMATION_SCHEMA")
                .doesNotContain("Error:");
    }

    @Test
    void keysAndIndexesAreShown(Shop shop) throws IOException {
        assertThat(session(shop, "!primarykeys customers", "!indexes customers"))
                .contains("'tidemark','public','customers','name','1'")
                .contains("'customers_by_city'");
    }

    @Test
    void queriesStatementsAndTransactionsRun(Shop shop) throws IOException {
        String shown = session(
                shop,
                "SELECT * FROM per_customer ORDER BY customer;",
                "CREATE TABLE sqlline_notes (id INT NOT NULL, note VARCHAR(20), PRIMARY KEY (id));",
                "!autocommit off",
                "INSERT INTO sqlline_notes VALUES (1, 'one'), (2, 'two');",
                "!commit",
                "DELETE FROM sqlline_notes WHERE id = 1;",
                "!rollback",
                "!autocommit on",
                "SELECT COUNT(*) AS notes FROM sqlline_notes;",
                "!dropall_is_no_command",
                "SELECT STREAM id, at_ FROM orders LIMIT 2;");

        assertThat(shown)
                .contains("'ada','2','15.50'")
                .contains("'bob','2','8.95'")
                .contains("2 rows affected")
                .contains("'notes'\n'2'")
                .contains("'1','2026-03-01 09:00:05.123456'")
                .contains("'2','2026-03-01 09:00:31.0'");
    }

    @Test
    void anErrorIsShownWithItsSqlStateAndCode(Shop shop) throws IOException {
        assertThat(session(shop, "SELECT nonsense FROM orders;"))
                .contains("no column \"nonsense\"")
                .contains("state=42703");
    }
}
