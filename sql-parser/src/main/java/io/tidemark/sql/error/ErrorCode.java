package io.tidemark.sql.error;

import java.util.Arrays;
import java.util.Optional;

/**
 * Every error and warning Tidemark reports.
 *
 * <p>The code string, the vendor code and the SQLSTATE of a constant never change once released: programs match on them. A
 * constant's name and summary may.
 */
public enum ErrorCode {
    SYNTAX("SQL-01", 1001, "42601", ErrorKind.USER_SQL, "The text is not a statement of the dialect."),
    UNKNOWN_COLUMN("SQL-02", 1002, "42703", ErrorKind.USER_SQL, "No relation in scope has a column of that name."),
    AMBIGUOUS_COLUMN(
            "SQL-03", 1003, "42702", ErrorKind.USER_SQL, "Several relations in scope have a column of that name."),
    UNKNOWN_RELATION("SQL-04", 1004, "42P01", ErrorKind.USER_SQL, "There is no stream, table or view of that name."),
    UNKNOWN_SCHEMA("SQL-05", 1005, "3F000", ErrorKind.USER_SQL, "There is no schema of that name."),
    UNKNOWN_OBJECT(
            "SQL-06", 1006, "42704", ErrorKind.USER_SQL, "There is no query, index, setting or type of that name."),
    UNKNOWN_FUNCTION("SQL-07", 1007, "42883", ErrorKind.USER_SQL, "No function of that name takes these arguments."),
    DUPLICATE_NAME("SQL-08", 1008, "42P07", ErrorKind.USER_SQL, "The name is taken, possibly in another case."),
    DUPLICATE_COLUMN("SQL-09", 1009, "42701", ErrorKind.USER_SQL, "A column is declared or assigned twice."),
    WRONG_OBJECT_KIND(
            "SQL-10", 1010, "42809", ErrorKind.USER_SQL, "The object is not of the kind the statement needs."),
    TYPE_MISMATCH("SQL-11", 1011, "42804", ErrorKind.USER_SQL, "An expression has a type its place does not take."),
    GROUPING("SQL-12", 1012, "42803", ErrorKind.USER_SQL, "An expression is neither grouped nor aggregated."),
    VALIDATION("SQL-13", 1013, "42000", ErrorKind.USER_SQL, "The statement breaks another rule of SQL."),
    DEPENDENTS("SQL-14", 1014, "2BP01", ErrorKind.USER_SQL, "Other objects depend on the one to be dropped."),
    PARAMETERS("SQL-15", 1015, "07001", ErrorKind.USER_SQL, "Parameters are missing or too many."),
    WRONG_STATE(
            "SQL-16", 1016, "55000", ErrorKind.USER_SQL, "The object's present state does not allow the statement."),
    INVALID_DEFINITION("SQL-17", 1017, "42611", ErrorKind.USER_SQL, "A definition contradicts itself."),
    AUTHENTICATION("SQL-18", 1018, "28000", ErrorKind.USER_SQL, "User or password is wrong."),
    OPEN_TRANSACTION(
            "SQL-19", 1019, "25001", ErrorKind.USER_SQL, "A transaction is open in which the statement cannot run."),
    NO_TRANSACTION("SQL-20", 1020, "25P01", ErrorKind.USER_SQL, "No transaction is open."),
    INSUFFICIENT_PRIVILEGE(
            "SQL-21", 1021, "42501", ErrorKind.USER_SQL, "The user lacks the privilege that the statement needs."),

    UNKNOWN_CONNECTOR("OPT-01", 1101, "42616", ErrorKind.USER_SQL, "There is no connector of that name."),
    UNKNOWN_FORMAT("OPT-02", 1102, "42616", ErrorKind.USER_SQL, "There is no format of that name."),
    UNKNOWN_OPTION("OPT-03", 1103, "42616", ErrorKind.USER_SQL, "The option is not known there."),
    INVALID_OPTION("OPT-04", 1104, "42616", ErrorKind.USER_SQL, "The option's value is not allowed."),
    MISSING_OPTION("OPT-05", 1105, "42616", ErrorKind.USER_SQL, "A required option is missing."),

