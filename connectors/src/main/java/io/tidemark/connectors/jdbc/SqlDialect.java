package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.batch.DataType;
import java.util.List;
import java.util.Optional;

/** What differs between databases. Names that are passed in are quoted already. */
interface SqlDialect {

    /** The address with the settings added without which the database would not keep what it has committed. */
    String connectionUrl(String url);

    /**
     * The type of a column that is created.
     *
     * @param key whether the column belongs to the primary key
     */
    String typeName(DataType type, boolean key);

    /**
     * The statement that inserts a row or updates the one with the same key, with the columns as parameters in order; empty where there is
     * none, so that the old row is deleted first.
     */
    Optional<String> upsert(String table, List<String> columns, List<String> key);

    /** The statement that makes everything committed safe from a loss of power; empty where a commit does so already. */
    Optional<String> sync();

    /** The dialect of the database at an address. */
    static SqlDialect of(String url) {
        if (url.startsWith(H2Dialect.PREFIX)) {
            return new H2Dialect(url);
        }
        return url.startsWith(PostgresDialect.PREFIX) ? new PostgresDialect() : new StandardDialect();
    }
}
