package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * H2, in process or served.
 *
 * <p>A database in process would close itself while the server is still shutting down, and would write commits half a second late; both are
 * switched off unless the address says otherwise. One in memory is kept when nobody is connected.
 */
final class H2Dialect implements SqlDialect {

    static final String PREFIX = "jdbc:h2:";

    /** The longest VARCHAR and VARBINARY. */
    private static final int MAX_LENGTH = 1_048_576;

    private final Place place;

    /** Where the database is. */
    private enum Place {
        FILE,
        MEMORY,
        SERVER
    }

    H2Dialect(String url) {
        String rest = url.substring(PREFIX.length());
        if (rest.startsWith("tcp:") || rest.startsWith("ssl:")) {
            this.place = Place.SERVER;
        } else {
            this.place = rest.startsWith("mem:") ? Place.MEMORY : Place.FILE;
        }
    }

    @Override
    public String connectionUrl(String url) {
        return switch (place) {
            case FILE -> with(isShared(url) ? url : with(url, "DB_CLOSE_ON_EXIT", "FALSE"), "WRITE_DELAY", "0");
            case MEMORY -> with(with(url, "DB_CLOSE_ON_EXIT", "FALSE"), "DB_CLOSE_DELAY", "-1");
            case SERVER -> with(url, "WRITE_DELAY", "0");
        };
    }

    /** Whether other processes may use the file too; H2 refuses to keep such a database open while the process exits. */
    private static boolean isShared(String url) {
        return url.toUpperCase(Locale.ROOT).contains(";AUTO_SERVER=TRUE");
    }

    private static String with(String url, String setting, String value) {
        return url.toUpperCase(Locale.ROOT).contains(";" + setting + "=") ? url : url + ";" + setting + "=" + value;
    }

    @Override
    public String typeName(DataType type, boolean key) {
        return type.kind() == TypeKind.TINYINT ? "TINYINT" : StandardDialect.typeName(type, MAX_LENGTH);
    }

    @Override
    public Optional<String> upsert(String table, List<String> columns, List<String> key) {
        return Optional.of("MERGE INTO " + table + " (" + String.join(", ", columns) + ") KEY ("
                + String.join(", ", key) + ") VALUES ("
                + String.join(", ", columns.stream().map(c -> "?").toList()) + ")");
    }

    @Override
    public Optional<String> sync() {
        return place == Place.FILE ? Optional.of("CHECKPOINT SYNC") : Optional.empty();
    }
}
