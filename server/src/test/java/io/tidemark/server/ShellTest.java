package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.shell.Shell;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jline.utils.ScreenTerminal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The SQL shell at a server: what it lists and describes, and views that are followed on the screen. */
@Timeout(120)
class ShellTest {

    private static final int WAIT_SECONDS = 30;

    @TempDir
    static Path directory;

    private static ServerFixture server;

    @BeforeAll
    static void start() throws SQLException {
        server = new ServerFixture(directory.resolve("data"));
        server.execute("CREATE STREAM orders (id BIGINT NOT NULL, city STRING, amount DECIMAL(10, 2), ts TIMESTAMP(3),"
                + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)");
        server.execute("CREATE TABLE cities (name STRING NOT NULL, country STRING, PRIMARY KEY (name))");
        server.execute("CREATE VIEW large AS SELECT * FROM orders WHERE amount > 10");
        server.execute("CREATE MATERIALIZED VIEW totals AS SELECT city, COUNT(*) AS n FROM large GROUP BY city");
        server.execute("CREATE INDEX totals_by_n ON totals (n)");
        server.execute("CREATE STREAM copies (id BIGINT)");
        server.execute("CREATE QUERY copying AS INSERT INTO copies SELECT id FROM orders");
        server.execute("INSERT INTO orders VALUES (1, 'Bonn', 11, TIMESTAMP '2024-01-01 00:00:00'),"
                + " (2, 'Wien', 20, TIMESTAMP '2024-01-01 00:00:01')");
        server.execute("FLUSH");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String script(String text, String... more) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] arguments = new String[more.length + 2];
        arguments[0] = "-u";
        arguments[1] = server.url();
        System.arraycopy(more, 0, arguments, 2, more.length);
        int status = Shell.run(
                arguments,
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(status).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void relations_are_listed_by_kind_and_pattern() {
        assertThat(script("\\d\n", "--output", "csv"))
                .contains("public,cities,table", "public,orders,stream", "public,totals,materialized view")
                .doesNotContain("sys,");
        assertThat(script("\\ds O*\n", "--output", "csv")).isEqualTo("schema,name,kind\npublic,orders,stream\n");
        assertThat(script("\\dv\n", "--output", "csv"))
                .isEqualTo("schema,name,kind\npublic,totals,materialized view\npublic,large,view\n");
        assertThat(script("\\d sys.quer*\n", "--output", "csv")).startsWith("column,type,nullable\nname,VARCHAR,no\n");
        assertThat(script("\\dq copy*\n", "--output", "csv"))
                .matches("name,kind,state,epoch,sink,last_error\ncopying,INSERT,RUNNING,\\d+,copies,\n");
        assertThat(script("\\di\n", "--output", "csv")).contains("public,totals_by_n,totals,n");
        assertThat(script("\\df upp*\n", "--output", "csv")).isEqualTo("function,gives\nUPPER,value\n");
        assertThat(script("\\dn pub*\n", "--output", "csv")).isEqualTo("schema\npublic\n");
    }

    @Test
    void a_stream_is_described_with_its_watermark_and_what_reads_it() {
        assertThat(script("\\d orders\n").replaceAll(" +\n", "\n")).isEqualTo("""
                Stream public.orders
                 column | type           | nullable | extra
                --------+----------------+----------+---------------------------------------
                 id     | BIGINT         | no       |
                 city   | VARCHAR        | yes      |
                 amount | DECIMAL(10, 2) | yes      |
                 ts     | TIMESTAMP(3)   | yes      | WATERMARK AS ts - INTERVAL '5' SECOND
                Read by:
                    public.large
                    public.totals
                    query copying (RUNNING)

                """);
    }

    @Test
    void a_view_is_described_with_its_query() {
        assertThat(script("\\d totals\n"))
                .startsWith("Materialized view public.totals\n column | type ")
                .contains(
                        "\nIndexes:\n    totals_by_n (n)\n",
                        "\nReads:\n    public.large\n",
                        "\nWritten by:\n    query totals: RUNNING, epoch ",
                        "\nQuery:\n    SELECT city, COUNT(*) AS n\n    FROM public.large\n    GROUP BY city\n");
        assertThat(script("\\sv large\n")).isEqualTo("CREATE VIEW large AS SELECT * FROM orders WHERE amount > 10;\n");
        assertThat(script("\\d cities\n")).contains("Primary key: name\n").doesNotContain("Indexes");
    }

    @Test
    void a_view_is_followed_on_the_screen() throws Exception {
        ScreenTerminal.VirtualTerminal virtual = ScreenTerminal.withTerminal("test", "xterm", 80, 12);
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<Integer> status = threads.submit(() ->
                    Shell.run(new String[] {"-u", server.url()}, virtual.terminal(), directory.resolve("history")));
            type(virtual, "\\live SELECT city, n FROM totals ORDER BY n DESC, city\r");
            awaitScreen(virtual, " Bonn | 1 \n Wien | 1 \n");
            server.execute("INSERT INTO orders VALUES (3, 'Wien', 30, TIMESTAMP '2024-01-01 00:00:02')");
            awaitScreen(virtual, " Wien | 2 \n Bonn | 1 \n");
            awaitScreen(virtual, " 2 rows, epoch ");
            type(virtual, "q");
            type(virtual, "\\live SELECT city, SUM(amount) AS s FROM orders GROUP BY city HAVING SUM(amount) > 15\r");
            awaitScreen(virtual, " Wien | 50.00 \n");
            server.execute("INSERT INTO orders VALUES (4, 'Bonn', 9, TIMESTAMP '2024-01-01 00:00:03')");
            awaitScreen(virtual, " Bonn | 20.00 \n Wien | 50.00 \n");
            type(virtual, "q");
            type(virtual, "\\q\r");
            assertThat(status.get(WAIT_SECONDS, TimeUnit.SECONDS)).isZero();
        } finally {
            virtual.terminal().close();
            threads.shutdownNow();
        }
    }

    private static void type(ScreenTerminal.VirtualTerminal virtual, String text) throws Exception {
        virtual.terminal().processInputBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void awaitScreen(ScreenTerminal.VirtualTerminal virtual, String text) {
        await().atMost(WAIT_SECONDS, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(virtual.screen().toString().replaceAll(" +\n", " \n"))
                        .contains(text));
    }
}
