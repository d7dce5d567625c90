package io.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;

import java.math.BigDecimal;
import java.sql.Connection;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record2;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** jOOQ without generated code, in its default dialect. */
@ExtendWith(Shop.Opened.class)
class JooqIT {

    private static final Table<?> ORDERS = table(name("public", "orders"));
    private static final Field<Long> ID = field(name("orders", "id"), SQLDataType.BIGINT);
    private static final Field<String> CUSTOMER = field(name("orders", "customer"), SQLDataType.VARCHAR);
    private static final Field<BigDecimal> AMOUNT = field(name("orders", "amount"), SQLDataType.NUMERIC);
    private static final Field<LocalDateTime> AT = field(name("orders", "at_"), SQLDataType.LOCALDATETIME);

    /** What a customer is to a program. */
    record Customer(String name, String city, LocalDate since) {}

    @Test
    void queriesAreBuiltAndFetchedIntoRecordsOfOnesOwn(Shop shop) throws Exception {
        try (Connection connection = shop.connect()) {
            DSLContext jooq = DSL.using(connection, SQLDialect.DEFAULT);

            List<Record2<String, BigDecimal>> totals = jooq.select(CUSTOMER, sum(AMOUNT))
                    .from(ORDERS)
                    .where(AMOUNT.gt(new BigDecimal("2.50")))
                    .groupBy(CUSTOMER)
                    .having(count().ge(1))
                    .orderBy(CUSTOMER.asc())
                    .limit(2)
                    .fetch();
            assertThat(totals).extracting(Record2::value1).containsExactly("ada", "bob");
            assertThat(totals)
                    .extracting(Record2::value2)
                    .containsExactly(new BigDecimal("15.50"), new BigDecimal("7.20"));

            assertThat(jooq.select(AT).from(ORDERS).where(ID.eq(1L)).fetchOne(AT))
                    .isEqualTo(LocalDateTime.parse("2026-03-01T09:00:05.123456"));

            List<Customer> customers = jooq.fetch("SELECT name, city, since FROM customers ORDER BY name")
                    .into(Customer.class);
            assertThat(customers)
                    .containsExactly(
                            new Customer("ada", "London", LocalDate.parse("2020-12-10")),
                            new Customer("bob", "Paris", LocalDate.parse("2021-02-01")),
                            new Customer("eve", "London", null));
        }
    }

    @Test
    void rowsAreChangedAlsoWithinATransaction(Shop shop) throws Exception {
        shop.execute("CREATE TABLE jooq_notes (id INT NOT NULL, note VARCHAR(20), PRIMARY KEY (id))");
        Table<?> notes = table(name("jooq_notes"));
        Field<Integer> id = field(name("id"), SQLDataType.INTEGER);
        Field<String> note = field(name("note"), SQLDataType.VARCHAR);
        try (Connection connection = shop.connect()) {
            DSLContext jooq = DSL.using(connection, SQLDialect.DEFAULT);

            assertThat(jooq.insertInto(notes, id, note)
                            .values(1, "one")
                            .values(2, "two")
                            .execute())
                    .isEqualTo(2);
            assertThat(jooq.update(notes).set(note, "deux").where(id.eq(2)).execute())
                    .isEqualTo(1);
            assertThatThrownBy(() -> jooq.transaction(inner -> {
                        inner.dsl().deleteFrom(notes).execute();
                        throw new IllegalStateException("no");
                    }))
                    .hasMessageContaining("no");
            assertThat(jooq.select(note).from(notes).orderBy(id).fetch(note)).containsExactly("one", "deux");
        }
    }

    @Test
    void metaShowsTablesColumnsAndKeys(Shop shop) throws Exception {
        try (Connection connection = shop.connect()) {
            DSLContext jooq = DSL.using(connection, SQLDialect.DEFAULT);

            assertThat(jooq.meta().getSchemas("public")).hasSize(1);
            Table<?> customers = jooq.meta().getTables("customers").get(0);
            assertThat(customers.fields()).extracting(Field::getName).containsExactly("name", "city", "since");
            assertThat(customers.getPrimaryKey()).isNotNull();
            assertThat(customers.getPrimaryKey().getFields())
                    .extracting(Field::getName)
                    .containsExactly("name");
            assertThat(jooq.meta().getTables("orders")).hasSize(1);
        }
    }

    @Test
    void anErrorKeepsItsSqlState(Shop shop) throws Exception {
        try (Connection connection = shop.connect()) {
            DSLContext jooq = DSL.using(connection, SQLDialect.DEFAULT);
            assertThatThrownBy(() -> jooq.fetch("SELECT nonsense FROM orders"))
                    .isInstanceOfSatisfying(
                            DataAccessException.class,
                            e -> assertThat(e.sqlState()).isEqualTo("42703"));
        }
    }
}
