package io.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** Spring's JdbcTemplate: queries, changes, batches, transactions, and its own exceptions for ours. */
@ExtendWith(Shop.Opened.class)
class SpringIT {

    /** What a customer is to a program. */
    record Customer(String name, String city, LocalDate since) {}

    private static DriverManagerDataSource source(Shop shop) {
        return new DriverManagerDataSource(shop.url());
    }

    @Test
    void queriesGiveObjectsMapsAndSingleValues(Shop shop) {
        JdbcTemplate template = new JdbcTemplate(source(shop));

        assertThat(template.queryForObject(
                        "SELECT total FROM per_customer WHERE customer = ?", BigDecimal.class, "ada"))
                .isEqualByComparingTo("15.50");
        assertThat(template.query(
                        "SELECT * FROM customers WHERE city = ? ORDER BY name",
                        new DataClassRowMapper<>(Customer.class),
                        "London"))
                .containsExactly(
                        new Customer("ada", "London", LocalDate.parse("2020-12-10")),
                        new Customer("eve", "London", null));
        Map<String, Object> row = template.queryForMap("SELECT id, amount FROM orders WHERE id = 4");
        assertThat(row).containsEntry("id", 4L).containsEntry("amount", new BigDecimal("99.90"));
        assertThat(new NamedParameterJdbcTemplate(template)
                        .queryForList(
                                "SELECT id FROM orders WHERE customer IN (:names) ORDER BY id",
                                Map.of("names", List.of("bob", "eve")),
                                Long.class))
                .containsExactly(2L, 4L, 5L);
        try (var rows = template.queryForStream("SELECT STREAM id FROM orders LIMIT 3", (set, i) -> set.getLong(1))) {
            assertThat(rows).containsExactly(1L, 2L, 3L);
        }
    }

    @Test
    void changesBatchesAndTransactionsAreKeptOrRolledBack(Shop shop) throws Exception {
        shop.execute("CREATE TABLE spring_notes (id INT NOT NULL, note VARCHAR(20), PRIMARY KEY (id))");
        DriverManagerDataSource source = source(shop);
        JdbcTemplate template = new JdbcTemplate(source);
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(source));

        assertThat(template.batchUpdate(
                        "INSERT INTO spring_notes VALUES (?, ?)",
                        List.of(new Object[] {1, "one"}, new Object[] {2, "two"}, new Object[] {3, null})))
                .containsExactly(1, 1, 1);
        assertThat(new SimpleJdbcInsert(source).withTableName("spring_notes").execute(Map.of("id", 4, "note", "four")))
                .isEqualTo(1);
        transaction.executeWithoutResult(status -> {
            template.update("UPDATE spring_notes SET note = ? WHERE id = ?", "three", 3);
            template.update("DELETE FROM spring_notes WHERE id = 1");
        });
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    template.update("DELETE FROM spring_notes");
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");

        assertThat(template.queryForList("SELECT note FROM spring_notes ORDER BY id", String.class))
                .containsExactly("two", "three", "four");
    }

    @Test
    void exceptionsAreTranslatedByTheirSqlState(Shop shop) {
        JdbcTemplate template = new JdbcTemplate(source(shop));

        assertThatThrownBy(() -> template.queryForList("SELECT nonsense FROM orders"))
                .isInstanceOf(BadSqlGrammarException.class)
                .rootCause()
                .hasMessageContaining("no column \"nonsense\"");
        assertThatThrownBy(() -> template.update("INSERT INTO customers VALUES (?, 'Rome', NULL)", "n".repeat(41)))
                .isInstanceOf(DataIntegrityViolationException.class);
        assertThatThrownBy(() -> template.queryForObject("SELECT id FROM orders WHERE id = 99", Long.class))
                .isInstanceOf(EmptyResultDataAccessException.class);
    }
}
