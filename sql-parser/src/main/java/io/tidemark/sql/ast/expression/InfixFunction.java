package io.tidemark.sql.ast.expression;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLambda;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.jspecify.annotations.Nullable;

/** An operator between two operands that leaves the call of a function in the tree. JSON steps bind more tightly than {@code ||}. */
public final class InfixFunction extends SqlBinaryOperator {

    /** {@code json -> step}. */
    public static final InfixFunction MEMBER = new InfixFunction("->", 70, "->", "", false);

    /** {@code json ->> step}. */
    public static final InfixFunction MEMBER_TEXT = new InfixFunction("->>", 70, "->>", "", false);

    /** {@code time AT TIME ZONE zone}. */
    public static final InfixFunction AT_TIME_ZONE = new InfixFunction("AT TIME ZONE", 76, "AT TIME ZONE", "", false);

    /** {@code text ~ pattern}. */
    public static final InfixFunction MATCHES = new InfixFunction("~", 32, "REGEXP_LIKE", "", false);

    /** {@code text ~* pattern}. */
    public static final InfixFunction MATCHES_ANY_CASE = new InfixFunction("~*", 32, "REGEXP_LIKE", "i", false);

    /** {@code text !~ pattern}. */
    public static final InfixFunction DIFFERS = new InfixFunction("!~", 32, "REGEXP_LIKE", "", true);

    /** {@code text !~* pattern}. */
    public static final InfixFunction DIFFERS_ANY_CASE = new InfixFunction("!~*", 32, "REGEXP_LIKE", "i", true);

    private final String function;
    private final String flags;
    private final boolean negated;

    private InfixFunction(String symbol, int precedence, String function, String flags, boolean negated) {
        super(symbol, SqlKind.OTHER, precedence, true, ReturnTypes.ARG0, null, OperandTypes.ANY_ANY);
        this.function = function;
        this.flags = flags;
        this.negated = negated;
    }

    @Override
    public SqlCall createCall(@Nullable SqlLiteral functionQualifier, SqlParserPos pos, @Nullable SqlNode... operands) {
        List<SqlNode> arguments = new ArrayList<>();
        for (SqlNode operand : operands) {
            if (operand != null) {
                arguments.add(operand);
            }
        }
        if (!flags.isEmpty()) {
            arguments.add(SqlLiteral.createCharString(flags, pos));
        }
        SqlCall call = new SqlUnresolvedFunction(
                        new SqlIdentifier(function, pos),
                        null,
                        null,
                        null,
                        null,
                        SqlFunctionCategory.USER_DEFINED_FUNCTION)
                .createCall(pos, arguments);
        return negated ? SqlStdOperatorTable.NOT.createCall(pos, call) : call;
    }

    /**
     * What {@code name -> step …} means as an argument of a function, where the grammar takes it for a lambda expression: the step of the name,
     * which is the first operand of whatever follows.
     */
    public static SqlNode member(SqlLambda lambda) {
        if (lambda.getParameters().size() != 1) {
            return lambda.getExpression();
        }
        return member(lambda.getParameters().get(0), lambda.getExpression());
    }

    private static SqlNode member(SqlNode json, SqlNode rest) {
        boolean follows = rest instanceof SqlCall call && call.operandCount() > 0 && beginsWithOperand(call);
        if (!follows) {
            return MEMBER.createCall(json.getParserPosition().plus(rest.getParserPosition()), json, rest);
        }
        SqlCall call = (SqlCall) rest;
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        operands.set(0, member(json, operands.get(0)));
        return call.getOperator().createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
    }

    private static boolean beginsWithOperand(SqlCall call) {
        String name = call.getOperator().getName();
        if (name.equals("->") || name.equals("->>") || name.equals("AT TIME ZONE")) {
            return true;
        }
        return switch (call.getKind()) {
            case BETWEEN, LIKE, SIMILAR -> true;
            default -> {
                SqlSyntax syntax = call.getOperator().getSyntax();
                yield syntax == SqlSyntax.BINARY || syntax == SqlSyntax.POSTFIX;
            }
        };
    }
}