    MODE_01(
            "MODE-01",
            1201,
            "42T01",
            ErrorKind.USER_SQL,
            "APPEND over an aggregate that changes rows already written."),
    MODE_02(
            "MODE-02",
            1202,
            "42T02",
            ErrorKind.USER_SQL,
            "APPEND over a ranking or OVER window that may replace rows."),
    MODE_03(
            "MODE-03",
            1203,
            "42T03",
            ErrorKind.USER_SQL,
            "APPEND over a join or set operation that can withdraw rows."),
    MODE_04("MODE-04", 1204, "42T04", ErrorKind.USER_SQL, "APPEND over an input that produces updates or deletes."),
    MODE_05("MODE-05", 1205, "42T05", ErrorKind.USER_SQL, "UPDATE needs a key and none can be derived."),
    MODE_06("MODE-06", 1206, "42T06", ErrorKind.USER_SQL, "The sink does not take what the mode emits."),
    MODE_07("MODE-07", 1207, "42T07", ErrorKind.USER_SQL, "COMPLETE over a result that only grows."),
    MODE_08("MODE-08", 1208, "42T08", ErrorKind.USER_SQL, "The sink's key is not a key of the query."),
    WM_01("WM-01", 1211, "42T11", ErrorKind.USER_SQL, "A window needs a watermark to close."),
    WM_02("WM-02", 1212, "42T12", ErrorKind.USER_SQL, "The watermark of a column was lost on the way."),
    NONDET_01(
            "NONDET-01",
            1221,
            "42T21",
            ErrorKind.USER_SQL,
            "A non-deterministic function over rows that may be retracted."),
    RECUR_01("RECUR-01", 1222, "42T22", ErrorKind.USER_SQL, "A recursion that has no incremental form."),
    MATCH_01("MATCH-01", 1223, "42T23", ErrorKind.USER_SQL, "A MATCH_RECOGNIZE that has no incremental form."),
    ORD_01("ORD-01", 1224, "42T24", ErrorKind.USER_SQL, "ORDER BY without LIMIT in a continuous result."),
    STATE_UNBOUNDED(
            "STATE-01", 1231, "42T31", ErrorKind.USER_SQL, "State that is never dropped, which a setting refuses."),

    ROW_ERROR_EVALUATION("ROW-01", 2001, "22000", ErrorKind.DATA, "An expression fails on a row."),
    ROW_ERROR_OVERFLOW("ROW-02", 2002, "22003", ErrorKind.DATA, "A number is out of its type's range."),
    ROW_ERROR_DIVISION_BY_ZERO("ROW-03", 2003, "22012", ErrorKind.DATA, "Division of an integer or decimal by zero."),
    ROW_ERROR_BAD_CAST("ROW-04", 2004, "22018", ErrorKind.DATA, "A value cannot be cast to the type."),
    ROW_ERROR_NULL_NOT_ALLOWED(
            "ROW-05", 2005, "22004", ErrorKind.DATA, "NULL where none is allowed, as in an event time."),
    ROW_ERROR_MALFORMED("ROW-06", 2006, "22P02", ErrorKind.DATA, "A record is not in the declared format."),
    ROW_ERROR_TIME_RANGE("ROW-07", 2007, "22008", ErrorKind.DATA, "A date or time is out of range."),
    ROW_ERROR_TOO_LONG("ROW-08", 2008, "22001", ErrorKind.DATA, "Text or bytes are longer than the type allows."),
    ROW_ERROR_FUTURE_TIME("ROW-09", 2009, "22T01", ErrorKind.DATA, "An event time is too far ahead of the wall clock."),
    INVALID_PARAMETER(
            "ROW-10", 2010, "22023", ErrorKind.DATA, "An argument or parameter has a value that is not allowed."),
    CARDINALITY("ROW-11", 2011, "21000", ErrorKind.DATA, "A scalar subquery returned more than one row."),
    DUPLICATE_KEY("ROW-12", 2012, "23505", ErrorKind.DATA, "A row with that primary key exists."),
    NOT_NULL_VIOLATION("ROW-13", 2013, "23502", ErrorKind.DATA, "NULL for a column that is NOT NULL."),

    UNSUPPORTED("FEAT-01", 3001, "0A000", ErrorKind.UNSUPPORTED, "This version does not do that."),

    RESOURCE_MEMORY("RES-01", 4001, "53200", ErrorKind.RESOURCE, "A memory budget is used up."),
    RESOURCE_DISK("RES-02", 4002, "53100", ErrorKind.RESOURCE, "The disk is full."),
    RESOURCE_CONNECTIONS("RES-03", 4003, "53300", ErrorKind.RESOURCE, "Too many connections."),
    RESOURCE_LIMIT("RES-04", 4004, "53400", ErrorKind.RESOURCE, "A configured limit is reached."),
    TIMEOUT("RES-05", 4005, "57014", ErrorKind.RESOURCE, "The statement took longer than its timeout."),
    CANCELLED("RES-06", 4006, "57014", ErrorKind.RESOURCE, "The statement was cancelled."),
    QUERY_FAILED("RES-07", 4007, "57T01", ErrorKind.RESOURCE, "The running query has failed."),
    QUERY_PAUSED("RES-08", 4008, "57T02", ErrorKind.RESOURCE, "The running query is paused, or was stopped."),
    LOCKED("RES-09", 4009, "55006", ErrorKind.RESOURCE, "Another server uses the data directory."),
    SHUTTING_DOWN("RES-10", 4010, "57P01", ErrorKind.RESOURCE, "The server is shutting down."),
    CONFLICT("RES-11", 4011, "40001", ErrorKind.RESOURCE, "A concurrent statement changed the same object."),
    INVALID_CONFIGURATION("RES-12", 4012, "F0000", ErrorKind.RESOURCE, "The server's configuration is not usable."),
    SUBSCRIPTION_LAG(
            "RES-13", 4013, "53T03", ErrorKind.RESOURCE, "A subscriber did not read its changes as fast as they came."),
    RESULT_EXPIRED("RES-14", 4014, "24T01", ErrorKind.RESOURCE, "A result was given up because nobody read on."),
    EPOCH_GONE("RES-15", 4015, "53T05", ErrorKind.RESOURCE, "The changes since that epoch are not kept any longer."),

