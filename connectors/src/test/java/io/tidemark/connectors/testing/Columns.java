package io.tidemark.connectors.testing;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import java.util.Arrays;
import java.util.Locale;

/** Schemas as text: {@code id BIGINT NOT NULL, price DECIMAL(10 2), at TIMESTAMP(3), tags VARCHAR ARRAY}. */
public final class Columns {

    private Columns() {}

    /** The schema that the text describes. */
    public static Schema schema(String text) {
        return new Schema(Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .map(Columns::field)
                .toList());
    }

    private static Field field(String text) {
        int blank = text.indexOf(' ');
        String type = text.substring(blank + 1).strip();
        boolean notNull = type.endsWith(" NOT NULL");
        String bare = notNull ? type.substring(0, type.length() - " NOT NULL".length()) : type;
        return new Field(text.substring(0, blank), type(bare).withNullable(!notNull));
    }

    private static DataType type(String bare) {
        if (bare.endsWith(" ARRAY")) {
            return DataType.array(type(bare.substring(0, bare.length() - " ARRAY".length())));
        }
        int open = bare.indexOf('(');
        TypeKind kind = TypeKind.valueOf((open < 0 ? bare : bare.substring(0, open)).toUpperCase(Locale.ROOT));
        int precision = -1;
        int scale = 0;
        if (open >= 0) {
            String[] numbers = bare.substring(open + 1, bare.length() - 1).split(" ", -1);
            precision = Integer.parseInt(numbers[0]);
            scale = numbers.length > 1 ? Integer.parseInt(numbers[1]) : 0;
        }
        return new DataType(kind, precision, scale, true);
    }
}
