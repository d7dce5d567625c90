package io.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.tool.schema.spi.SchemaManagementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Hibernate with its dialect of PostgreSQL: entities on tables and on a materialized view, native queries, and validation of the schema. */
@ExtendWith(Shop.Opened.class)
class HibernateIT {

    /** A row of a table. */
    @Entity(name = "Customer")
    @Table(name = "customers", schema = "public")
    static class Customer {
        @Id
        @Column(length = 40)
        private String name;

        private String city;
        private LocalDate since;
    }

    /** A row of a materialized view. */
    @Entity(name = "Total")
    @Table(name = "per_customer", schema = "public")
    static class Total {
        @Id
        private String customer;

        private Long orders;
        private BigDecimal total;
    }

    /** A row of a table that the test makes and changes. */
    @Entity(name = "Note")
    @Table(name = "hibernate_notes")
    static class Note {
        @Id
        private Integer id;

        private String note;

        protected Note() {}

        Note(int id, String note) {
            this.id = id;
            this.note = note;
        }
    }

    /** Of a table that is there, with a column that is not. */
    @SuppressWarnings("unused")
    @Entity(name = "Wrong")
    @Table(name = "customers")
    static class Wrong {
        @Id
        private String name;

        private Integer age;
    }

    private static SessionFactory factory(Shop shop, Class<?>... entities) {
        Configuration configuration = new Configuration()
                .setProperty("hibernate.connection.url", shop.url())
                .setProperty("hibernate.connection.driver_class", "io.tidemark.jdbc.Driver")
                .setProperty("hibernate.dialect", "org.hibernate.dialect.PostgreSQLDialect")
                .setProperty("hibernate.hbm2ddl.auto", "validate")
                .setProperty("hibernate.hbm2ddl.extra_physical_table_types", "MATERIALIZED VIEW");
        for (Class<?> entity : entities) {
            configuration.addAnnotatedClass(entity);
        }
        return configuration.buildSessionFactory();
    }

    @Test
    void entitiesOnTablesAndViewsAreValidatedAndRead(Shop shop) {
        try (SessionFactory factory = factory(shop, Customer.class, Total.class)) {
            factory.inSession(session -> {
                assertThat(session.find(Customer.class, "ada").city).isEqualTo("London");
                assertThat(session.find(Customer.class, "ada").since).isEqualTo("2020-12-10");
                assertThat(session.find(Customer.class, "nobody")).isNull();
                assertThat(session.createQuery("FROM Customer c WHERE c.city = :city ORDER BY c.name", Customer.class)
                                .setParameter("city", "London")
                                .setMaxResults(10)
                                .getResultList())
                        .extracting(customer -> customer.name)
                        .containsExactly("ada", "eve");
                assertThat(session.find(Total.class, "bob").total).isEqualByComparingTo("8.95");
                assertThat(session.find(Total.class, "bob").orders).isEqualTo(2L);
                assertThat(session.createQuery(
                                        "SELECT c.city, SUM(t.total) FROM Customer c JOIN Total t ON t.customer = c.name"
                                                + " GROUP BY c.city ORDER BY c.city",
                                        Object[].class)
                                .getResultList())
                        .containsExactly(
                                new Object[] {"London", new BigDecimal("115.40")},
                                new Object[] {"Paris", new BigDecimal("8.95")});
            });
        }
    }

    @Test
    void nativeQueriesRunAndGiveEntities(Shop shop) {
        try (SessionFactory factory = factory(shop, Customer.class)) {
            factory.inSession(session -> {
                List<Customer> customers = session.createNativeQuery(
                                "SELECT * FROM customers WHERE since >= :day ORDER BY name", Customer.class)
                        .setParameter("day", LocalDate.parse("2021-01-01"))
                        .getResultList();
                assertThat(customers).extracting(customer -> customer.name).containsExactly("bob");
                assertThat(session.createNativeQuery("SELECT COUNT(*) FROM orders", Long.class)
                                .getSingleResult())
                        .isEqualTo(5L);
            });
        }
    }

    @Test
    void entitiesAreAddedChangedAndRemovedInTransactions(Shop shop) throws Exception {
        shop.execute("CREATE TABLE hibernate_notes (id INT NOT NULL, note VARCHAR(255), PRIMARY KEY (id))");
        try (SessionFactory factory = factory(shop, Note.class)) {
            factory.inTransaction(session -> {
                session.persist(new Note(1, "one"));
                session.persist(new Note(2, "two"));
            });
            factory.inTransaction(session -> {
                session.find(Note.class, 1).note = "un";
                session.remove(session.find(Note.class, 2));
            });
            assertThatThrownBy(() -> factory.inTransaction(session -> {
                        session.persist(new Note(3, "three"));
                        session.flush();
                        throw new IllegalStateException("no");
                    }))
                    .hasMessage("no");
            List<Note> notes = factory.fromSession(
                    session -> session.createQuery("FROM Note", Note.class).getResultList());
            assertThat(notes)
                    .singleElement()
                    .satisfies(note -> assertThat(note.note).isEqualTo("un"));
        }
    }

    @Test
    void aColumnThatIsMissingFailsTheValidation(Shop shop) {
        assertThatThrownBy(() -> factory(shop, Wrong.class).close())
                .isInstanceOf(SchemaManagementException.class)
                .hasMessageContaining("missing column [age] in table [customers]");
    }
}
