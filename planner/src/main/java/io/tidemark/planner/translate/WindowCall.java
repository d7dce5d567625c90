package io.tidemark.planner.translate;

import io.tidemark.planner.calendar.WindowLength;
import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.incremental.WindowSpec;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The call of a window table function, read and checked.
 *
 * <p><b>Errors</b>: VALIDATION for lengths that make no windows; UNSUPPORTED for those that a time zone whose offset varies can't have.
 */
final class WindowCall {
    private static final Map<SqlOperator, WindowSpec.Kind> KINDS = Map.of(
            DialectOperators.TUMBLE, WindowSpec.Kind.TUMBLE,
            DialectOperators.HOP, WindowSpec.Kind.HOP,
            DialectOperators.CUMULATE, WindowSpec.Kind.CUMULATE,
            DialectOperators.SESSION, WindowSpec.Kind.SESSION);

    /** Each row is put into each of its windows. */
    private static final long MOST_WINDOWS = 10_000;

    private final RexCall call;
    private final RelDataType rowType;
    private final ZoneId zone;
    private final SourcePosition position;
    private final String sql;

    WindowCall(TableFunctionScan function, ZoneId zone, SourcePosition position, String sql) {
        this.call = (RexCall) function.getCall();
        this.rowType = function.getRowType();
        this.zone = zone;
        this.position = position;
        this.sql = sql;
    }

    WindowSpec spec() {
        WindowSpec.Kind kind = Optional.ofNullable(KINDS.get(call.getOperator()))
                .orElseThrow(() -> CodedException.unsupported(
                                "table function " + call.getOperator().getName())
                        .at(position, sql));
        List<WindowLength> lengths = new ArrayList<>();
        List<List<Integer>> descriptors = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            if (operand.isA(SqlKind.DESCRIPTOR)) {
                descriptors.add(((RexCall) operand)
                        .getOperands().stream()
                                .map(column -> ((RexInputRef) column).getIndex())
                                .toList());
            } else {
                length(operand).ifPresent(lengths::add);
            }
        }
        int timeColumn = descriptors.get(0).get(0);
        List<Integer> partition = descriptors.size() > 1 ? descriptors.get(1) : List.of();
        boolean session = kind == WindowSpec.Kind.SESSION;
        int offsetAt = session || kind == WindowSpec.Kind.TUMBLE ? 1 : 2;
        long offset = lengths.size() > offsetAt ? lengths.get(offsetAt).micros() : 0;
        WindowSpec plain = new WindowSpec(
                kind, timeColumn, lengths.get(offsetAt - 1), lengths.get(0), offset, Optional.empty(), partition);
        check(plain);
        if (session) {
            return plain;
        }
        RelDataType time = rowType.getFieldList().get(timeColumn).getType();
        return new WindowZone(zone, position, sql).placed(plain, time.getSqlTypeName());
    }

    private static Optional<WindowLength> length(RexNode node) {
        if (node instanceof RexLiteral literal
                && SqlTypeName.YEAR_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName())) {
            BigDecimal months = Objects.requireNonNull(literal.getValueAs(BigDecimal.class));
            return Optional.of(new WindowLength(months.intValueExact(), 0));
        }
        return EventTimeBounds.micros(node).map(WindowLength::ofMicros);
    }

    private void check(WindowSpec spec) {
        WindowLength size = spec.size();
        WindowLength slide = spec.slide();
        boolean cumulates = spec.kind() == WindowSpec.Kind.CUMULATE;
        if (size.isEmpty() || slide.isEmpty()) {
            throw refused(
                    spec.kind() == WindowSpec.Kind.SESSION
                            ? "the gap between sessions must be greater than zero"
                            : (cumulates ? "step and greatest size" : "size and slide")
                                    + " of a window must be greater than zero");
        }
        if (slide.mostMicros() > size.mostMicros()) {
            throw refused(
                    cumulates
                            ? "the step of a window must not be greater than its greatest size"
                            : "the slide of a window must not be greater than its size, or rows fall between windows");
        }
        long windows = (size.mostMicros() - 1) / slide.mostMicros() + 1;
        if (windows > MOST_WINDOWS) {
            throw CodedException.unsupported("a row in " + windows + " windows")
                    .at(position, sql)
                    .hint("a row can be in at most " + MOST_WINDOWS + ": make the " + (cumulates ? "step" : "slide")
                            + " longer, or the window shorter");
        }
        boolean bothMonths = size.isMonths() && slide.isMonths();
        if (cumulates && (bothMonths || !size.isMonths()) && size.dividedBy(slide) < 0) {
            throw refused("the greatest size of a window must be a multiple of its step");
        }
        if (!cumulates && (size.isMonths() || slide.isMonths()) && size.dividedBy(slide) < 0) {
            throw refused("the size of a window of months must be a multiple of its slide, in months too");
        }
    }

    private CodedException refused(String message) {
        return CodedException.validation(message).at(position, sql);
    }
}
