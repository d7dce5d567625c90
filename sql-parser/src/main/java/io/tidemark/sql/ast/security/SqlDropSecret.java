package io.tidemark.sql.ast.security;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import org.apache.calcite.sql.SqlDrop;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code DROP SECRET [IF EXISTS] name}. */
public final class SqlDropSecret extends SqlDrop {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "DROP SECRET",
            SqlKind.OTHER_DDL,
            (pos, operands) -> new SqlDropSecret(pos, operands.name(0), operands.flag(1)));

    private final SqlIdentifier name;

    /** Makes a statement. */
    public SqlDropSecret(SqlParserPos pos, SqlIdentifier name, boolean ifExists) {
        super(OPERATOR, pos, ifExists);
        this.name = name;
    }

    /** Returns the secret's name. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns whether a missing secret makes the statement do nothing. */
    public boolean ifExists() {
        return ifExists;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(name, NodeOperator.flag(ifExists));
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("DROP SECRET");
        if (ifExists) {
            writer.keyword("IF EXISTS");
        }
        name.unparse(writer, 0, 0);
    }
}
