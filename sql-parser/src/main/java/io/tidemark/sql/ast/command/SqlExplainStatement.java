package io.tidemark.sql.ast.command;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code EXPLAIN [level] [FOR] target}, where the target is a statement or the name of a running query.
 *
 * <p><b>Shape</b>: exactly one of statement and query is there.
 */
public final class SqlExplainStatement extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "EXPLAIN STATEMENT",
            SqlKind.OTHER,
            (pos, operands) -> new SqlExplainStatement(
                    pos,
                    operands.symbol(0, Level.class),
                    operands.optional(1, SqlNode.class),
                    operands.optional(2, SqlIdentifier.class)));

    private final Level level;
    private final @Nullable SqlNode statement;
    private final @Nullable SqlIdentifier query;

    /** What EXPLAIN shows. */
    public enum Level {
        /** The plan with watermark, emission and state, as a person needs it. */
        DEFAULT,
        /** The logical plan. */
        LOGICAL,
        /** The incremental plan with its traits. */
        PLAN,
        /** State: what is kept, and what bounds it. */
        STATE,
        /** Generated code. */
        CODE,
        /** The plan with figures from the run. */
        ANALYZE,
        /** Why a running query shows nothing. */
        WHY
    }

    /** Makes a statement. */
    public SqlExplainStatement(
            SqlParserPos pos, Level level, @Nullable SqlNode statement, @Nullable SqlIdentifier query) {
        super(pos);
        if ((statement == null) == (query == null)) {
            throw new IllegalArgumentException("EXPLAIN needs either a statement or the name of a query");
        }
        this.level = level;
        this.statement = statement;
        this.query = query;
    }

    /** Returns what to show. */
    public Level level() {
        return level;
    }

    /** Returns the statement to explain. */
    public Optional<SqlNode> statement() {
        return Optional.ofNullable(statement);
    }

    /** Returns the name of the running query or materialized view to explain. */
    public Optional<SqlIdentifier> query() {
        return Optional.ofNullable(query);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(NodeOperator.symbol(level), statement, query);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("EXPLAIN");
        if (level != Level.DEFAULT) {
            writer.keyword(level.name());
        }
        if (statement != null) {
            writer.keyword("FOR");
            statement.unparse(writer, 0, 0);
        }
        if (query != null) {
            query.unparse(writer, 0, 0);
        }
    }
}
