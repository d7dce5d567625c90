package io.tidemark.planner.statement;

import org.apache.calcite.sql.SqlNode;

/** A statement's parse tree with its text. Opaque to everyone but the planner. */
public final class ParsedStatement {

    private final SqlNode node;
    private final String sql;

    /** Joins a tree with the text that it was parsed from. */
    public ParsedStatement(SqlNode node, String sql) {
        this.node = node;
        this.sql = sql;
    }

    /** The parse tree, for planning. */
    public SqlNode node() {
        return node;
    }

    /** The statement's text. */
    public String sql() {
        return sql;
    }
}
