package io.tidemark.sql.ast.security;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code GRANT role, … TO name, …}, or {@code REVOKE role, … FROM name, …}. */
public final class SqlGrantRoles extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "GRANT ROLE",
            SqlKind.OTHER_DDL,
            (pos, operands) -> new SqlGrantRoles(pos, operands.flag(0), operands.list(1), operands.list(2)));

    private final boolean revoke;
    private final SqlNodeList roles;
    private final SqlNodeList grantees;

    /** Makes a statement. */
    public SqlGrantRoles(SqlParserPos pos, boolean revoke, SqlNodeList roles, SqlNodeList grantees) {
        super(pos);
        this.revoke = revoke;
        this.roles = roles;
        this.grantees = grantees;
    }

    /** Returns whether the roles are taken away. */
    public boolean revoke() {
        return revoke;
    }

    /** Returns the roles. */
    public List<String> roles() {
        return Names.of(roles);
    }

    /** Returns the users and roles that become members. */
    public List<String> grantees() {
        return Names.of(grantees);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(NodeOperator.flag(revoke), roles, grantees);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword(revoke ? "REVOKE" : "GRANT");
        Names.unparse(writer, roles);
        writer.keyword(revoke ? "FROM" : "TO");
        Names.unparse(writer, grantees);
    }
}
