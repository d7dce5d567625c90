package io.tidemark.connectors.filesystem;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.Directory;
import io.tidemark.connectors.testing.SourceContract;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.Source;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A directory of JSON lines keeps to the contract of sources. */
class JsonFileSourceTest extends SourceContract {

    private static final Schema SCHEMA = Columns.schema("id BIGINT NOT NULL, name VARCHAR, price DECIMAL(10 2)");

    @TempDir
    Path temporary;

    private Directory directory = new Directory(Path.of("."));

    @BeforeEach
    void writeFiles() throws IOException {
        directory = new Directory(temporary);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            lines.append("{\"id\":")
                    .append(i)
                    .append(",\"name\":\"n")
                    .append(i)
                    .append("\",\"price\":")
                    .append(i)
                    .append(".5}\n");
        }
        directory.write("b.json", 1, lines.toString());
        directory.write("c.json", 2, "");
        directory.write("a.json", 3, "{\"id\":1000,\"name\":\"ä𝄞\"}\r\n\r\nnot json\r\n{\"id\":1001}");
    }

    @Override
    protected Source open() {
        return directory.source(SCHEMA, "format", "json");
    }

    @Override
    protected int columnCount() {
        return SCHEMA.size();
    }
}
