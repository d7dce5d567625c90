package io.tidemark.runtime.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Random expressions over random rows give what H2 gives; where either refuses a row, the other may stop short of the failing part.
 * Text stays within the basic plane, because H2 counts UTF-16 units.
 */
class ExpressionOracleTest {

    private static final String COLUMNS =
            "a INT, b INT, c BIGINT, p DECIMAL(10, 2), q DECIMAL(6, 3), x BOOLEAN, y BOOLEAN, s VARCHAR, t VARCHAR";
    private static final int EXPRESSIONS = Integer.getInteger("tidemark.random.expressions", 80);
    private static final int ROWS = 12;

    private final long seed = Long.getLong("tidemark.random.seed", 42L);
    private final SplittableRandom random = new SplittableRandom(seed);
    private final ExpressionTable table = ExpressionTable.of(COLUMNS);

    private String[] row() {
        return new String[] {
            pick(".", "0", "1", "-3", "7", "2147483647"),
            pick(".", "0", "2", "5", "-2147483648"),
            pick(".", "0", "9", "-1", "9223372036854775807"),
            pick(".", "0.00", "1.25", "-99999999.99"),
            pick(".", "0.001", "-1.500", "999.999"),
            pick(".", "true", "false"),
            pick(".", "true", "false"),
            pick(".", "''", "ab", "ba\u00fc", "\u20aca"),
            pick(".", "a", "AB", "zz"),
        };
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    @Test
    void randomExpressionsAgreeWithAnotherDatabase() throws SQLException {
        RandomExpressions expressions = new RandomExpressions(random);
        List<String> wrong = new ArrayList<>();
        int compared = 0;
        try (Connection h2 = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = h2.createStatement()) {
            statement.execute("CREATE TABLE t (id INT, " + COLUMNS + ")");
            List<String[]> rows = Stream.generate(this::row).limit(ROWS).toList();
            insert(h2, rows);
            for (int i = 0; i < EXPRESSIONS; i++) {
                String expression = expressions.any(1 + i % 3);
                for (int id = 0; id < ROWS; id++) {
                    String expected = other(statement, expression, id);
                    String actual = table.run(expression, rows.get(id));
                    boolean failed = expected.equals("error") || actual.startsWith("ROW_ERROR");
                    compared += failed ? 0 : 1;
                    if (!failed && !same(expected, actual)) {
                        wrong.add(expression + " of " + String.join(" ", rows.get(id)) + ": " + actual + " instead of "
                                + expected);
                    }
                }
            }
        }
        assertThat(wrong).as("seed " + seed).isEmpty();
        assertThat(compared).isGreaterThan(EXPRESSIONS * ROWS / 2);
    }

    private static void insert(Connection h2, List<String[]> rows) throws SQLException {
        String marks = Stream.generate(() -> "?").limit(rows.get(0).length + 1L).collect(Collectors.joining(", "));
        try (PreparedStatement insert = h2.prepareStatement("INSERT INTO t VALUES (" + marks + ")")) {
            for (int id = 0; id < rows.size(); id++) {
                insert.setInt(1, id);
                for (int i = 0; i < rows.get(id).length; i++) {
                    String value = rows.get(id)[i];
                    insert.setString(i + 2, value.equals(".") ? null : value.equals("''") ? "" : value);
                }
                insert.executeUpdate();
            }
        }
    }

    private static String other(Statement statement, String expression, int id) {
        try (ResultSet result = statement.executeQuery("SELECT " + expression + " FROM t WHERE id = " + id)) {
            result.next();
            String value = result.getString(1);
            return value == null ? "." : value.isEmpty() ? "''" : value;
        } catch (SQLException refused) {
            return "error";
        }
    }

    private static boolean same(String expected, String actual) {
        boolean truth = expected.matches("(?i)true|false");
        if (truth ? expected.equalsIgnoreCase(actual) : expected.equals(actual)) {
            return true;
        }
        String number = "-?\\d+(\\.\\d+)?";
        return expected.matches(number)
                && actual.matches(number)
                && new BigDecimal(expected).compareTo(new BigDecimal(actual)) == 0;
    }
}
