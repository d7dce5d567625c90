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

/** {@code ALTER SECRET name AS 'value'}. Prints without the value. */
public final class SqlAlterSecret extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "ALTER SECRET",
            SqlKind.OTHER_DDL,
            (pos, operands) -> new SqlAlterSecret(pos, operands.name(0), operands.node(1, SqlCharStringLiteral.class)));

    private final SqlIdentifier name;
    private final SqlCharStringLiteral value;

    /** Makes a statement. */
    public SqlAlterSecret(SqlParserPos pos, SqlIdentifier name, SqlCharStringLiteral value) {
        super(pos);
        this.name = name;
        this.value = value;
    }

    /** Returns the secret's name. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns the value, which must not get into messages, logs or plans. */
    public String value() {
        return value.getValueAs(String.class);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(name, value);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("ALTER SECRET");
        name.unparse(writer, 0, 0);
        writer.keyword("AS");
        HiddenText.unparse(writer);
    }
}
