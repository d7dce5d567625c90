package io.tidemark.sql.error;

import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An error a user or operator is told about: a code, a message, and where they are known the place in the SQL text and what to
 * do about it.
 *
 * <p>Made by a named factory, then refined: {@code CodedException.unknownColumn("amout", "orders", names).at(position, sql)}.
 * Refining returns a copy with the first one's stack trace. The message is in lower case with names in double quotes and
 * without position; {@link #render()} puts everything together.
 */
public final class CodedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final String text;
    private final @Nullable SourcePosition position;
    private final @Nullable String fragment;
    private final @Nullable String hint;

    private CodedException(ErrorCode code, String text, Details details, boolean stackTrace) {
        super(text, details.cause, true, stackTrace);
        this.code = code;
        this.text = text;
        this.position = details.position;
        this.fragment = details.fragment;
        this.hint = details.hint;
    }

    private record Details(
            @Nullable SourcePosition position,
            @Nullable String fragment,
            @Nullable String hint,
            @Nullable Throwable cause) {
        static final Details NONE = new Details(null, null, null, null);
    }

    /** Makes an error of any code; prefer a named factory where one fits. */
    public static CodedException of(ErrorCode code, String message) {
        return new CodedException(code, message, Details.NONE, true);
    }

    /** The text is not SQL of this dialect. */
    public static CodedException syntax(String message) {
        return of(ErrorCode.SYNTAX, message);
    }

    /** A column is in none of the relations in scope; {@code relation} says where it was looked for. */
    public static CodedException unknownColumn(String column, String relation, Collection<String> columns) {
        return of(ErrorCode.UNKNOWN_COLUMN, "no column \"" + column + "\" in " + relation)
                .hint(NearestName.hint(column, columns, "its columns are"));
    }

    /** There is no stream, table or view of that name. The tables of INFORMATION_SCHEMA are not listed, but found if one is near. */
    public static CodedException unknownRelation(String name, Collection<String> relations) {
        Collection<String> listed = relations.stream()
                .filter(relation -> !relation.startsWith("INFORMATION_SCHEMA."))
                .toList();
        boolean isNear = listed.isEmpty() || NearestName.of(name, relations).isPresent();
        return of(ErrorCode.UNKNOWN_RELATION, "no stream, table or view \"" + name + "\"")
                .hint(NearestName.hint(name, isNear ? relations : listed, "there are"));
    }

    /** There is no object of that kind ("query", "index", "setting") and name. */
    public static CodedException unknownObject(String kind, String name, Collection<String> known) {
        return of(ErrorCode.UNKNOWN_OBJECT, "no " + kind + " \"" + name + "\"")
                .hint(NearestName.hint(name, known, "there are"));
    }

    /** The name is taken by an object of the given kind. */
    public static CodedException duplicateName(String kind, String name) {
        return of(ErrorCode.DUPLICATE_NAME, kind + " \"" + name + "\" already exists");
    }

    /** A construct that is right SQL, but not done by this version. */
    public static CodedException unsupported(String construct) {
        return of(ErrorCode.UNSUPPORTED, construct + " is not supported");
    }

    /** There is no connector of that name. */
    public static CodedException unknownConnector(String name, Collection<String> known) {
        return of(ErrorCode.UNKNOWN_CONNECTOR, "no connector \"" + name + "\"")
                .hint(NearestName.hint(name, known, "known connectors are"));
    }

    /** There is no format of that name. */
    public static CodedException unknownFormat(String name, Collection<String> known) {
        return of(ErrorCode.UNKNOWN_FORMAT, "no format \"" + name + "\"")
                .hint(NearestName.hint(name, known, "known formats are"));
    }

    /** An option is not known to {@code where}, such as {@code connector "kafka"}. The hint lists the known ones too. */
    public static CodedException unknownOption(String key, String where, Collection<String> known) {
        String list = known.isEmpty() ? "it takes no options" : "known options are " + NearestName.list(known);
        return of(ErrorCode.UNKNOWN_OPTION, "unknown option \"" + key + "\" for " + where)
                .hint(NearestName.of(key, known)
                        .map(near -> "did you mean \"" + near + "\"? " + list)
                        .orElse(list));
    }

    /** An option's value is wrong; {@code expected} completes "expected …". */
    public static CodedException invalidOption(String key, String value, String expected) {
        return of(ErrorCode.INVALID_OPTION, "option \"" + key + "\" is \"" + value + "\", expected " + expected);
    }

    /** A required option is missing from {@code where}, such as {@code connector "kafka"}. */
    public static CodedException missingOption(String key, String where) {
        return of(ErrorCode.MISSING_OPTION, where + " needs option \"" + key + "\"");
    }

    /** Something has one type where another is needed. */
    public static CodedException typeMismatch(String what, String actual, String expected) {
        return of(ErrorCode.TYPE_MISMATCH, what + " is " + actual + ", expected " + expected);
    }

    /** The statement breaks a rule that has no code of its own. */
    public static CodedException validation(String message) {
        return of(ErrorCode.VALIDATION, message);
    }

    /** The stack has no room for the depth of the statement; a chain of operators is as deep as it is long. */
    public static CodedException nestedTooDeeply() {
        return of(ErrorCode.RESOURCE_LIMIT, "the statement is nested too deeply")
                .hint(
                        "split it into views, or write a long chain of conditions on one column with IN or as a join with VALUES");
    }

    /** Others depend on what should be dropped. */
    public static CodedException dependents(String kind, String name, Collection<String> dependents) {
        return of(
                        ErrorCode.DEPENDENTS,
                        kind + " \"" + name + "\" cannot be dropped, because these depend on it: "
                                + NearestName.enumerate(dependents))
                .hint("drop them first, or add CASCADE");
    }

    /** Others go on from what the object to be replaced is now. */
    public static CodedException dependentsOfReplaced(String kind, String name, Collection<String> dependents) {
        return of(
                        ErrorCode.DEPENDENTS,
                        kind + " \"" + name + "\" cannot be replaced, because these depend on it: "
                                + NearestName.enumerate(dependents))
                .hint("drop them first, and create them again afterwards");
    }

    /** What was to be changed is no more, or another of its name has taken its place; {@code object} in words, as in {@code table "t"}. */
    public static CodedException droppedMeanwhile(String object) {
        return of(
                        ErrorCode.CONFLICT,
                        object
                                + " was dropped or replaced since the transaction began, so the transaction was rolled back")
                .hint("run it again");
    }

    /** A row fails. <b>Cost</b>: without a stack trace, because there may be one for every row. */
    public static CodedException rowError(ErrorCode code, String message) {
        return new CodedException(code, message, Details.NONE, false);
    }

    /** A file, device or stream outside failed. */
    public static CodedException externalIo(String message, Throwable cause) {
        return of(ErrorCode.EXTERNAL_IO, message).cause(cause);
    }

    /** An address outside does not answer. */
    public static CodedException unreachable(String message, Throwable cause) {
        return of(ErrorCode.EXTERNAL_UNREACHABLE, message).cause(cause);
    }

    /** The server's own invariants are broken. */
    public static CodedException internal(String message) {
        return of(ErrorCode.INTERNAL, message);
    }

    /** Returns a copy that points to a place in the statement, and quotes nothing. */
    public CodedException at(SourcePosition place) {
        return copy(new Details(place, null, hint, getCause()));
    }

    /** Returns a copy that points to a place in {@code sql} and quotes what stands there. */
    public CodedException at(SourcePosition place, String sql) {
        String quoted = place.fragment(sql);
        return copy(new Details(place, quoted.isEmpty() ? null : quoted, hint, getCause()));
    }

    /** Returns a copy that points to another place, where the same text stands: a statement's place in its script. */
    public CodedException moved(SourcePosition place) {
        return copy(new Details(place, fragment, hint, getCause()));
    }

    /** Returns a copy with a sentence that says what to do. */
    public CodedException hint(String sentence) {
        return copy(new Details(position, fragment, sentence, getCause()));
    }

    /** Returns a copy with the sentence, or this if there is none. */
    public CodedException hint(Optional<String> sentence) {
        return sentence.map(this::hint).orElse(this);
    }

    /** Returns a copy with a cause. */
    public CodedException cause(Throwable reason) {
        return copy(new Details(position, fragment, hint, reason));
    }

    private CodedException copy(Details details) {
        boolean traced = getStackTrace().length > 0;
        CodedException copy = new CodedException(code, text, details, traced);
        if (traced) {
            copy.setStackTrace(getStackTrace());
        }
        return copy;
    }

    /** Returns the code. */
    public ErrorCode code() {
        return code;
    }

    /** Returns where in the SQL text. */
    public Optional<SourcePosition> position() {
        return Optional.ofNullable(position);
    }

    /** Returns what stands in the SQL text there, shortened. */
    public Optional<String> fragment() {
        return Optional.ofNullable(fragment);
    }

    /** Returns what to do about it. */
    public Optional<String> hint() {
        return Optional.ofNullable(hint);
    }

    /** Returns the message alone, without position and hint. */
    @Override
    public String getMessage() {
        return text;
    }

    /** Returns everything in one line: {@code message at line L, column C: fragment. hint}. */
    public String render() {
        StringBuilder full = new StringBuilder(Objects.requireNonNull(text));
        if (position != null) {
            full.append(" at ").append(position);
        }
        if (fragment != null) {
            full.append(": ").append(fragment);
        }
        if (hint != null) {
            full.append(endsSentence(full) ? " " : ". ").append(hint);
        }
        return full.toString();
    }

    private static boolean endsSentence(CharSequence text) {
        return text.length() > 0 && ".!?".indexOf(text.charAt(text.length() - 1)) >= 0;
    }
}
