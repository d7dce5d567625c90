package io.tidemark.connectors.json;

import io.tidemark.runtime.batch.Schema;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds the column that a field's name stands for: exactly, else without regard to case.
 *
 * <p><b>Cost</b>: objects of one source mostly have the same fields in the same order, so the answer of the last object at the same place is
 * tried first: one comparison of strings that are mostly the same one.
 */
final class JsonFieldMatcher {

    /** No column has that name. */
    static final int NONE = -1;

    private static final int MAX_PREDICTED = 256;

    private final Map<String, Integer> exact = new HashMap<>();
    private final Map<String, Integer> anyCase = new HashMap<>();
    private final String[] predictedNames = new String[MAX_PREDICTED];
    private final int[] predictedCodes = new int[MAX_PREDICTED];

    /** Matches the columns of {@code schema} listed in {@code columns}. */
    JsonFieldMatcher(Schema schema, List<Integer> columns) {
        for (int column : columns) {
            String name = schema.field(column).name();
            exact.put(name, code(column, true));
            anyCase.put(name.toLowerCase(Locale.ROOT), code(column, false));
        }
    }

    /** The code of a field's column, for {@link #column} and {@link #isExact}, or {@link #NONE}. */
    int match(int ordinal, String name) {
        if (ordinal >= MAX_PREDICTED) {
            return lookUp(name);
        }
        if (!name.equals(predictedNames[ordinal])) {
            predictedNames[ordinal] = name;
            predictedCodes[ordinal] = lookUp(name);
        }
        return predictedCodes[ordinal];
    }

    private int lookUp(String name) {
        Integer code = exact.get(name);
        return code != null ? code : anyCase.getOrDefault(name.toLowerCase(Locale.ROOT), NONE);
    }

    private static int code(int column, boolean exactly) {
        return column << 1 | (exactly ? 1 : 0);
    }

    /** The column's index in the schema. */
    static int column(int code) {
        return code >> 1;
    }

    /** Whether the name is the column's in the same case. */
    static boolean isExact(int code) {
        return (code & 1) != 0;
    }
}
