package io.tidemark.sql.ast;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code [SINCE EPOCH n] [EMIT [APPEND|UPDATE|COMPLETE] [EVERY interval | ONCE]]}: what a continuous query writes, when, and of a push query from
 * where on.
 *
 * <p><b>Shape</b>: at least one of start, mode and trigger is there. The synonyms FINAL, AFTER WATERMARK, ON WINDOW CLOSE (= APPEND),
 * CHANGES (= UPDATE) and STREAM AFTER DELAY i (= UPDATE EVERY i) are already replaced.
 */
public final class SqlEmit extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "EMIT",
            SqlKind.OTHER,
            (pos, operands) -> new SqlEmit(
                    pos,
                    operands.optionalSymbol(0, Mode.class),
                    operands.optional(1, SqlIntervalLiteral.class),
                    operands.flag(2),
                    operands.optional(3, SqlNumericLiteral.class)));

    private final @Nullable Mode mode;
    private final @Nullable SqlIntervalLiteral every;
    private final boolean once;
    private final @Nullable SqlNumericLiteral sinceEpoch;

    /** What is written at each epoch. */
    public enum Mode {
        /** Rows that never change again. */
        APPEND,
        /** What changed since the last epoch. */
        UPDATE,
        /** The whole result, in place of what the sink held. */
        COMPLETE
    }

    /** Makes a clause; not both {@code every} and {@code once}. */
    public SqlEmit(SqlParserPos pos, @Nullable Mode mode, @Nullable SqlIntervalLiteral every, boolean once) {
        this(pos, mode, every, once, null);
    }

    private SqlEmit(
            SqlParserPos pos,
            @Nullable Mode mode,
            @Nullable SqlIntervalLiteral every,
            boolean once,
            @Nullable SqlNumericLiteral sinceEpoch) {
        super(pos);
        if (every != null && once) {
            throw new IllegalArgumentException("EVERY and ONCE exclude each other");
        }
        this.mode = mode;
        this.every = every;
        this.once = once;
        this.sinceEpoch = sinceEpoch;
    }

    /** Joins a start with what stands after EMIT; null if neither is there. */
    public static @Nullable SqlEmit since(@Nullable SqlNumericLiteral epoch, @Nullable SqlEmit emit) {
        if (epoch == null) {
            return emit;
        }
        return emit == null
                ? new SqlEmit(epoch.getParserPosition(), null, null, false, epoch)
                : new SqlEmit(
                        epoch.getParserPosition().plus(emit.getParserPosition()),
                        emit.mode,
                        emit.every,
                        emit.once,
                        epoch);
    }

    /** Returns the mode, nothing for the default of query and sink. */
    public Optional<Mode> mode() {
        return Optional.ofNullable(mode);
    }

    /** Returns the interval between epochs. */
    public Optional<SqlIntervalLiteral> every() {
        return Optional.ofNullable(every);
    }

    /** Returns whether the query takes what is there now and stops. */
    public boolean once() {
        return once;
    }

    /** Returns the epoch after which the changes begin, a whole number. */
    public Optional<SqlNumericLiteral> sinceEpoch() {
        return Optional.ofNullable(sinceEpoch);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(NodeOperator.symbol(mode), every, NodeOperator.flag(once), sinceEpoch);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        if (sinceEpoch != null) {
            writer.newlineAndIndent();
            writer.keyword("SINCE EPOCH");
            sinceEpoch.unparse(writer, 0, 0);
        }
        if (mode == null && every == null && !once) {
            return;
        }
        writer.newlineAndIndent();
        writer.keyword("EMIT");
        if (mode != null) {
            writer.keyword(mode.name());
        }
        if (every != null) {
            writer.keyword("EVERY");
            every.unparse(writer, 0, 0);
        }
        if (once) {
            writer.keyword("ONCE");
        }
    }
}
