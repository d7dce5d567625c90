package io.tidemark.planner.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a session is asked about itself as the answer.
 *
 * <p>Before: {@code CURRENT_CATALOG}, {@code CURRENT_DATABASE()}, {@code CURRENT_SCHEMA}, {@code CURRENT_USER}, {@code SESSION_USER}, {@code
 * SYSTEM_USER}, {@code USER} and {@code VERSION()}. After: {@code CAST('…' AS VARCHAR)}; a column of the
 * SELECT list keeps the name of what was asked.
 */
public final class SessionRewrite extends SqlShuttle {
    private static final String CATALOG = "tidemark";
    private static final String VERSION = "Tidemark 0.1";

    private final String schema;
    private final String user;

    private SessionRewrite(String schema, String user) {
        this.schema = schema;
        this.user = user;
    }

    /** The tree with the answers for a session in a schema and of a user. */
    public static SqlNode rewrite(SqlNode tree, String schema, String user) {
        return Objects.requireNonNull(tree.accept(new SessionRewrite(schema, user)));
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier identifier) {
        boolean asks = identifier.isSimple() && !identifier.isComponentQuoted(0) && !identifier.isStar();
        String answer = asks ? answer(identifier.getSimple(), false) : null;
        return answer == null ? identifier : text(answer, identifier.getParserPosition());
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (call.getOperator() instanceof SqlFunction function && call.operandCount() == 0) {
            String answer = answer(function.getName(), true);
            return answer == null ? call : text(answer, call.getParserPosition());
        }
        if (call instanceof SqlSelect select) {
            select.setSelectList(named(select.getSelectList()));
        }
        return super.visit(call);
    }

    private static SqlNodeList named(SqlNodeList columns) {
        List<SqlNode> named = new ArrayList<>();
        for (SqlNode column : columns) {
            boolean asks = column instanceof SqlIdentifier name
                    && name.isSimple()
                    && !name.isComponentQuoted(0)
                    && !name.isStar()
                    && isContextVariable(name.getSimple());
            named.add(
                    asks
                            ? SqlStdOperatorTable.AS.createCall(
                                    column.getParserPosition(),
                                    column,
                                    new SqlIdentifier(
                                            List.of(((SqlIdentifier) column).getSimple()),
                                            null,
                                            column.getParserPosition(),
                                            List.of(SqlParserPos.QUOTED_ZERO)))
                            : column);
        }
        return new SqlNodeList(named, columns.getParserPosition());
    }

    private static boolean isContextVariable(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "CURRENT_CATALOG", "CURRENT_SCHEMA", "CURRENT_USER", "SESSION_USER", "SYSTEM_USER", "USER" -> true;
            default -> false;
        };
    }

    private @Nullable String answer(String name, boolean called) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "CURRENT_CATALOG" -> CATALOG;
            case "CURRENT_SCHEMA" -> schema;
            case "CURRENT_USER", "SESSION_USER", "SYSTEM_USER", "USER" -> user;
            case "CURRENT_DATABASE" -> called ? CATALOG : null;
            case "VERSION" -> called ? VERSION : null;
            default -> null;
        };
    }

    private static SqlNode text(String value, SqlParserPos place) {
        SqlBasicTypeNameSpec type = new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, place);
        return SqlStdOperatorTable.CAST.createCall(
                place, SqlLiteral.createCharString(value, place), new SqlDataTypeSpec(type, place));
    }
}
