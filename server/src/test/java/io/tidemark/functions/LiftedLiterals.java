package io.tidemark.functions;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An expression whose literals have become columns of a table, so that code is generated for it instead of a value being worked out beforehand.
 *
 * @param sql the expression over columns
 * @param values the literal of each column that it reads
 */
record LiftedLiterals(String sql, Map<String, String> values) {

    /** The columns that there are of each type, and how many. */
    private static final Map<String, Integer> COLUMNS = columnsOfTypes();

    private static final Pattern TOKEN = Pattern.compile("(?<kept>!(?:'(?:[^']|'')*'|-?[0-9.]+))"
            + "|(?<interval>INTERVAL '[^']*')"
            + "|(?<null>CAST\\(NULL AS (?<nulltype>[A-Z]+)(?:\\([0-9, ]+\\))?\\))"
            + "|(?<type>\\b(?:DECIMAL|VARCHAR|CHAR|VARBINARY|TIMESTAMP|TIME|TIMESTAMP_LTZ)\\([0-9, ]+\\)(?! ?'))"
            + "|(?<time>\\b(?<timetype>DATE|TIMESTAMP|TIME) '[^']*')"
            + "|(?<bytes>\\b[xX]'[0-9A-Fa-f]*')"
            + "|(?<text>'(?:[^']|'')*')"
            + "|(?<truth>(?<!IS |NOT )\\b(?:TRUE|FALSE)\\b)"
            + "|(?<number>(?:(?<=[(,=]|[(,=+*/<>] |^)-)?(?<![A-Za-z0-9_.])[0-9]+(?:\\.[0-9]+)?(?:E-?[0-9]+)?)");

    private static Map<String, Integer> columnsOfTypes() {
        Map<String, Integer> columns = new LinkedHashMap<>();
        columns.put("VARCHAR", 5);
        columns.put("INT", 5);
        columns.put("BIGINT", 3);
        columns.put("DOUBLE", 4);
        columns.put("DECIMAL", 3);
        columns.put("BOOLEAN", 3);
        columns.put("DATE", 4);
        columns.put("TIME", 2);
        columns.put("TIMESTAMP", 3);
        columns.put("VARBINARY", 2);
        return columns;
    }

    /** The definitions of all columns that there may be. */
    static String definitions() {
        List<String> definitions = new ArrayList<>();
        COLUMNS.forEach((type, count) -> {
            for (int i = 1; i <= count; i++) {
                definitions.add(column(type, i) + " " + declared(type));
            }
        });
        return String.join(", ", definitions);
    }

    /** The literals of a row, in the order of the columns. */
    String row() {
        List<String> row = new ArrayList<>();
        COLUMNS.forEach((type, count) -> {
            for (int i = 1; i <= count; i++) {
                row.add(values.getOrDefault(column(type, i), "CAST(NULL AS " + declared(type) + ")"));
            }
        });
        return String.join(", ", row);
    }

    private static String column(String type, int number) {
        return "c_" + type.toLowerCase(java.util.Locale.ROOT) + number;
    }

    private static String declared(String type) {
        return switch (type) {
            case "DECIMAL" -> "DECIMAL(20, 6)";
            case "TIME" -> "TIME(6)";
            case "TIMESTAMP" -> "TIMESTAMP(6)";
            default -> type;
        };
    }

    /** Takes an expression. */
    static LiftedLiterals of(String expression) {
        Map<String, String> values = new LinkedHashMap<>();
        Matcher token = TOKEN.matcher(expression);
        StringBuilder sql = new StringBuilder();
        while (token.find()) {
            token.appendReplacement(sql, Matcher.quoteReplacement(replacement(token, values)));
        }
        token.appendTail(sql);
        return new LiftedLiterals(sql.toString(), values);
    }

    /** The expression with its literals, the marks of those that stay taken away. */
    static String literal(String expression) {
        return expression.replaceAll("!(?=['0-9-])", "");
    }

    private static String replacement(Matcher token, Map<String, String> values) {
        String text = token.group();
        if (token.group("kept") != null) {
            return text.substring(1);
        }
        if (token.group("interval") != null || token.group("type") != null) {
            return text;
        }
        String type = type(token);
        for (int i = 1; i <= COLUMNS.get(type); i++) {
            String column = column(type, i);
            if (text.equals(values.get(column))) {
                return column;
            }
            if (!values.containsKey(column)) {
                values.put(column, token.group("null") != null ? "CAST(NULL AS " + declared(type) + ")" : text);
                return column;
            }
        }
        throw new IllegalArgumentException("too many literals of type " + type + " in one expression");
    }

    private static String type(Matcher token) {
        if (token.group("null") != null) {
            String type = token.group("nulltype");
            return type.equals("INTEGER") ? "INT" : type;
        }
        if (token.group("time") != null) {
            return token.group("timetype");
        }
        if (token.group("bytes") != null) {
            return "VARBINARY";
        }
        if (token.group("text") != null) {
            return "VARCHAR";
        }
        if (token.group("truth") != null) {
            return "BOOLEAN";
        }
        String number = token.group();
        if (number.contains("E")) {
            return "DOUBLE";
        }
        if (number.contains(".")) {
            return "DECIMAL";
        }
        return new BigInteger(number).bitLength() < Integer.SIZE ? "INT" : "BIGINT";
    }
}
