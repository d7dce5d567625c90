package io.tidemark.connectors.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.RowText;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What JSON becomes in columns of each type, and what does not. */
class JsonRowDecoderTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    /** Each text decoded: its row, or the SQLSTATE and message of its error. */
    private static List<String> decode(String schemaText, String... texts) {
        Schema schema = Columns.schema(schemaText);
        List<Integer> columns = IntStream.range(0, schema.size()).boxed().toList();
        byte[] all = String.join("\n", texts).getBytes(StandardCharsets.UTF_8);
        List<String> results = new ArrayList<>();
        try (JsonRowDecoder decoder = new JsonRowDecoder(schema, columns, BERLIN)) {
            BatchBuilder builder = new BatchBuilder(schema);
            int start = 0;
            for (String text : texts) {
                int end = start + text.getBytes(StandardCharsets.UTF_8).length;
                results.add(decodeOne(decoder, builder, all, start, end));
                start = end + 1;
            }
        }
        return results;
    }

    private static String decodeOne(JsonRowDecoder decoder, BatchBuilder builder, byte[] all, int start, int end) {
        try {
            if (!decoder.decode(all, start, end, all.length, builder)) {
                return "blank";
            }
            builder.endRow();
            return RowText.of(builder.build()).get(0);
        } catch (CodedException e) {
            builder.discardRow();
            return e.code().sqlState() + " " + e.render();
        }
    }

    private static String value(String type, String json) {
        return decode("c " + type, "{\"c\":" + json + "}").get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "BIGINT ~ 12 ~ 12",
                "BIGINT ~ -9223372036854775808 ~ -9223372036854775808",
                "BIGINT ~ 12.000 ~ 12",
                "BIGINT ~ 1e3 ~ 1000",
                "BIGINT ~ \"12\" ~ 12",
                "TINYINT ~ 127 ~ 127",
                "INT ~ null ~ .",
                "INT ARRAY ~ [1, null, -300] ~ [1, NULL, -300]",
                "INT ARRAY ~ [] ~ []",
                "INT ARRAY ~ null ~ .",
                "VARCHAR ARRAY ~ [\"a\", \"\\u00e9'\", {\"b\": [1]}, 2, [3]] ~ ['a', 'é''', '{\"b\": [1]}', '2', '[3]']",
                "DOUBLE ARRAY ARRAY ~ [[1.5], null, [], [null, 2]] ~ [[1.5], NULL, [], [NULL, 2.0]]",
                "DATE ARRAY ~ [\"2024-02-29\"] ~ [2024-02-29]",
                "DECIMAL(38 2) ARRAY ~ [1.5, \"-2.25\"] ~ [1.50, -2.25]",
                "DOUBLE ~ 1.5e10 ~ 1.5E10",
                "DOUBLE ~ 3 ~ 3.0",
                "DOUBLE ~ \"NaN\" ~ NaN",
                "DOUBLE ~ \"2.5\" ~ 2.5",
                "REAL ~ 0.1 ~ 0.1",
                "DECIMAL(10 2) ~ 12.3 ~ 12.30",
                "DECIMAL(10 2) ~ 12.345 ~ 12.35",
                "DECIMAL(10 2) ~ -12.345 ~ -12.35",
                "DECIMAL(10 2) ~ 0.004 ~ 0.00",
                "DECIMAL(10 2) ~ 1e-1000000000 ~ 0.00",
                "DECIMAL(10 2) ~ \"12.30\" ~ 12.30",
                "DECIMAL(18 0) ~ 999999999999999999 ~ 999999999999999999",
                "DECIMAL(38 4) ~ 1234567890123456789012345678901234.56785 ~ 1234567890123456789012345678901234.5679",
                "DECIMAL(38 0) ~ -5 ~ -5",
                "BOOLEAN ~ true ~ true",
                "BOOLEAN ~ \"FALSE\" ~ false",
                "VARCHAR ~ \"abc\" ~ abc",
                "VARCHAR ~ \"ä𝄞\\u00e4\\ud834\\udd1e\" ~ ä𝄞ä𝄞",
                "VARCHAR ~ 1.50e3 ~ 1.50e3",
                "VARCHAR ~ true ~ true",
                "VARCHAR ~ {\"a\": [1, \"x\"]} ~ {\"a\": [1, \"x\"]}",
                "VARCHAR ~ [] ~ []",
                "VARCHAR(2) ~ \"ä𝄞\" ~ ä𝄞",
                "VARBINARY ~ \"AAH/\" ~ AAH/",
                "DATE ~ \"2024-02-29\" ~ 2024-02-29",
                "DATE ~ \"0001-01-01\" ~ 0001-01-01",
                "TIME(3) ~ \"23:59:59.9999\" ~ 23:59:59.999",
                "TIMESTAMP(3) ~ \"2024-05-31 23:59:01.123456\" ~ 2024-05-31 23:59:01.123",
                "TIMESTAMP(6) ~ \"2024-05-31T23:59:01.123456789\" ~ 2024-05-31 23:59:01.123456",
                "TIMESTAMP(3) ~ \"1969-12-31T23:59:59.9999\" ~ 1969-12-31 23:59:59.999",
                "TIMESTAMP(3) ~ \"2024-05-31T23:59+02:00\" ~ 2024-05-31 21:59:00",
                "TIMESTAMP(3) ~ \"2024-05-31 23:59:01-0330\" ~ 2024-06-01 03:29:01",
                "TIMESTAMP(3) ~ \"2024-05-31\" ~ 2024-05-31 00:00:00",
                "TIMESTAMP_LTZ(3) ~ \"2024-05-31 12:00:00\" ~ 2024-05-31 10:00:00Z",
                "TIMESTAMP_LTZ(3) ~ \"2024-01-31 12:00:00\" ~ 2024-01-31 11:00:00Z",
                "TIMESTAMP_LTZ(3) ~ \"2024-05-31T12:00:00Z\" ~ 2024-05-31 12:00:00Z"
            })
    void aValueThatFitsIsTaken(String type, String json, String expected) {
        assertThat(value(type, json)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "TINYINT ~ 128 ~ 22003 column \"c\" is \"128\", out of range for TINYINT",
                "BIGINT ~ 9223372036854775808 ~ 22003 column \"c\" is \"9223372036854775808\", out of range for BIGINT",
                "BIGINT ~ 1e1000000000 ~ 22003 column \"c\" is \"1E+1000000000\", out of range for BIGINT",
                "INT ~ 1.5 ~ 22018 column \"c\" is \"1.5\", expected INT",
                "INT ~ \"12a\" ~ 22018 column \"c\" is \"12a\", expected INT",
                "INT ~ \"١٢\" ~ 22018 column \"c\" is \"١٢\", expected INT",
                "INT ~ \"\" ~ 22018 column \"c\" is \"\", expected INT",
                "INT ~ true ~ 22018 column \"c\" is \"true\", expected INT",
                "INT ~ {\"a\":1} ~ 22018 column \"c\" is \"{…}\", expected INT",
                "DECIMAL(10 2) ~ \"1.234\" ~ 22018 column \"c\" is \"1.234\", expected DECIMAL(10, 2)",
                "DECIMAL(4 2) ~ 100 ~ 22003 column \"c\" is \"100\", out of range for DECIMAL(4, 2)",
                "DECIMAL(4 2) ~ 99.999 ~ 22003 column \"c\" is \"99.999\", out of range for DECIMAL(4, 2)",
                "DECIMAL(20 0) ~ 100000000000000000000 ~ 22003 column \"c\" is \"100000000000000000000\", out of range for DECIMAL(20, 0)",
                "DOUBLE ~ 1e400 ~ 22003 column \"c\" is \"1e400\", out of range for DOUBLE",
                "REAL ~ 1e40 ~ 22003 column \"c\" is \"1e40\", out of range for REAL",
                "DOUBLE ~ \"0x1p3\" ~ 22018 column \"c\" is \"0x1p3\", expected DOUBLE",
                "BOOLEAN ~ 1 ~ 22018 column \"c\" is \"1\", expected BOOLEAN",
                "VARCHAR(2) ~ \"abc\" ~ 22001 column \"c\" is longer than the 2 of VARCHAR(2)",
                "VARCHAR ~ \"\\ud834\" ~ 22P02 column \"c\" holds half of a surrogate pair",
                "VARBINARY ~ \"***\" ~ 22018 column \"c\" is \"***\", expected VARBINARY",
                "DATE ~ \"2023-02-29\" ~ 22008 column \"c\" is \"2023-02-29\", which is not a valid DATE",
                "DATE ~ \"2023-2-9\" ~ 22018 column \"c\" is \"2023-2-9\", expected DATE",
                "TIME(3) ~ \"24:00:00\" ~ 22008 column \"c\" is \"24:00:00\", which is not a valid TIME(3)",
                "TIMESTAMP(3) ~ \"yesterday\" ~ 22018 column \"c\" is \"yesterday\", expected TIMESTAMP(3)",
                "TIMESTAMP(3) ~ \"2024-05-31 12:00:00 pm\" ~ 22018 column \"c\" is \"2024-05-31 12:00:00 pm\", expected TIMESTAMP(3)",
                "INT NOT NULL ~ null ~ 22004 column \"c\" is NULL or missing, but declared NOT NULL"
            })
    void aValueThatDoesNotFitIsABadRow(String type, String json, String expected) {
        assertThat(value(type, json)).isEqualTo(expected);
    }

    @Test
    void aNumberForATimeIsABadRowWhoseHintNamesTheFunction() {
        assertThat(value("TIMESTAMP(3)", "1517365101235"))
                .isEqualTo(
                        "22018 column \"c\" is \"1517365101235\", expected TIMESTAMP(3). declare the column as BIGINT and compute the"
                                + " time from it, as in ts AS TO_TIMESTAMP(\"c\", 3)");
    }

    @Test
    void fieldsMatchExactlyFirstThenWithoutRegardToCaseAndTheLastWins() {
        assertThat(decode(
                        "userId INT, b INT",
                        "{\"userId\":1,\"b\":2}",
                        "{\"USERID\":1,\"B\":2,\"x\":[{\"userId\":9}]}",
                        "{\"userId\":1,\"userid\":7}",
                        "{\"userid\":7,\"userId\":1,\"b\":3,\"b\":4}",
                        "{\"b\":1,\"b\":null}",
                        "{}"))
                .containsExactly("1|2", "1|2", "1|.", "1|4", ".|.", ".|.");
    }

    @Test
    void aRecordThatIsNotOneObjectIsABadRowAndTheNextIsRead() {
        List<String> results = decode(
                "a INT",
                "not json",
                "{\"a\":1}",
                "{\"a\":1",
                "{\"a\":2}",
                "{\"a\":",
                "{\"a\":3}",
                "{\"a\":1} x",
                "{\"a\":4} \t",
                "{\"a\":1}{\"a\":2}",
                "[{\"a\":1}]",
                "  ",
                "{\"a\":01}",
                "{\"b\":\"open",
                "{\"a\":5}",
                "{\"b\":[1,2}",
                "{\"a\":6,}",
                "{\"a\":7}");
        assertThat(results.stream().map(row -> row.startsWith("22") ? row.substring(0, 5) : row))
                .containsExactly(
                        "22P02", "1", "22P02", "2", "22P02", "3", "22P02", "4", "22P02", "22P02", "blank", "22P02",
                        "22P02", "5", "22P02", "22P02", "7");
        assertThat(results.get(6)).isEqualTo("22P02 more text follows the JSON object");
        assertThat(results.get(9)).isEqualTo("22P02 the record is not a JSON object");
        assertThat(results.get(0)).startsWith("22P02 not JSON: Unrecognized token 'not'");
    }

    @Test
    void whatIsNotJsonIsSaidWithoutAdviceToProgrammers() {
        assertThat(decode("a INT", "{\"a\": NaN}", "{\"a\": +1}", "{\"a\": 01}"))
                .allSatisfy(result -> assertThat(result)
                        .startsWith("22P02 not JSON: ")
                        .doesNotContain("enable")
                        .doesNotContain("Feature"));
    }

    @Test
    void nestingWithoutEndIsABadRow() {
        assertThat(decode("a INT", "{\"b\":" + "[".repeat(100_000), "{\"a\":1}"))
                .satisfies(results -> assertThat(results.get(0)).startsWith("22P02 not JSON: Document nesting depth"))
                .element(1)
                .isEqualTo("1");
    }
}
