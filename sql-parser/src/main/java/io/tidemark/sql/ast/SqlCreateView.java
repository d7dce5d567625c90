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

/** {@code CREATE [OR REPLACE] VIEW [IF NOT EXISTS] name [(columns)] AS query}: a name for query text. */
public final class SqlCreateView extends SqlCreate {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "CREATE VIEW",
            SqlKind.CREATE_VIEW,
            (pos, operands) -> new SqlCreateView(
                    pos,
                    operands.name(0),
                    operands.flag(1),
                    operands.flag(2),
                    operands.list(3),
                    operands.node(4, SqlNode.class)));

    private final SqlIdentifier name;
    private final SqlNodeList columns;
    private final SqlNode query;

    /** Makes a statement; {@code columns} may be empty. */
    public SqlCreateView(
            SqlParserPos pos,
            SqlIdentifier name,
            boolean replace,
            boolean ifNotExists,
            SqlNodeList columns,
            SqlNode query) {
        super(OPERATOR, pos, replace, ifNotExists);
        this.name = name;
        this.columns = columns;
        this.query = query;
    }

    /** Returns the name, possibly with schema and catalog. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns whether an existing view is to be replaced. */
    public boolean replace() {
        return getReplace();
    }

    /** Returns whether an existing view makes the statement do nothing. */
    public boolean ifNotExists() {
        return ifNotExists;
    }

    /** Returns the columns' names, empty if the query's are kept. */
    public List<SqlIdentifier> columns() {
        return Clauses.elements(columns, SqlIdentifier.class);
    }

    /** Returns the query. */
    public SqlNode query() {
        return query;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(
                name, NodeOperator.flag(getReplace()), NodeOperator.flag(ifNotExists), columns, query);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        Clauses.createHead(writer, getReplace(), "VIEW", ifNotExists);
        name.unparse(writer, 0, 0);
        if (!columns.isEmpty()) {
            Clauses.parenthesized(writer, columns);
        }
        writer.keyword("AS");
        query.unparse(writer, 0, 0);
    }
}
