package io.tidemark.sql.ast.security;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code CREATE ROLE name}. */
public final class SqlCreateRole extends SqlCreate {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "CREATE ROLE", SqlKind.OTHER_DDL, (pos, operands) -> new SqlCreateRole(pos, operands.name(0)));

    private final SqlIdentifier name;

    /** Makes a statement. */
    public SqlCreateRole(SqlParserPos pos, SqlIdentifier name) {
        super(OPERATOR, pos, false, false);
        this.name = name;
    }

    /** Returns the role's name. */
    public SqlIdentifier name() {
        return name;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(name);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("CREATE ROLE");
        name.unparse(writer, 0, 0);
    }
}
