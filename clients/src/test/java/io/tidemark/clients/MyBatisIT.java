package io.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.datasource.pooled.PooledDataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.RowBounds;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** MyBatis with its own pool: mappers by annotation, dynamic SQL, batches. */
@ExtendWith(Shop.Opened.class)
class MyBatisIT {

    /** What a customer is to a program. */
    record Customer(String name, String city, LocalDate since) {}

    /** What an order is to a program. */
    record Order(Long id, String customer, BigDecimal amount, LocalDateTime at) {}

    /** The statements of the program. */
    interface Mapper {

        @Select("SELECT name, city, since FROM customers WHERE name = #{name}")
        Customer customer(String name);

        @Select(
                "<script>SELECT id, customer, amount, at_ FROM orders WHERE customer IN"
                        + " <foreach collection='names' item='n' open='(' separator=',' close=')'>#{n}</foreach> ORDER BY id</script>")
        List<Order> orders(@Param("names") List<String> names);

        @Select("SELECT id FROM orders ORDER BY id")
        List<Long> page(RowBounds bounds);

        @Insert("INSERT INTO mybatis_customers VALUES (#{name}, #{city}, #{since})")
        int add(Customer customer);

        @Update("UPDATE mybatis_customers SET city = #{city} WHERE name = #{name}")
        int move(@Param("name") String name, @Param("city") String city);

        @Delete("DELETE FROM mybatis_customers WHERE city = #{city}")
        int forget(String city);

        @Select("SELECT COUNT(*) FROM mybatis_customers")
        int count();
    }

    private static SqlSessionFactory factory(Shop shop) {
        PooledDataSource source = new PooledDataSource("io.tidemark.jdbc.Driver", shop.url(), null, null);
        source.setPoolPingEnabled(true);
        source.setPoolPingQuery("SELECT 1");
        Configuration configuration = new Configuration(new Environment("test", new JdbcTransactionFactory(), source));
        configuration.setArgNameBasedConstructorAutoMapping(false);
        configuration.addMapper(Mapper.class);
        return new SqlSessionFactoryBuilder().build(configuration);
    }

    @Test
    void mappersReadRecords(Shop shop) {
        try (SqlSession session = factory(shop).openSession()) {
            Mapper mapper = session.getMapper(Mapper.class);

            assertThat(mapper.customer("ada")).isEqualTo(new Customer("ada", "London", LocalDate.parse("2020-12-10")));
            assertThat(mapper.customer("nobody")).isNull();
            assertThat(mapper.orders(List.of("ada", "eve")))
                    .contains(new Order(
                            1L, "ada", new BigDecimal("12.50"), LocalDateTime.parse("2026-03-01T09:00:05.123456")))
                    .extracting(Order::id)
                    .containsExactly(1L, 3L, 4L);
            assertThat(mapper.page(new RowBounds(1, 2))).containsExactly(2L, 3L);
        }
    }

    @Test
    void changesAreCommittedRolledBackAndBatched(Shop shop) throws Exception {
        shop.execute("CREATE TABLE mybatis_customers"
                + " (name VARCHAR(40) NOT NULL, city VARCHAR(40), since DATE, PRIMARY KEY (name))");
        SqlSessionFactory factory = factory(shop);
        try (SqlSession session = factory.openSession(ExecutorType.BATCH)) {
            Mapper mapper = session.getMapper(Mapper.class);
            for (int i = 0; i < 10; i++) {
                mapper.add(new Customer("c" + i, i < 5 ? "Rome" : "Oslo", null));
            }
            session.commit();
        }
        try (SqlSession session = factory.openSession()) {
            Mapper mapper = session.getMapper(Mapper.class);
            assertThat(mapper.move("c0", "Oslo")).isEqualTo(1);
            assertThat(mapper.forget("Rome")).isEqualTo(4);
            session.commit();
            assertThat(mapper.forget("Oslo")).isEqualTo(6);
            session.rollback();
            assertThat(mapper.count()).isEqualTo(6);
        }
    }
}
