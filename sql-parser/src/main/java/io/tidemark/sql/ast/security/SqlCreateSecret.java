package io.tidemark.sql.ast.security;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code CREATE [OR REPLACE] SECRET [IF NOT EXISTS] name AS 'value'}. Prints without the value. */
public final class SqlCreateSecret extends SqlCreate {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "CREATE SECRET",
            SqlKind.OTHER_DDL,
            (pos, operands) -> new SqlCreateSecret(
                    pos,
                    operands.name(0),
                    operands.flag(1),
                    operands.flag(2),
                    operands.node(3, SqlCharStringLiteral.class)));

    private final SqlIdentifier name;
    private final SqlCharStringLiteral value;

    /** Makes a statement. */
    public SqlCreateSecret(
            SqlParserPos pos, SqlIdentifier name, boolean replace, boolean ifNotExists, SqlCharStringLiteral value) {
        super(OPERATOR, pos, replace, ifNotExists);
        this.name = name;
        this.value = value;
    }

    /** Returns the secret's name. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns whether an existing secret is replaced. */
    public boolean replace() {
        return getReplace();
    }

    /** Returns whether an existing secret is kept. */
    public boolean ifNotExists() {
        return ifNotExists;
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
        return NodeOperator.operands(name, NodeOperator.flag(getReplace()), NodeOperator.flag(ifNotExists), value);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword(getReplace() ? "CREATE OR REPLACE SECRET" : "CREATE SECRET");
        if (ifNotExists) {
            writer.keyword("IF NOT EXISTS");
        }
        name.unparse(writer, 0, 0);
        writer.keyword("AS");
        HiddenText.unparse(writer);
    }
}
