package io.tidemark.server.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Calls every public method of an interface of {@code java.sql}, each on an object of its own, and writes down what came of it: {@code
 * getInt(int) = 7}, {@code getBlob(int) is not supported}, or what went wrong.
 */
final class EveryMethod<T> {

    /** What a method did that is neither an answer nor an honest refusal. */
    static final String WRONG = " WRONG: ";

    private final Class<T> type;
    private final Source<T> source;
    private final Map<Class<?>, Object> byType = new HashMap<>();
    private final Map<String, Object[]> byMethod = new HashMap<>();
    private final Map<String, String> hidden = new HashMap<>();
    private Function<Method, String> label = method -> "id";

    /** Where the objects come from. */
    interface Source<T> {
        T open(Method method) throws SQLException;
    }

    EveryMethod(Class<T> type, Source<T> source) {
        this.type = type;
        this.source = source;
    }

    /** The argument for parameters of a type. */
    EveryMethod<T> argument(Class<?> parameter, Object value) {
        byType.put(parameter, value);
        return this;
    }

    /** The arguments of one method, named as in {@code execute(String, int)}. */
    EveryMethod<T> arguments(String method, Object... values) {
        byMethod.put(method, values);
        return this;
    }

    /** The argument for texts, by method. */
    EveryMethod<T> texts(Function<Method, String> labels) {
        label = labels;
        return this;
    }

    /** Does not write down the answer of a method, which is another at each time or in each version. */
    EveryMethod<T> hide(String method, String instead) {
        hidden.put(method, instead);
        return this;
    }

    /** One line for each method, in alphabetical order. */
    List<String> lines() {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .sorted(Comparator.comparing(EveryMethod::name))
                .map(this::line)
                .collect(Collectors.toList());
    }

    private static String name(Method method) {
        return method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    private String line(Method method) {
        String name = name(method);
        try {
            T target = source.open(method);
            Object answer = method.invoke(target, argumentsOf(method));
            String text = method.getReturnType() == void.class ? "done" : text(answer);
            return name + " = " + hidden.getOrDefault(name, text);
        } catch (InvocationTargetException e) {
            return name + failure(e.getCause());
        } catch (ReflectiveOperationException | SQLException | IOException e) {
            return name + WRONG + e;
        }
    }

    private static String failure(Throwable failure) {
        if (failure instanceof SQLFeatureNotSupportedException refusal && !"00000".equals(refusal.getSQLState())) {
            return " is not supported";
        }
        return WRONG + failure;
    }

    private Object[] argumentsOf(Method method) {
        Object[] given = byMethod.get(name(method));
        if (given != null) {
            return given;
        }
        return Arrays.stream(method.getParameterTypes())
                .map(parameter -> parameter == String.class ? label.apply(method) : byType.get(parameter))
                .toArray();
    }

    private static String text(Object value) throws SQLException, IOException {
        if (value instanceof ResultSet rows) {
            return rows(rows);
        }
        if (value instanceof InputStream stream) {
            return Arrays.toString(stream.readAllBytes());
        }
        if (value instanceof Reader reader) {
            char[] characters = new char[100];
            return new String(characters, 0, reader.read(characters));
        }
        if (value instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        }
        if (value instanceof int[] numbers) {
            return Arrays.toString(numbers);
        }
        if (value instanceof long[] numbers) {
            return Arrays.toString(numbers);
        }
        if (value instanceof Array array) {
            return Arrays.deepToString((Object[]) array.getArray());
        }
        // An object of the driver's is told by what it is for.
        boolean own = value != null && value.getClass().getName().startsWith("io.tidemark");
        return own ? "an object" : String.valueOf(value);
    }

    /** The columns with their types, and the rows. */
    private static String rows(ResultSet rows) throws SQLException {
        ResultSetMetaData metadata = rows.getMetaData();
        StringJoiner text = new StringJoiner("\n    ");
        StringJoiner columns = new StringJoiner(", ");
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            String typeName = metadata.getColumnTypeName(i);
            columns.add(metadata.getColumnLabel(i) + (typeName.equals("VARCHAR") ? "" : " " + typeName));
        }
        text.add(columns.toString());
        while (rows.next()) {
            StringJoiner row = new StringJoiner("|");
            for (int i = 1; i <= metadata.getColumnCount(); i++) {
                row.add(String.valueOf(rows.getString(i)));
            }
            text.add(row.toString());
        }
        rows.close();
        return text.toString();
    }
}
