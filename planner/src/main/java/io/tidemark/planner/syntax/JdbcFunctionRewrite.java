package io.tidemark.planner.syntax;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJdbcDataTypeName;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Writes JDBC's {@code {fn …}} as the functions of the dialect.
 *
 * <p>Before: {@code {fn UCASE(x)}}, {@code {fn LOCATE(a, b)}}, {@code {fn CONVERT(x, SQL_INTEGER)}}. After: {@code UPPER(x)}, {@code POSITION(a IN b)},
 * {@code CAST(x AS INTEGER)}. What has no other name there keeps its own; a name that the dialect lacks is found to be unknown later.
 *
 * <p><b>Source</b>: JDBC 4.3, appendix C.
 */
public final class JdbcFunctionRewrite extends SqlShuttle {
    private static final String OPENING = "{fn ";

    /** Functions by another name, with the same arguments. */
    private static final Map<String, String> RENAMED = Map.of(
            "CEILING", "CEIL",
            "CHAR", "CHR",
            "CURDATE", "CURRENT_DATE",
            "CURTIME", "CURRENT_TIME",
            "DATABASE", "CURRENT_CATALOG",
            "LCASE", "LOWER",
            "LOG", "LN",
            "UCASE", "UPPER");

    /** Functions that stand in the grammar with words between their arguments. */
    private static final Map<String, SqlOperator> SPECIAL = Map.of(
            "CEIL", SqlStdOperatorTable.CEIL,
            "FLOOR", SqlStdOperatorTable.FLOOR,
            "INSERT", SqlStdOperatorTable.OVERLAY,
            "LOCATE", SqlStdOperatorTable.POSITION,
            "SUBSTRING", SqlStdOperatorTable.SUBSTRING,
            "TIMESTAMPADD", SqlStdOperatorTable.TIMESTAMP_ADD,
            "TIMESTAMPDIFF", SqlStdOperatorTable.TIMESTAMP_DIFF);

    private JdbcFunctionRewrite() {}

    /** The tree without such functions. */
    public static SqlNode rewrite(SqlNode tree) {
        return Objects.requireNonNull(tree.accept(new JdbcFunctionRewrite()));
    }

    @Override
    public @Nullable SqlNode visit(SqlCall written) {
        SqlNode visited = super.visit(written);
        return visited instanceof SqlCall call && call.getKind() == SqlKind.JDBC_FN ? function(call) : visited;
    }

    private static SqlNode function(SqlCall call) {
        String text = call.getOperator().getName();
        String name = text.substring(OPENING.length(), text.length() - 1).toUpperCase(Locale.ROOT);
        String own = RENAMED.getOrDefault(name, name);
        SqlParserPos place = call.getParserPosition();
        List<SqlNode> operands = call.getOperandList();
        SqlOperator special = SPECIAL.get(own);
        if (own.equals("CONVERT")) {
            return SqlStdOperatorTable.CAST.createCall(place, operands.get(0), type((SqlLiteral) operands.get(1)));
        }
        if (own.equals("LENGTH")) {
            return named("CHAR_LENGTH", List.of(named("RTRIM", operands, place)), place);
        }
        if (own.equals("SPACE") && operands.size() == 1) {
            return named("REPEAT", List.of(SqlLiteral.createCharString(" ", place), operands.get(0)), place);
        }
        if (own.equals("INSERT") && operands.size() == 4) {
            return special(
                    SqlStdOperatorTable.OVERLAY,
                    List.of(operands.get(0), operands.get(3), operands.get(1), operands.get(2)),
                    place);
        }
        return special != null ? special(special, operands, place) : named(own, operands, place);
    }

    private static SqlNode special(SqlOperator operator, List<SqlNode> operands, SqlParserPos place) {
        return operator.createCall(place, operands);
    }

    /** A call as the grammar makes it of a name that it does not know. */
    private static SqlNode named(String name, List<SqlNode> operands, SqlParserPos place) {
        return new SqlUnresolvedFunction(
                        new SqlIdentifier(name, place),
                        null,
                        null,
                        null,
                        null,
                        SqlFunctionCategory.USER_DEFINED_FUNCTION)
                .createCall(place, operands);
    }

    /** The type of CONVERT; text is of any length. */
    private static SqlNode type(SqlLiteral literal) {
        SqlJdbcDataTypeName name = literal.getValueAs(SqlJdbcDataTypeName.class);
        SqlJdbcDataTypeName kept = name == SqlJdbcDataTypeName.SQL_CHAR ? SqlJdbcDataTypeName.SQL_VARCHAR : name;
        return (SqlDataTypeSpec) kept.createDataType(literal.getParserPosition());
    }
}
