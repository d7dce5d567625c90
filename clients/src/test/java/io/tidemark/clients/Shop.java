package io.tidemark.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The one server of all tests, and what is on it: the stream {@code orders} of five orders, the table {@code customers} with an index, the
 * materialized view {@code per_customer}, the view {@code large_orders} and the function {@code vat}. A test that changes something makes
 * tables of its own.
 */
final class Shop implements AutoCloseable {

    private static final Path ROOT = Path.of(System.getProperty("tidemark.rootDirectory"));
    private static final String VAT = """
            package shop;
            public class Vat implements io.tidemark.function.ScalarFunction {
                public Double eval(Double net) {
                    return net == null ? null : net * 0.2;
                }
            }
            """;

    private final Path directory;
    private final ServerProcess server;

    private Shop() throws IOException, SQLException {
        directory = Files.createTempDirectory("clients");
        server = ServerProcess.start(directory.resolve("data"));
        execute(
                "CREATE STREAM orders (id BIGINT NOT NULL, customer VARCHAR(40), amount DECIMAL(10, 2), at_ TIMESTAMP(6))",
                "CREATE TABLE customers (name VARCHAR(40) NOT NULL, city VARCHAR(40), since DATE, PRIMARY KEY (name))",
                "CREATE INDEX customers_by_city ON customers (city)",
                "CREATE MATERIALIZED VIEW per_customer AS"
                        + " SELECT customer, COUNT(*) AS orders, SUM(amount) AS total FROM orders GROUP BY customer",
                "CREATE VIEW large_orders AS SELECT id, customer, amount FROM orders WHERE amount >= 10",
                "CREATE FUNCTION vat AS 'shop.Vat' USING JAR '" + functionJar() + "'",
                "INSERT INTO customers VALUES ('ada', 'London', DATE '2020-12-10'), ('bob', 'Paris', DATE '2021-02-01'),"
                        + " ('eve', 'London', NULL)",
                "INSERT INTO orders VALUES (1, 'ada', 12.50, TIMESTAMP '2026-03-01 09:00:05.123456'),"
                        + " (2, 'bob', 7.20, TIMESTAMP '2026-03-01 09:00:31'), (3, 'ada', 3.00, TIMESTAMP '2026-03-01 09:01:10'),"
                        + " (4, 'eve', 99.90, TIMESTAMP '2026-03-01 09:01:40'), (5, 'bob', 1.75, NULL)",
                "FLUSH");
    }

    private Path functionJar() throws IOException {
        Path source = Files.createDirectories(directory.resolve("shop")).resolve("Vat.java");
        Files.writeString(source, VAT);
        try (Stream<Path> libraries = Files.list(ROOT.resolve("server/target/lib"))) {
            Path api = libraries
                    .filter(file -> file.getFileName().toString().startsWith("tidemark-function-api"))
                    .findFirst()
                    .orElseThrow();
            int code = ToolProvider.getSystemJavaCompiler()
                    .run(null, null, null, "-cp", api.toString(), "-d", directory.toString(), source.toString());
            if (code != 0) {
                throw new IOException("the function does not compile");
            }
        }
        Path jar = directory.resolve("shop.jar");
        int code = java.util.spi.ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "--create",
                        "--file",
                        jar.toString(),
                        "-C",
                        directory.toString(),
                        "shop/Vat.class");
        if (code != 0) {
            throw new IOException("the function's jar cannot be made");
        }
        return jar;
    }

    /** The URL that clients connect to. */
    String url() {
        return server.url();
    }

    /** The process that serves it. */
    ServerProcess server() {
        return server;
    }

    /** A connection of the test's own. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    /** Runs statements one after the other. */
    void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(statements)) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Gives tests the shop, which is opened for the first of them and closed after the last. */
    static final class Opened implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Shop.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot()
                    .getStore(ExtensionContext.Namespace.GLOBAL)
                    .getOrComputeIfAbsent(Shop.class, type -> open());
        }

        private static Shop open() {
            try {
                return new Shop();
            } catch (IOException | SQLException e) {
                throw new IllegalStateException("the server cannot be started", e);
            }
        }
    }
}
