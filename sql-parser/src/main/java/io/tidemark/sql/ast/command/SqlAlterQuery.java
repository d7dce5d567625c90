package io.tidemark.sql.ast.command;

import io.tidemark.sql.ast.Clauses;
import io.tidemark.sql.ast.NodeOperator;
import io.tidemark.sql.ast.SqlOption;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code ALTER QUERY name SET ('key' = 'value', …)}. */
public final class SqlAlterQuery extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "ALTER QUERY",
            SqlKind.OTHER_DDL,
            (pos, operands) -> new SqlAlterQuery(pos, operands.name(0), operands.list(1)));

    private final SqlIdentifier name;
    private final SqlNodeList options;

    /** Makes a statement. */
    public SqlAlterQuery(SqlParserPos pos, SqlIdentifier name, SqlNodeList options) {
        super(pos);
        this.name = name;
        this.options = options;
    }

    /** Returns the query's name. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns the options in order. */
    public List<SqlOption> options() {
        return Clauses.elements(options, SqlOption.class);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(name, options);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("ALTER QUERY");
        name.unparse(writer, 0, 0);
        writer.keyword("SET");
        Clauses.parenthesized(writer, options);
    }
}