    EXTERNAL_UNREACHABLE(
            "EXT-01", 5001, "08001", ErrorKind.EXTERNAL, "A broker, database or address cannot be reached."),
    EXTERNAL_CONNECTION_LOST("EXT-02", 5002, "08006", ErrorKind.EXTERNAL, "A connection broke."),
    EXTERNAL_IO("EXT-03", 5003, "58030", ErrorKind.EXTERNAL, "Reading or writing failed."),
    EXTERNAL_NOT_FOUND(
            "EXT-04", 5004, "58P01", ErrorKind.EXTERNAL, "A file, directory, topic or table outside does not exist."),
    EXTERNAL_REJECTED("EXT-05", 5005, "58000", ErrorKind.EXTERNAL, "The outside system refused the request."),
    EXTERNAL_ADDRESS_IN_USE("EXT-06", 5006, "58T01", ErrorKind.EXTERNAL, "The port is in use."),
    EXTERNAL_DATA_LOST(
            "EXT-07", 5007, "58T02", ErrorKind.EXTERNAL, "Rows that were to be read are gone from the source."),
    CONNECTION_UNKNOWN(
            "EXT-08",
            5008,
            "08003",
            ErrorKind.EXTERNAL,
            "The server does not know the connection any longer: it was idle too long, or the server was restarted."),
    PROTOCOL("EXT-09", 5009, "08P01", ErrorKind.EXTERNAL, "What was sent is no message of the protocol, or too large."),

    STATE_W1("STATE-W1", 8001, "01T01", ErrorKind.WARNING, "State that is never dropped."),
    JOIN_01("JOIN-01", 8002, "01T02", ErrorKind.WARNING, "A join without an equality compares every pair of rows."),
    QUERY_STARTED("NOTE-01", 8010, "01T10", ErrorKind.WARNING, "A continuous query was started; the text names it."),
    LATE_ROWS("NOTE-02", 8011, "01T11", ErrorKind.WARNING, "Rows were late; the text counts them."),
    BAD_ROWS("NOTE-03", 8012, "01T12", ErrorKind.WARNING, "Rows were bad; the text counts them."),
    DELETES_HIDDEN(
            "NOTE-04", 8013, "01T13", ErrorKind.WARNING, "Deletes can occur that are delivered only with ROW_KIND()."),
    NOTICE("NOTE-05", 8014, "01000", ErrorKind.WARNING, "Anything else worth knowing about a result."),

    INTERNAL("INT-01", 9001, "XX000", ErrorKind.INTERNAL, "A defect of the server."),
    CORRUPTED("INT-02", 9002, "XX001", ErrorKind.INTERNAL, "Stored data does not match its checksum.");

    private final String code;
    private final int vendorCode;
    private final String sqlState;
    private final ErrorKind kind;
    private final String summary;

    ErrorCode(String code, int vendorCode, String sqlState, ErrorKind kind, String summary) {
        this.code = code;
        this.vendorCode = vendorCode;
        this.sqlState = sqlState;
        this.kind = kind;
        this.summary = summary;
    }

    /** Returns the stable code string, such as {@code MODE-01}. */
    public String code() {
        return code;
    }

    /** Returns the number that {@code java.sql.SQLException.getErrorCode()} reports. */
    public int vendorCode() {
        return vendorCode;
    }

    /** Returns the five characters that {@code java.sql.SQLException.getSQLState()} reports. */
    public String sqlState() {
        return sqlState;
    }

    /** Returns who has to act. */
    public ErrorKind kind() {
        return kind;
    }

    /** Returns one sentence for the list of errors in the documentation. */
    public String summary() {
        return summary;
    }

    /** Finds a constant by the number that JDBC reports. */
    public static Optional<ErrorCode> ofVendorCode(int vendorCode) {
        return Arrays.stream(values()).filter(e -> e.vendorCode == vendorCode).findFirst();
    }
}
