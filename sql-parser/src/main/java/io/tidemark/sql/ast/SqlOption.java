package io.tidemark.sql.ast;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code 'key' = 'value'} in a WITH or SET list. A number or TRUE or FALSE as the value is taken as its text. */
public final class SqlOption extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "OPTION",
            SqlKind.OTHER,
            (pos, operands) -> new SqlOption(
                    pos, operands.node(0, SqlCharStringLiteral.class), operands.node(1, SqlCharStringLiteral.class)));

    private final SqlCharStringLiteral key;
    private final SqlCharStringLiteral value;

    /** Makes an option. */
    public SqlOption(SqlParserPos pos, SqlCharStringLiteral key, SqlCharStringLiteral value) {
        super(pos);
        this.key = key;
        this.value = value;
    }

    /** Returns the key as written. */
    public String key() {
        return key.getValueAs(String.class);
    }

    /** Returns the value's text. */
    public String value() {
        return value.getValueAs(String.class);
    }

    /** Returns where the key stands. */
    public SqlParserPos keyPosition() {
        return key.getParserPosition();
    }

    /** Returns where the value stands. */
    public SqlParserPos valuePosition() {
        return value.getParserPosition();
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(key, value);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        key.unparse(writer, 0, 0);
        writer.keyword("=");
        value.unparse(writer, 0, 0);
    }
}
