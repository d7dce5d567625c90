package io.tidemark.sql.ast;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code EXECUTE STATEMENT SET BEGIN insert; … END}: several inserts that run as one query. */
public final class SqlStatementSet extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "STATEMENT SET", SqlKind.OTHER, (pos, operands) -> new SqlStatementSet(pos, operands.list(0)));

    private final SqlNodeList inserts;

    /** Makes a set of at least one insert. */
    public SqlStatementSet(SqlParserPos pos, SqlNodeList inserts) {
        super(pos);
        this.inserts = inserts;
    }

    /** Returns the inserts in order, each a {@code SqlInsert} or a {@link SqlEmitInsert}. */
    public List<SqlNode> inserts() {
        return List.copyOf(inserts);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(inserts);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("EXECUTE STATEMENT SET BEGIN");
        for (SqlNode insert : inserts) {
            writer.newlineAndIndent();
            insert.unparse(writer, 0, 0);
            writer.print(";");
        }
        writer.newlineAndIndent();
        writer.keyword("END");
    }
}
