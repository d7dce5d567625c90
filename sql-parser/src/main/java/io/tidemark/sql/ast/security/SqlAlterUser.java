package io.tidemark.sql.ast.security;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code ALTER USER name PASSWORD 'text'}. Prints without the password. */
public final class SqlAlterUser extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "ALTER USER",
            SqlKind.OTHER_DDL,
            (pos, operands) -> new SqlAlterUser(pos, operands.name(0), operands.node(1, SqlCharStringLiteral.class)));

    private final SqlIdentifier name;
    private final SqlCharStringLiteral password;

    /** Makes a statement. */
    public SqlAlterUser(SqlParserPos pos, SqlIdentifier name, SqlCharStringLiteral password) {
        super(pos);
        this.name = name;
        this.password = password;
    }

    /** Returns the user's name. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns the password, which must not get into messages, logs or plans. */
    public String password() {
        return password.getValueAs(String.class);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(name, password);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("ALTER USER");
        name.unparse(writer, 0, 0);
        writer.keyword("PASSWORD");
        HiddenText.unparse(writer);
    }
}
