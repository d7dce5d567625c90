package io.tidemark.sql.ast;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code PRIMARY KEY (columns) [NOT ENFORCED]}. */
public final class SqlPrimaryKey extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "PRIMARY KEY",
            SqlKind.PRIMARY_KEY,
            (pos, operands) -> new SqlPrimaryKey(pos, operands.list(0), operands.flag(1)));

    private final SqlNodeList columns;
    private final boolean enforced;

    /** Makes a key of simple identifiers. */
    public SqlPrimaryKey(SqlParserPos pos, SqlNodeList columns, boolean enforced) {
        super(pos);
        this.columns = columns;
        this.enforced = enforced;
    }

    /** Returns the key's columns in order. */
    public List<SqlIdentifier> columns() {
        return Clauses.elements(columns, SqlIdentifier.class);
    }

    /** Returns whether the server has to see to it that no two rows share a key. */
    public boolean enforced() {
        return enforced;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(columns, NodeOperator.flag(enforced));
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("PRIMARY KEY");
        Clauses.parenthesized(writer, columns);
        if (!enforced) {
            writer.keyword("NOT ENFORCED");
        }
    }
}
