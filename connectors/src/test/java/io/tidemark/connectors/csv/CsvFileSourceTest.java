package io.tidemark.connectors.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.Directory;
import io.tidemark.connectors.testing.SourceContract;
import io.tidemark.connectors.testing.SourceRun;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory of CSV files keeps to the contract of sources, and records are taken apart as RFC 4180 says. */
class CsvFileSourceTest extends SourceContract {

    private static final Schema SCHEMA = Columns.schema("id BIGINT NOT NULL, name VARCHAR, price DECIMAL(10 2)");

    @TempDir
    Path temporary;

    private Directory directory = new Directory(Path.of("."));

    @BeforeEach
    void writeFiles() throws IOException {
        directory = new Directory(temporary);
        StringBuilder lines = new StringBuilder("\uFEFF\"Price\",other,id,NAME\r\n");
        for (int i = 0; i < 50; i++) {
            lines.append(i)
                    .append(".5,x,")
                    .append(i)
                    .append(",\"line\r\nend, \"\"quote\"\" ")
                    .append(i)
                    .append("\"\r\n");
        }
        directory.write("b.csv", 1, lines.toString());
        directory.write("a.csv", 2, "id,price,name\n1000,1.5\n1001,,ä𝄞\n");
        directory.write("c.csv", 3, "id,price,name\n");
        directory.write("d.csv", 4, "");
    }

    @Override
    protected Source open() {
        return directory.source(SCHEMA, "format", "csv", "csv.header", "true");
    }

    @Override
    protected int columnCount() {
        return SCHEMA.size();
    }

    private SourceRun read(String schema, String content, String... options) throws IOException {
        for (String name : directory.names()) {
            Files.delete(directory.path.resolve(name));
        }
        directory.write("f.csv", 1, content);
        Schema columns = Columns.schema(schema);
        String[] all =
                Stream.concat(Stream.of("format", "csv"), Stream.of(options)).toArray(String[]::new);
        SourceRun run = new SourceRun(IntStream.range(0, columns.size()).boxed().toList());
        try (Source source = directory.source(columns, all)) {
            run.readAll(source, RangeLimits.NONE);
        }
        return run;
    }

    @Test
    void aHeaderNamesTheFieldsAndQuotedLineEndsArePartOfTheirField() {
        SourceRun run = new SourceRun(List.of(0, 1, 2));
        try (Source source = open()) {
            run.readAll(source, RangeLimits.NONE);
        }
        assertThat(run.rows)
                .hasSize(51)
                .startsWith("0|line\r\nend, \"quote\" 0|0.50")
                .endsWith("1001|ä𝄞|.");
        assertThat(run.bad)
                .singleElement()
                .asString()
                .endsWith("22P02 file \"a.csv\", line 2: the record has 2 fields, expected 3");
        assertThat(run.badPayloads).containsExactly("1000,1.5");
        assertThat(run.payloads.get(0)).isEqualTo("0.5,x,0,\"line\r\nend, \"\"quote\"\" 0\"");
    }

    @Test
    void aHeaderThatNamesNoColumnMakesTheWholeFileOneBadRow() throws IOException {
        for (String header : List.of("foo,bar", "a;b")) {
            SourceRun run = read("a INT, b VARCHAR", header + "\n1,x\n2,y\n", "csv.header", "true");
            assertThat(run.rows).isEmpty();
            assertThat(run.bad)
                    .singleElement()
                    .asString()
                    .contains("file \"f.csv\"", "its header \"" + header + "\" names none of the columns a, b");
        }
        assertThat(read("a INT, b VARCHAR", "x,B\n1,y\n", "csv.header", "true").rows)
                .containsExactly(".|y");
    }

    @Test
    void emptyIsNullAndQuotedEmptyIsNot() throws IOException {
        assertThat(read("a INT, b VARCHAR", "1,\n2,\"\"\n,x\n 3 , y \n").rows)
                .containsExactly("1|.", "2|", ".|x", "3| y ");
    }

    @Test
    void anotherLiteralCanStandForNull() throws IOException {
        assertThat(read("a INT, b VARCHAR", "NULL,NULL\n1,\"NULL\"\n2,\n", "csv.null-literal", "NULL").rows)
                .containsExactly(".|.", "1|NULL", "2|");
    }

    @Test
    void delimiterAndQuoteCanBeOthers() throws IOException {
        assertThat(read("a INT, b VARCHAR", "1\t'x\ty'\n", "csv.field-delimiter", "\\t", "csv.quote-character", "'")
                        .rows)
                .containsExactly("1|x\ty");
    }

    @Test
    void anEmptyLineIsTheNullOfASingleColumnAndElsewhereNothing() throws IOException {
        assertThat(read("a VARCHAR", "x\n\n\"\"\ny").rows).containsExactly("x", ".", "", "y");
        assertThat(read("a VARCHAR, b VARCHAR", "x,y\n\n\r\nz,z\n").rows).containsExactly("x|y", "z|z");
    }

    @Test
    void badRecordsAreKeptAndTheNextIsRead() throws IOException {
        SourceRun run = read(
                "a INT, b VARCHAR",
                "x,y\n1,\"a\"b\n2,ok\n3,c\rd\n4,5\" pipe\n5,\"" + "\r\n\"\n99999999999,z\n6,\"never closed\n7,b\n");
        assertThat(run.rows).containsExactly("2|ok", "4|5\" pipe", "5|\r\n");
        assertThat(run.bad.stream().map(bad -> bad.substring(bad.indexOf(' ') + 1)))
                .containsExactly(
                        "22018 file \"f.csv\", line 1: column \"a\" is \"x\", expected INT",
                        "22P02 file \"f.csv\", line 2: not CSV: Unexpected character after closing quote: 'b' (0x62)",
                        "22P02 file \"f.csv\", line 4: a carriage return stands outside quotes",
                        "22003 file \"f.csv\", line 8: column \"a\" is \"99999999999\", out of range for INT",
                        "22P02 file \"f.csv\", line 9: not CSV: a quote is not closed");
    }

    @Test
    void invalidUtf8IsABadRow() throws IOException {
        directory.write("0.csv", 0, new byte[] {'i', 'd', ',', 'n', 'a', 'm', 'e', '\n', '1', ',', (byte) 0xC3, '\n'});
        SourceRun run = new SourceRun(List.of(0));
        try (Source source = open()) {
            run.readAll(source, RangeLimits.NONE);
        }
        assertThat(run.bad.get(0)).endsWith("22P02 file \"0.csv\", line 2: the record is not valid UTF-8");
    }

    @Test
    void optionsAreChecked() {
        assertThatThrownBy(() -> directory.source(SCHEMA, "format", "csv", "csv.field-delimiter", "ab"))
                .isInstanceOf(CodedException.class)
                .hasMessage("option \"csv.field-delimiter\" is \"ab\", expected one ASCII character, not a line end");
        assertThatThrownBy(() -> directory.source(SCHEMA, "format", "csv", "json.timestamp-format.standard", "SQL"))
                .isInstanceOf(CodedException.class)
                .hasMessage("unknown option \"json.timestamp-format.standard\" for format \"csv\"");
    }
}
