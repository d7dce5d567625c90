package io.tidemark.sql.ast;

import java.util.List;
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code CREATE SCHEMA [IF NOT EXISTS] name}. */
public final class SqlCreateSchema extends SqlCreate {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "CREATE SCHEMA",
            SqlKind.CREATE_SCHEMA,
            (pos, operands) -> new SqlCreateSchema(pos, operands.name(0), operands.flag(1)));

    private final SqlIdentifier name;

    /** Makes a statement. */
    public SqlCreateSchema(SqlParserPos pos, SqlIdentifier name, boolean ifNotExists) {
        super(OPERATOR, pos, false, ifNotExists);
        this.name = name;
    }

    /** Returns the name, possibly with the catalog. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns whether an existing schema makes the statement do nothing. */
    public boolean ifNotExists() {
        return ifNotExists;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(name, NodeOperator.flag(ifNotExists));
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        Clauses.createHead(writer, false, "SCHEMA", ifNotExists);
        name.unparse(writer, 0, 0);
    }
}
