package io.tidemark.sql.ast.type;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.jspecify.annotations.Nullable;

/** {@code value::type}. It binds as tightly as in PostgreSQL and leaves an ordinary CAST in the tree. */
public final class InfixCastOperator extends SqlBinaryOperator {
    /** The operator, for the expression builder of the grammar. */
    public static final InfixCastOperator INSTANCE = new InfixCastOperator();

    private static final int PRECEDENCE = 94;

    private InfixCastOperator() {
        super("::", SqlKind.CAST, PRECEDENCE, true, ReturnTypes.ARG0, InferTypes.FIRST_KNOWN, OperandTypes.ANY_ANY);
    }

    @Override
    public SqlCall createCall(@Nullable SqlLiteral functionQualifier, SqlParserPos pos, @Nullable SqlNode... operands) {
        return SqlStdOperatorTable.CAST.createCall(functionQualifier, pos, operands);
    }
}
