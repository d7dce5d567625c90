package io.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.commons.dbutils.QueryRunner;
import org.apache.commons.dbutils.handlers.BeanListHandler;
import org.apache.commons.dbutils.handlers.ColumnListHandler;
import org.apache.commons.dbutils.handlers.MapHandler;
import org.apache.commons.dbutils.handlers.ScalarHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Apache Commons DbUtils: handlers that make beans and maps of rows, batches. */
@ExtendWith(Shop.Opened.class)
class DbUtilsIT {

    /** A row of the materialized view. */
    public static final class Total {
        private String customer;
        private long orders;
        private BigDecimal total;

        /** Called for the column of its name. */
        public void setCustomer(String customer) {
            this.customer = customer;
        }

        /** Called for the column of its name. */
        public void setOrders(long orders) {
            this.orders = orders;
        }

        /** Called for the column of its name. */
        public void setTotal(BigDecimal total) {
            this.total = total;
        }
    }

    @Test
    void handlersMakeBeansMapsColumnsAndScalars(Shop shop) throws SQLException {
        QueryRunner runner = new QueryRunner(new UrlDataSource(shop.url()));

        List<Total> totals =
                runner.query("SELECT * FROM per_customer ORDER BY customer", new BeanListHandler<>(Total.class));
        assertThat(totals).extracting(total -> total.customer).containsExactly("ada", "bob", "eve");
        assertThat(totals).extracting(total -> total.orders).containsExactly(2L, 2L, 1L);
        assertThat(totals.get(0).total).isEqualByComparingTo("15.50");

        Map<String, Object> row = runner.query("SELECT id, customer FROM orders WHERE id = ?", new MapHandler(), 4L);
        assertThat(row).containsEntry("ID", 4L).containsEntry("customer", "eve");
        assertThat(runner.query("SELECT city FROM customers ORDER BY name", new ColumnListHandler<String>("city")))
                .containsExactly("London", "Paris", "London");
        assertThat(runner.query("SELECT COUNT(*) FROM orders", new ScalarHandler<Long>()))
                .isEqualTo(5L);
    }

    @Test
    void updatesAndBatchesTellHowManyRowsTheyChanged(Shop shop) throws SQLException {
        shop.execute("CREATE TABLE dbutils_notes (id INT NOT NULL, note VARCHAR(20), PRIMARY KEY (id))");
        QueryRunner runner = new QueryRunner(new UrlDataSource(shop.url()));

        assertThat(runner.batch("INSERT INTO dbutils_notes VALUES (?, ?)", new Object[][] {{1, "one"}, {2, null}}))
                .containsExactly(1, 1);
        assertThat(runner.update("UPDATE dbutils_notes SET note = ? WHERE note IS NULL", "two"))
                .isEqualTo(1);
        assertThat(runner.query("SELECT note FROM dbutils_notes ORDER BY id", new ColumnListHandler<String>()))
                .containsExactly("one", "two");
        assertThatThrownBy(() -> runner.query("SELECT nonsense FROM orders", new MapHandler()))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42703"));
    }
}
