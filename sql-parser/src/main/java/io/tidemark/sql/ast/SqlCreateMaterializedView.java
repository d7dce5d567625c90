package io.tidemark.sql.ast;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code CREATE [OR REPLACE] MATERIALIZED VIEW [IF NOT EXISTS] name [(columns)] [WITH (options)] AS query [EMIT …]}: a continuous
 * query whose result the server keeps.
 */
public final class SqlCreateMaterializedView extends SqlCreate {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "CREATE MATERIALIZED VIEW",
            SqlKind.CREATE_MATERIALIZED_VIEW,
            (pos, operands) -> new SqlCreateMaterializedView(
                    pos,
                    new Head(operands.name(0), operands.flag(1), operands.flag(2)),
                    operands.list(3),
                    operands.list(4),
                    operands.node(5, SqlNode.class),
                    operands.optional(6, SqlEmit.class)));

    private final Head head;
    private final SqlNodeList columns;
    private final SqlNodeList options;
    private final SqlNode query;
    private final @Nullable SqlEmit emit;

    /** The statement's first line. */
    public record Head(SqlIdentifier name, boolean replace, boolean ifNotExists) {}

    /** Makes a statement; {@code columns} and {@code options} may be empty. */
    public SqlCreateMaterializedView(
            SqlParserPos pos,
            Head head,
            SqlNodeList columns,
            SqlNodeList options,
            SqlNode query,
            @Nullable SqlEmit emit) {
        super(OPERATOR, pos, head.replace, head.ifNotExists);
        this.head = head;
        this.columns = columns;
        this.options = options;
        this.query = query;
        this.emit = emit;
    }

    /** Returns the name, possibly with schema and catalog. */
    public SqlIdentifier name() {
        return head.name;
    }

    /** Returns whether an existing view is to be replaced. */
    public boolean replace() {
        return head.replace;
    }

    /** Returns whether an existing view makes the statement do nothing. */
    public boolean ifNotExists() {
        return head.ifNotExists;
    }

    /** Returns the columns' names, empty if the query's are kept. */
    public List<SqlIdentifier> columns() {
        return Clauses.elements(columns, SqlIdentifier.class);
    }

    /** Returns the options in order. */
    public List<SqlOption> options() {
        return Clauses.elements(options, SqlOption.class);
    }

    /** Returns the query, without EMIT. */
    public SqlNode query() {
        return query;
    }

    /** Returns the EMIT clause. */
    public Optional<SqlEmit> emit() {
        return Optional.ofNullable(emit);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(
                head.name,
                NodeOperator.flag(head.replace),
                NodeOperator.flag(head.ifNotExists),
                columns,
                options,
                query,
                emit);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        Clauses.createHead(writer, head.replace, "MATERIALIZED VIEW", head.ifNotExists);
        head.name.unparse(writer, 0, 0);
        if (!columns.isEmpty()) {
            Clauses.parenthesized(writer, columns);
        }
        Clauses.withOptions(writer, options());
        writer.keyword("AS");
        query.unparse(writer, 0, 0);
        if (emit != null) {
            emit.unparse(writer, 0, 0);
        }
    }
}
