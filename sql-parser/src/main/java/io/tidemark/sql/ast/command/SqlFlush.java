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

/** {@code FLUSH [name]}: waits until all that is in the sources now is committed. */
public final class SqlFlush extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "FLUSH", SqlKind.OTHER, (pos, operands) -> new SqlFlush(pos, operands.optional(0, SqlIdentifier.class)));

    private final @Nullable SqlIdentifier name;

    /** Makes a statement. */
    public SqlFlush(SqlParserPos pos, @Nullable SqlIdentifier name) {
        super(pos);
        this.name = name;
    }

    /** Returns the query or relation to wait for, nothing for all. */
    public Optional<SqlIdentifier> name() {
        return Optional.ofNullable(name);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(name);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("FLUSH");
        if (name != null) {
            name.unparse(writer, 0, 0);
        }
    }
}
