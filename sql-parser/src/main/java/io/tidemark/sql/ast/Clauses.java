package io.tidemark.sql.ast;

import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWriter;

/** Pieces of text that several statements share. */
public final class Clauses {
    private Clauses() {}

    /** Returns the elements of a list, checked to be of a class. */
    public static <T extends SqlNode> List<T> elements(SqlNodeList list, Class<T> type) {
        return list.stream().map(type::cast).toList();
    }

    /** Writes {@code CREATE [OR REPLACE] what [IF NOT EXISTS]}. */
    static void createHead(SqlWriter writer, boolean replace, String what, boolean ifNotExists) {
        writer.keyword(replace ? "CREATE OR REPLACE" : "CREATE");
        writer.keyword(what);
        if (ifNotExists) {
            writer.keyword("IF NOT EXISTS");
        }
    }

    /** Writes the nodes in parentheses, separated by commas. */
    public static void parenthesized(SqlWriter writer, Iterable<? extends SqlNode> nodes) {
        SqlWriter.Frame frame = writer.startList("(", ")");
        for (SqlNode node : nodes) {
            writer.sep(",");
            node.unparse(writer, 0, 0);
        }
        writer.endList(frame);
    }

    /** Writes {@code WITH ('key' = 'value', …)}, or nothing for an empty list. */
    static void withOptions(SqlWriter writer, List<SqlOption> options) {
        if (!options.isEmpty()) {
            writer.keyword("WITH");
            parenthesized(writer, options);
        }
    }
}
