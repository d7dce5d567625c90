package io.tidemark.sql.ast.security;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWriter;

/** Lists of names, and how they are written. */
final class Names {
    private Names() {}

    /** Returns the names of a list of simple identifiers. */
    static List<String> of(SqlNodeList identifiers) {
        return identifiers.stream()
                .map(node -> ((SqlIdentifier) node).getSimple())
                .toList();
    }

    /** Writes nodes separated by commas. */
    static void unparse(SqlWriter writer, SqlNodeList nodes) {
        SqlWriter.Frame frame = writer.startList("", "");
        for (SqlNode node : nodes) {
            writer.sep(",");
            node.unparse(writer, 0, 0);
        }
        writer.endList(frame);
    }
}
