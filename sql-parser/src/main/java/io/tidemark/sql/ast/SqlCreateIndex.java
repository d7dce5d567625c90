package io.tidemark.sql.ast;

import java.util.List;
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code CREATE INDEX [IF NOT EXISTS] name ON relation (columns)}. */
public final class SqlCreateIndex extends SqlCreate {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "CREATE INDEX",
            SqlKind.CREATE_INDEX,
            (pos, operands) ->
                    new SqlCreateIndex(pos, operands.name(0), operands.flag(1), operands.name(2), operands.list(3)));

    private final SqlIdentifier name;
    private final SqlIdentifier relation;
    private final SqlNodeList columns;

    /** Makes a statement. */
    public SqlCreateIndex(
            SqlParserPos pos, SqlIdentifier name, boolean ifNotExists, SqlIdentifier relation, SqlNodeList columns) {
        super(OPERATOR, pos, false, ifNotExists);
        this.name = name;
        this.relation = relation;
        this.columns = columns;
    }

    /** Returns the index's name. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns whether an existing index makes the statement do nothing. */
    public boolean ifNotExists() {
        return ifNotExists;
    }

    /** Returns the table or materialized view. */
    public SqlIdentifier relation() {
        return relation;
    }

    /** Returns the indexed columns in order. */
    public List<SqlIdentifier> columns() {
        return Clauses.elements(columns, SqlIdentifier.class);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(name, NodeOperator.flag(ifNotExists), relation, columns);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        Clauses.createHead(writer, false, "INDEX", ifNotExists);
        name.unparse(writer, 0, 0);
        writer.keyword("ON");
        relation.unparse(writer, 0, 0);
        Clauses.parenthesized(writer, columns);
    }
}
