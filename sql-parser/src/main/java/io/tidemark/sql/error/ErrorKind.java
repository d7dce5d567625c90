package io.tidemark.sql.error;

/** Who has to act on an error: the coarse class by which servers log, clients retry and tests group. */
public enum ErrorKind {
    /** The statement is wrong as written; the text has to change. */
    USER_SQL,
    /** A value is wrong; the row, or the statement that supplied it, has to change. */
    DATA,
    /** The statement is right, but this version does not do it. */
    UNSUPPORTED,
    /** A limit, a timeout or a state of the server stands in the way; the same statement may succeed later. */
    RESOURCE,
    /** A file, a broker, a database or the network failed. */
    EXTERNAL,
    /** A defect of the server itself. */
    INTERNAL,
    /** Not an error: reported beside a result, as an SQLWarning. */
    WARNING
}
