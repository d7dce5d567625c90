package io.tidemark.server.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.ServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scalar functions of users, from their jar to their rows. */
class ScalarFunctionTest {

    private static final String DOMAIN = """
            package demo;
            public class Domain implements io.tidemark.function.ScalarFunction {
                public String eval(String address) {
                    return address == null ? "nowhere" : address.substring(address.indexOf('@') + 1);
                }
            }
            """;
    private static final String COLLATZ = """
            package demo;
            public class Collatz implements io.tidemark.function.ScalarFunction {
                public int eval(long start) {
                    if (start < 1) {
                        throw new IllegalArgumentException("begins at " + start);
                    }
                    int steps = 0;
                    for (long n = start; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) {
                        steps++;
                    }
                    return steps;
                }
            }
            """;
    private static final String DICE = """
            package demo;
            public class Dice implements io.tidemark.function.ScalarFunction {
                public int eval(int sides) {
                    return 1 + java.util.concurrent.ThreadLocalRandom.current().nextInt(sides);
                }
                @Override
                public boolean isDeterministic() {
                    return false;
                }
            }
            """;

    @TempDir
    Path directory;

    private Path jar;
    private ServerFixture server;

    @BeforeEach
    void start() throws IOException {
        jar = FunctionJar.write(
                directory.resolve("demo.jar"),
                Map.of("demo.Domain", DOMAIN, "demo.Collatz", COLLATZ, "demo.Dice", DICE));
        server = new ServerFixture(directory.resolve("data"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String create(String name, String className) {
        return "CREATE FUNCTION " + name + " AS 'demo." + className + "' USING JAR '" + jar + "'";
    }

    private static String echo(String className, String type) {
        return "package demo; public class " + className + " implements io.tidemark.function.ScalarFunction { public "
                + type + " eval(" + type + " value) { return value; } }";
    }

    @Test
    void aFunctionIsCalledWhereverAnExpressionCanStand() throws SQLException {
        server.execute(create("collatz", "Collatz"));
        assertThat(
                        server.rows(
                                "SELECT n, COLLATZ(n) FROM (VALUES (6), (27), (CAST(NULL AS INT))) AS t(n) WHERE collatz(n) > 8 OR n IS NULL ORDER BY n"))
                .containsExactly("27|111", "NULL|NULL");
        assertThat(
                        server.rows(
                                "SELECT collatz(n), COUNT(*) FROM (VALUES (3), (20), (21)) AS t(n) GROUP BY collatz(n) ORDER BY 1"))
                .containsExactly("7|3");
    }

    @Test
    void theInformationSchemaListsFunctionsAndTheirParameters() throws SQLException {
        server.execute(create("domain_of", "Domain"));
        server.execute(create("dice", "Dice"));
        assertThat(
                        server.rows(
                                "SELECT routine_schema, routine_name, routine_type, data_type, routine_definition, external_name,"
                                        + " external_language, is_deterministic FROM information_schema.routines ORDER BY routine_name"))
                .containsExactly(
                        "public|dice|FUNCTION|INTEGER|" + create("dice", "Dice") + "|demo.Dice|JAVA|NO",
                        "public|domain_of|FUNCTION|CHARACTER VARYING|" + create("domain_of", "Domain")
                                + "|demo.Domain|JAVA|YES");
        assertThat(server.rows("SELECT specific_name, ordinal_position, parameter_mode, data_type, numeric_precision"
                        + " FROM information_schema.parameters ORDER BY specific_name"))
                .containsExactly("dice|1|IN|INTEGER|32", "domain_of|1|IN|CHARACTER VARYING|NULL");
    }

    @Test
    void aParameterThatIsAnObjectMayBeNull() throws SQLException {
        server.execute(create("domain_of", "Domain"));
        assertThat(server.rows(
                        "SELECT domain_of(a) FROM (VALUES ('me@x.org'), (CAST(NULL AS VARCHAR))) AS t(a) ORDER BY 1"))
                .containsExactly("nowhere", "x.org");
        assertThat(server.rows("SELECT domain_of(NULL)")).containsExactly("nowhere");
    }

    @Test
    void everyTypeGoesThereAndBack() throws Exception {
        Map<String, String> types = Map.ofEntries(
                Map.entry("java.math.BigDecimal", "CAST(12.345 AS DECIMAL(10, 3))|12.345000000000000000"),
                Map.entry("boolean", "TRUE|TRUE"),
                Map.entry("Boolean", "FALSE|FALSE"),
                Map.entry("int", "-7|-7"),
                Map.entry("Long", "9000000000|9000000000"),
                Map.entry("double", "1.5|1.5"),
                Map.entry("String", "'grüß 🙂'|grüß 🙂"),
                Map.entry("byte[]", "X'6869'|hi"),
                Map.entry("java.time.LocalDate", "DATE '0001-01-01'|0001-01-01"),
                Map.entry("java.time.LocalTime", "TIME '23:59:59'|23:59:59.000000"),
                Map.entry(
                        "java.time.LocalDateTime", "TIMESTAMP '1969-12-31 23:59:59.123456'|1969-12-31 23:59:59.123456"),
                Map.entry(
                        "java.time.Instant",
                        "CAST(TIMESTAMP '2026-01-02 03:04:05.000006' AS TIMESTAMP_LTZ(6))|2026-01-02 03:04:05.000006"));
        int number = 0;
        for (Map.Entry<String, String> type : types.entrySet()) {
            String className = "Echo" + number++;
            Path echo = FunctionJar.write(
                    directory.resolve(className + ".jar"), Map.of("demo." + className, echo(className, type.getKey())));
            server.execute("CREATE FUNCTION " + className + " AS 'demo." + className + "' USING JAR '" + echo + "'");
            String[] sides = type.getValue().split("\\|", -1);
            assertThat(server.rows("SELECT CAST(" + className + "(" + sides[0] + ") AS VARCHAR)"))
                    .as(type.getKey())
                    .containsExactly(sides[1]);
        }
    }

    @Test
    void whatAFunctionThrowsIsAnErrorOfItsRow() throws SQLException {
        server.execute(create("collatz", "Collatz"));
        server.execute("CREATE STREAM numbers (n BIGINT)");
        server.execute("CREATE MATERIALIZED VIEW steps AS SELECT n, collatz(n) AS steps FROM numbers");
        server.execute("INSERT INTO numbers VALUES (6), (0), (7)");
        server.execute("FLUSH steps");
        assertThat(server.rows("SELECT n, steps FROM steps ORDER BY n")).containsExactly("6|8", "7|16");
        assertThat(server.rows("SELECT query, reason FROM sys.bad_rows"))
                .containsExactly(
                        "steps|function \"collatz\" fails: IllegalArgumentException: begins at 0 at line 1, column 45");
    }

    @Test
    void functionsAndTheViewsThatCallThemOutliveARestartAndTheirJar() throws Exception {
        server.execute(create("collatz", "Collatz"));
        server.execute("CREATE TABLE numbers (n BIGINT)");
        server.execute("CREATE VIEW plain AS SELECT collatz(n) AS steps FROM numbers");
        server.execute("CREATE MATERIALIZED VIEW kept AS SELECT steps, COUNT(*) AS c FROM plain GROUP BY steps");
        server.execute("INSERT INTO numbers VALUES (6)");
        Files.delete(jar);
        server.restart();
        server.execute("INSERT INTO numbers VALUES (6), (7)");
        server.execute("FLUSH kept");
        assertThat(server.rows("SELECT steps, c FROM kept ORDER BY 1")).containsExactly("8|2", "16|1");
        assertThat(server.rows("SHOW FUNCTIONS LIKE 'coll%'")).containsExactly("COLLECT", "collatz");
    }

    @Test
    void aFunctionGoesOnlyWhenNothingCallsIt() throws SQLException {
        server.execute(create("collatz", "Collatz"));
        server.execute("CREATE TABLE numbers (n BIGINT)");
        server.execute("CREATE VIEW plain AS SELECT collatz(n) AS steps FROM numbers");
        server.execute("CREATE MATERIALIZED VIEW kept AS SELECT steps FROM plain");
        for (String change :
                List.of("DROP FUNCTION collatz", create("collatz", "Domain").replace("CREATE", "CREATE OR REPLACE"))) {
            assertThatThrownBy(() -> server.execute(change))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("2BP01"))
                    .hasMessageContaining("view \"plain\"")
                    .hasMessageContaining("materialized view \"kept\"");
        }
        server.execute("DROP FUNCTION collatz CASCADE");
        assertThat(server.rows("SHOW VIEWS")).isEmpty();
        assertThat(directory.resolve("data/functions")).isEmptyDirectory();
        server.execute("DROP FUNCTION IF EXISTS collatz");
        assertThatThrownBy(() -> server.execute("DROP FUNCTION collatz"))
                .hasMessageContaining("no function \"collatz\"");
    }

    @Test
    void aFunctionThatNothingCallsCanBeReplaced() throws SQLException {
        server.execute(create("f", "Collatz"));
        assertThat(server.rows("SELECT f(6)")).containsExactly("8");
        server.execute(create("IF NOT EXISTS f", "Domain"));
        assertThat(server.rows("SELECT f(6)")).containsExactly("8");
        assertThatThrownBy(() -> server.execute(create("F", "Domain"))).hasMessageContaining("already exists");
        server.execute(create("F", "Domain").replace("CREATE", "CREATE OR REPLACE"));
        assertThat(server.rows("SELECT f('a@b')")).containsExactly("b");
        assertThat(server.rows("DESCRIBE FUNCTION f"))
                .containsExactly("parameter 1|VARCHAR|YES|NULL|NULL", "result|VARCHAR|YES|NULL|NULL");
        assertThat(server.rows("SHOW CREATE FUNCTION f"))
                .singleElement()
                .asString()
                .startsWith("CREATE OR REPLACE FUNCTION F");
        server.restart();
        assertThat(server.rows("SELECT f('a@b')")).containsExactly("b");
    }

    @Test
    void metadataTellsOfItInTheSchemaPublic() throws SQLException {
        server.execute(create("f", "Collatz"));
        try (Connection connection = server.connect()) {
            DatabaseMetaData metadata = connection.getMetaData();
            assertThat(ServerFixture.rows(metadata.getFunctions("tidemark", "public", null)))
                    .containsExactly("tidemark|public|f|NULL|1|f");
            assertThat(ServerFixture.rows(metadata.getFunctions(null, "", "f"))).isEmpty();
            assertThat(ServerFixture.rows(metadata.getFunctions(null, null, "F%")))
                    .contains("tidemark|public|f|NULL|1|f", "tidemark|NULL|FLOOR|NULL|1|FLOOR");
            assertThat(ServerFixture.rows(metadata.getFunctionColumns(null, "public", "f", "p%")))
                    .singleElement()
                    .asString()
                    .startsWith("tidemark|public|f|p1|1|");
        }
    }

    @Test
    void chanceIsTakenInQueriesThatEndAlone() throws SQLException {
        server.execute(create("dice", "Dice"));
        server.execute("CREATE TABLE sides (n INT)");
        server.execute("INSERT INTO sides VALUES (1)");
        assertThat(server.rows("SELECT dice(n) FROM sides")).containsExactly("1");
        assertThatThrownBy(() -> server.execute("CREATE MATERIALIZED VIEW v AS\nSELECT dice(n) AS d FROM sides"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42T21"))
                .hasMessageContaining("function \"dice\" is not deterministic")
                .hasMessageContaining("line 2, column 8");
    }

    @Test
    void argumentsOfOtherTypesAreRefusedWithTheirPlace() throws SQLException {
        server.execute(create("collatz", "Collatz"));
        for (String call : List.of("collatz('six')", "collatz(1.5)", "collatz(1, 2)", "collatz()")) {
            assertThatThrownBy(() -> server.rows("SELECT " + call))
                    .as(call)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("line 1, column 8");
        }
    }

    @Test
    void whatIsNoFunctionIsRefusedWithWhatIsMissing() throws Exception {
        Path odd = FunctionJar.write(
                directory.resolve("odd.jar"),
                Map.of(
                        "demo.Plain",
                        "package demo; public class Plain { public int eval(int a) { return a; } }",
                        "demo.Two",
                        "package demo; public class Two implements io.tidemark.function.ScalarFunction {"
                                + " public int eval(int a) { return a; } public int eval(long a) { return 1; } }",
                        "demo.Odd",
                        echo("Odd", "java.util.Date"),
                        "demo.Closed",
                        "package demo; class Closed implements io.tidemark.function.ScalarFunction {"
                                + " public int eval(int a) { return a; } }"));
        Map<String, String> reasons = Map.of(
                "Plain", "implements not one of io.tidemark.function.ScalarFunction and",
                "Two", "has 2 public methods \"eval\" instead of one",
                "Odd", "takes or gives Date, which is no type of SQL",
                "Closed", "is not a public class",
                "Absent", "there is no class \"demo.Absent\" in the jar");
        reasons.forEach((className, reason) -> assertThatThrownBy(
                        () -> server.execute("CREATE FUNCTION f AS 'demo." + className + "' USING JAR '" + odd + "'"))
                .as(className)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42611"))
                .hasMessageContaining(reason)
                .hasMessageContaining("line 1, column 22"));
        assertThatThrownBy(() -> server.execute(create("upper", "Domain"))).hasMessageContaining("the dialect's own");
        assertThat(directory.resolve("data/functions")).isEmptyDirectory();
    }

    @Test
    void aFunctionSeesNothingOfTheServer() throws Exception {
        Path nosy = FunctionJar.write(
                directory.resolve("nosy.jar"),
                Map.of(
                        "demo.Nosy",
                        "package demo; public class Nosy implements io.tidemark.function.ScalarFunction {"
                                + " public boolean eval(String name) { try { Class.forName(name); return true; }"
                                + " catch (ClassNotFoundException e) { return false; } } }"));
        server.execute("CREATE FUNCTION sees AS 'demo.Nosy' USING JAR '" + nosy + "'");
        assertThat(
                        server.rows(
                                "SELECT sees('demo.Nosy'), sees('java.sql.Date'), sees('io.tidemark.server.main.RunningServer')"))
                .containsExactly("true|true|false");
    }
}
