package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.function.WindowTableFunction;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.NearestName;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/** Calcite's messages that people meet, and what is said in their place. */
final class ValidatorMessages {
    static final String TEXT_HINT = "write CAST(… AS type) where text is to be taken for something else";

    private static final String DAY = "\\d{4}-\\d{1,2}-\\d{1,2}";
    private static final String CLOCK = "\\d{1,2}:\\d{1,2}:\\d{1,2}(\\.\\d+)?";

    private final KnownNames names;

    ValidatorMessages(KnownNames names) {
        this.names = names;
    }

    private record Failure(Matcher match, SqlNode root, SqlNode node) {
        String part(int index) {
            return match.group(index);
        }
    }

    private interface Wording {
        CodedException word(ValidatorMessages messages, Failure failure);
    }

    private record Rule(Pattern pattern, Wording wording) {}

    private static final List<Rule> RULES = List.of(
            rule("(?:Column|Unknown identifier) '(.*?)'(?: not found.*)?", (m, f) -> m.unknownColumn(f)),
            rule("Unknown target column '(.*)'", (m, f) -> m.unknownColumn(f)),
            rule(
                    "Table '(.*?)' not found.*",
                    (m, f) -> CodedException.of(
                                    ErrorCode.UNKNOWN_RELATION, "no relation or alias \"" + f.part(1) + "\" in FROM")
                            .hint("a relation that has an alias goes by it alone")),
            rule(
                    "Object '(.*?)' not found within '(.*?)'.*",
                    (m, f) -> m.unknownRelation(new RelationName(f.part(2), f.part(1)).toString())),
            rule("Object '(.*?)' not found.*", (m, f) -> m.unknownObject(f)),
            rule(
                    "Column '(.*)' is ambiguous",
                    (m, f) -> CodedException.of(ErrorCode.AMBIGUOUS_COLUMN, "column \"" + f.part(1) + "\" is ambiguous")
                            .hint("put the relation's name or alias in front of it")),
            rule(
                    "Expression '(.*)' is not being grouped",
                    (m, f) -> CodedException.of(
                                    ErrorCode.GROUPING,
                                    "\"" + plain(f.part(1)) + "\" is neither grouped nor inside an aggregate")
                            .hint("add it to GROUP BY, or aggregate it")),
            rule("No match found for function signature (.*)", (m, f) -> unknownFunction(f.part(1))),
            rule(
                    "Cannot apply '(.*?)' to arguments of type '(.*)'\\. Supported form\\(s\\): (.*)",
                    (m, f) -> operands(f)),
            rule(
                    "Invalid number of arguments to function '(.*)'\\. Was expecting (.*) arguments?",
                    (m, f) -> argumentCount(f.part(1), f.part(2))),
            rule(
                    "Cannot assign to target field '(.*)' of type (.*) from source field '(.*)' of type (.*)",
                    (m, f) -> CodedException.typeMismatch(
                                    "the value for column \"" + f.part(1) + "\"", type(f.part(4)), type(f.part(2)))
                            .hint("write CAST(… AS " + type(f.part(2)) + ") if that is what you mean")),
            rule(
                    "Column '(.*)' has no default value and does not allow NULLs",
                    (m, f) -> CodedException.of(
                            ErrorCode.NOT_NULL_VIOLATION,
                            "column \"" + f.part(1) + "\" does not allow NULL, and no value is given for it")),
            rule(
                    "Number of INSERT target columns \\((.*)\\) does not equal number of source items \\((.*)\\)",
                    (m, f) -> CodedException.validation(
                            "INSERT has " + f.part(1) + " columns but " + f.part(2) + " values")),
            rule(
                    "Target column '(.*)' is assigned more than once",
                    (m, f) -> CodedException.of(
                            ErrorCode.DUPLICATE_COLUMN, "column \"" + f.part(1) + "\" is assigned twice")),
            rule("Illegal use of dynamic parameter", (m, f) -> untypedParameter()),
            rule(
                    "Illegal use of 'NULL'",
                    (m, f) -> CodedException.of(ErrorCode.TYPE_MISMATCH, "NULL has no type here")
                            .hint("write CAST(NULL AS type)")),
            rule(
                    "Cast function cannot convert value of type (.*) to type (.*)",
                    (m, f) -> CodedException.of(
                            ErrorCode.TYPE_MISMATCH,
                            "a value of type " + type(f.part(1)) + " cannot be cast to " + type(f.part(2)))),
            rule(
                    "(WHERE|HAVING|QUALIFY|FILTER|ON) clause must be a condition",
                    (m, f) -> CodedException.typeMismatch("the condition of " + f.part(1), "not BOOLEAN", "BOOLEAN")),
            rule(
                    "Aggregate expressions? (?:is|are) illegal in (.*) clause",
                    (m, f) -> CodedException.of(ErrorCode.GROUPING, "an aggregate may not stand in " + f.part(1))),
            rule(
                    "Aggregate expressions cannot be nested",
                    (m, f) -> CodedException.of(ErrorCode.GROUPING, "an aggregate may not stand inside another")),
            rule(
                    "Illegal (DATE|TIME|TIMESTAMP) literal '(.*)': not in format '(.*)'.*",
                    (m, f) -> badTime(f.part(1), f.part(2), f.part(3))),
            rule(
                    "Illegal mixing of types in CASE or COALESCE statement",
                    (m, f) -> CodedException.of(
                                    ErrorCode.TYPE_MISMATCH,
                                    "the results of CASE or COALESCE have types that don't go together")
                            .hint("write CAST(… AS type) around some of them")),
            rule(
                    "Type mismatch in column (.*) of (.*)",
                    (m, f) -> CodedException.of(
                                    ErrorCode.TYPE_MISMATCH,
                                    "column " + f.part(1) + " has types that don't go together in the parts of "
                                            + f.part(2))
                            .hint("write CAST(… AS type) in one of them")),
            rule(
                    "Values passed to (.*) operator must have compatible types",
                    (m, f) -> CodedException.of(
                            ErrorCode.TYPE_MISMATCH,
                            "the operands of " + f.part(1) + " have types that don't go together")));

