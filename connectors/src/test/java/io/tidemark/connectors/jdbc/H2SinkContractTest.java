package io.tidemark.connectors.jdbc;

import io.tidemark.connectors.testing.SinkContract;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** In a database in a file. */
class H2SinkContractTest extends SinkContract {

    @TempDir
    Path directory;

    private H2Database database;

    @BeforeEach
    void name() {
        database = new H2Database(directory.resolve("db"));
    }

    @Override
    protected EpochSink open(OutputMode mode) {
        return database.sink("q", SCHEMA, mode, List.of());
    }

    @Override
    protected List<String> visible() throws Exception {
        return database.rows("SELECT id, name FROM totals");
    }
}
