package io.tidemark.sql.ast.command;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code SET 'key' = 'value'}, {@code SET ['key']} (shows), {@code RESET ['key']}: a setting of the session.
 *
 * <p><b>Shape</b>: a value only with the action SET; without a key, SHOW and RESET mean all settings.
 */
public final class SqlSetProperty extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "SET PROPERTY",
            SqlKind.SET_OPTION,
            (pos, operands) -> new SqlSetProperty(
                    pos,
                    operands.symbol(0, Action.class),
                    operands.optional(1, SqlCharStringLiteral.class),
                    operands.optional(2, SqlCharStringLiteral.class)));

    private final Action action;
    private final @Nullable SqlCharStringLiteral key;
    private final @Nullable SqlCharStringLiteral value;

    /** What to do with the setting. */
    public enum Action {
        /** Give it a value. */
        SET,
        /** Show its value. */
        SHOW,
        /** Give it its default. */
        RESET
    }

    /** Makes a statement. */
    public SqlSetProperty(
            SqlParserPos pos, Action action, @Nullable SqlCharStringLiteral key, @Nullable SqlCharStringLiteral value) {
        super(pos);
        this.action = action;
        this.key = key;
        this.value = value;
    }

    /** Returns what to do. */
    public Action action() {
        return action;
    }

    /** Returns the setting's name. */
    public Optional<String> key() {
        return Optional.ofNullable(key).map(text -> text.getValueAs(String.class));
    }

    /** Returns the new value's text. */
    public Optional<String> value() {
        return Optional.ofNullable(value).map(text -> text.getValueAs(String.class));
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(NodeOperator.symbol(action), key, value);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword(action == Action.RESET ? "RESET" : "SET");
        if (key != null) {
            key.unparse(writer, 0, 0);
        }
        if (value != null) {
            writer.keyword("=");
            value.unparse(writer, 0, 0);
        }
    }
}
