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

/** {@code DROP ROLE [IF EXISTS] name}, or {@code DROP USER [IF EXISTS] name}. */
public final class SqlDropRole extends SqlDrop {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "DROP ROLE",
            SqlKind.OTHER_DDL,
            (pos, operands) -> new SqlDropRole(pos, operands.flag(0), operands.name(1), operands.flag(2)));

    private final boolean user;
    private final SqlIdentifier name;

    /** Makes a statement. */
    public SqlDropRole(SqlParserPos pos, boolean user, SqlIdentifier name, boolean ifExists) {
        super(OPERATOR, pos, ifExists);
        this.user = user;
        this.name = name;
    }

    /** Returns whether it is a user. */
    public boolean user() {
        return user;
    }

    /** Returns the name. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns whether a missing role makes the statement do nothing. */
    public boolean ifExists() {
        return ifExists;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(NodeOperator.flag(user), name, NodeOperator.flag(ifExists));
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword(user ? "DROP USER" : "DROP ROLE");
        if (ifExists) {
            writer.keyword("IF EXISTS");
        }
        name.unparse(writer, 0, 0);
    }
}
