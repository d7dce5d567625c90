package io.tidemark.connectors.csv;

import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Option.Kind;
import io.tidemark.runtime.connector.Options;
import io.tidemark.sql.error.CodedException;
import java.util.List;

/**
 * The options of the format {@code csv}.
 *
 * @param delimiter what stands between fields
 * @param quote what stands around fields that hold a delimiter, quote or line end; doubled within
 * @param nullLiteral the text that, without quotes, stands for NULL
 * @param header whether the first record of a file names its fields
 */
record CsvOptions(char delimiter, char quote, String nullLiteral, boolean header) {

    static final String NAME = "csv";
    private static final String DELIMITER = "csv.field-delimiter";
    private static final String QUOTE = "csv.quote-character";
    private static final String NULL_LITERAL = "csv.null-literal";
    private static final String HEADER = "csv.header";

    static List<Option> all() {
        return List.of(
                Option.optional(
                        DELIMITER, Kind.TEXT, "The character between fields; a comma by default, \\t for a tab."),
                Option.optional(QUOTE, Kind.TEXT, "The character around fields that hold others; \" by default."),
                Option.optional(
                        NULL_LITERAL,
                        Kind.TEXT,
                        "The text that stands for NULL where it is not quoted; empty by default."),
                Option.optional(
                        HEADER,
                        Kind.BOOLEAN,
                        "Whether each file begins with the names of its fields; false by default."));
    }

    static CsvOptions of(Options options) {
        char delimiter = character(options, DELIMITER, ',');
        char quote = character(options, QUOTE, '"');
        if (delimiter == quote) {
            throw CodedException.invalidOption(QUOTE, String.valueOf(quote), "another character than " + DELIMITER);
        }
        String literal = options.find(NULL_LITERAL).orElse("");
        for (char special : new char[] {delimiter, quote, '\n', '\r'}) {
            if (literal.indexOf(special) >= 0) {
                throw CodedException.invalidOption(NULL_LITERAL, literal, "text without delimiter, quote or line end");
            }
        }
        return new CsvOptions(delimiter, quote, literal, options.has(HEADER) && options.bool(HEADER));
    }

    private static char character(Options options, String name, char fallback) {
        String given = options.find(name).orElse(String.valueOf(fallback));
        String text = given.equals("\\t") ? "\t" : given;
        boolean possible = text.length() == 1
                && text.charAt(0) < 0x80
                && text.charAt(0) != '\n'
                && text.charAt(0) != '\r'
                && text.charAt(0) != 0;
        if (!possible) {
            throw CodedException.invalidOption(name, given, "one ASCII character, not a line end");
        }
        return text.charAt(0);
    }
}