    /** The error for a message of Calcite's about a node in a tree. */
    CodedException translate(String message, SqlNode root, SqlNode node) {
        String line = message.replaceAll("\\s+", " ").trim();
        for (Rule rule : RULES) {
            Matcher match = rule.pattern.matcher(line);
            if (match.matches()) {
                return rule.wording.word(this, new Failure(match, root, node));
            }
        }
        boolean keyword = line.length() > 1 && Character.isUpperCase(line.charAt(1));
        return CodedException.validation(
                plain(keyword ? line : Character.toLowerCase(line.charAt(0)) + line.substring(1)));
    }

    static CodedException untypedParameter() {
        return CodedException.of(ErrorCode.PARAMETERS, "the type of a parameter can't be told from its place")
                .hint("write CAST(? AS type)");
    }

    private CodedException unknownColumn(Failure failure) {
        KnownNames.Place place = names.around(failure.root, failure.node);
        return CodedException.unknownColumn(failure.part(1), place.words(), place.columns());
    }

    private CodedException unknownRelation(String name) {
        return CodedException.unknownRelation(name, names.relations());
    }

    private CodedException unknownObject(Failure failure) {
        String name = failure.part(1);
        if (failure.node instanceof SqlIdentifier identifier && identifier.names.size() > 1) {
            return CodedException.of(ErrorCode.UNKNOWN_SCHEMA, "no schema \"" + name + "\"")
                    .hint(NearestName.hint(name, names.schemas(), "there are"));
        }
        boolean schema = names.schemas().stream().anyMatch(s -> s.equalsIgnoreCase(name));
        return schema
                ? CodedException.of(ErrorCode.WRONG_OBJECT_KIND, "\"" + name + "\" is a schema, not a relation")
                : unknownRelation(name);
    }

    /** Calcite finds fault with the form even of a time that has the right form but does not exist. */
    private static CodedException badTime(String type, String value, String form) {
        boolean formed = switch (type.toUpperCase(Locale.ROOT)) {
            case "DATE" -> value.trim().matches(DAY);
            case "TIME" -> value.trim().matches(CLOCK);
            default -> value.trim().matches(DAY + " +" + CLOCK);
        };
        return CodedException.validation("illegal " + type + " literal '" + value + "': "
                + (formed ? "there is no such day or time of day" : "not in format '" + form + "'"));
    }

    private static CodedException argumentCount(String function, String expected) {
        String count = WindowTableFunction.argumentCount(function).orElse(expected);
        return CodedException.of(
                ErrorCode.UNKNOWN_FUNCTION,
                "function " + function + " takes " + count + (count.equals("1") ? " argument" : " arguments"));
    }

    private static CodedException unknownFunction(String signature) {
        String name = signature.replaceAll("\\(.*", "");
        List<String> known = DialectOperators.functionNames();
        boolean exists = known.stream().anyMatch(name::equalsIgnoreCase);
        if (exists) {
            String arguments = signature.replaceAll("[<>]", "").replaceAll(", *", ", ");
            return CodedException.of(ErrorCode.UNKNOWN_FUNCTION, "no function " + arguments)
                    .hint("there is a " + name + " that takes other arguments");
        }
        return CodedException.of(ErrorCode.UNKNOWN_FUNCTION, "no function \"" + name + "\"")
                .hint(NearestName.of(name, known)
                        .map(near -> "did you mean \"" + near + "\"?")
                        .orElse("SHOW FUNCTIONS lists those there are"));
    }

    private static CodedException operands(Failure failure) {
        String operator = failure.part(1);
        String call = failure.part(2);
        return CodedException.of(ErrorCode.TYPE_MISMATCH, "\"" + operator + "\" cannot be applied to " + types(call))
                .hint("it takes " + forms(failure.part(3)) + (call.contains("CHAR") ? "; " + TEXT_HINT : ""));
    }

    private static String types(String call) {
        Matcher matcher = Pattern.compile("<(.*?)>").matcher(call);
        StringBuilder types = new StringBuilder();
        while (matcher.find()) {
            types.append(types.length() == 0 ? "" : " and ").append(type(matcher.group(1)));
        }
        return types.length() == 0 ? call : types.toString();
    }

    private static String forms(String forms) {
        return forms.replaceAll("' '", ", or ").replace("'", "").replaceAll("[<>](?=[A-Z])|(?<=[A-Z])>", "");
    }

    private static String type(String type) {
        return type.replaceAll(" NOT NULL$", "")
                .replace("INTEGER", "INT")
                .replace("TIMESTAMP_WITH_LOCAL_TIME_ZONE", "TIMESTAMP_LTZ")
                .replaceAll(" CHARACTER SET \"[^\"]*\"", "");
    }

    private static String plain(String text) {
        return text.replace("'", "\"").replace("`", "").replace("\"\"", "\"");
    }

    private static Rule rule(String pattern, Wording wording) {
        return new Rule(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), wording);
    }
}
