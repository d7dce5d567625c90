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

/** {@code CREATE [OR REPLACE] QUERY [IF NOT EXISTS] name [WITH (options)] AS body}: a running query under a given name. */
public final class SqlCreateQuery extends SqlCreate {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "CREATE QUERY",
            SqlKind.OTHER_DDL,
            (pos, operands) -> new SqlCreateQuery(
                    pos,
                    operands.name(0),
                    operands.flag(1),
                    operands.flag(2),
                    operands.list(3),
                    operands.node(4, SqlNode.class)));

    private final SqlIdentifier name;
    private final SqlNodeList options;
    private final SqlNode body;

    /** Makes a statement; {@code options} may be empty. */
    public SqlCreateQuery(
            SqlParserPos pos,
            SqlIdentifier name,
            boolean replace,
            boolean ifNotExists,
            SqlNodeList options,
            SqlNode body) {
        super(OPERATOR, pos, replace, ifNotExists);
        this.name = name;
        this.options = options;
        this.body = body;
    }

    /** Returns the query's name. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns whether a query of that name is to be replaced. */
    public boolean replace() {
        return getReplace();
    }

    /** Returns whether a query of that name makes the statement do nothing. */
    public boolean ifNotExists() {
        return ifNotExists;
    }

    /** Returns the options in order. */
    public List<SqlOption> options() {
        return Clauses.elements(options, SqlOption.class);
    }

    /** Returns what runs: a {@code SqlInsert}, a {@link SqlEmitInsert} or a {@link SqlStatementSet}. */
    public SqlNode body() {
        return body;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(
                name, NodeOperator.flag(getReplace()), NodeOperator.flag(ifNotExists), options, body);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        Clauses.createHead(writer, getReplace(), "QUERY", ifNotExists);
        name.unparse(writer, 0, 0);
        Clauses.withOptions(writer, options());
        writer.keyword("AS");
        body.unparse(writer, 0, 0);
    }
}
