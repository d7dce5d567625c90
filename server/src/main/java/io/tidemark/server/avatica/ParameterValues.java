package io.tidemark.server.avatica;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/** The values of a prepared statement's parameters, as Java objects: numbers, strings, byte arrays; times as Avatica's numbers. */
final class ParameterValues {

    private ParameterValues() {}

    static List<@Nullable Object> of(@Nullable List<TypedValue> values) {
        List<@Nullable Object> objects = new ArrayList<>();
        if (values != null) {
            for (TypedValue value : values) {
                objects.add(value == null ? null : value.toLocal());
            }
        }
        return objects;
    }
}
