package io.tidemark.runtime.translate.expression;

import com.google.common.collect.Range;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.function.ConstantSet;
import io.tidemark.runtime.translate.type.Literals;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/** SEARCH in long lists of single values: {@code x IN (…)} and {@code x NOT IN (…)} as a look-up. */
final class SetSearch {

    private static final int LEAST_POINTS = 9;

    private SetSearch() {}

    /** The value of a SEARCH, or null if it is better written out as comparisons. */
    static @Nullable Value generate(RexCall call, ExpressionGenerator generator) {
        RexLiteral literal = (RexLiteral) call.getOperands().get(1);
        Sarg<?> sarg = Objects.requireNonNull(literal.getValueAs(Sarg.class));
        boolean complement = sarg.isComplementedPoints();
        if (!complement && !sarg.isPoints()) {
            return null;
        }
        Sarg<?> points = complement ? sarg.negate() : sarg;
        if (points.pointCount < LEAST_POINTS) {
            return null;
        }
        DataType type = ExpressionGenerator.typeOf(call.getOperands().get(0));
        boolean bytes = type.physical() == PhysicalKind.BYTES;
        if (!bytes && (type.physical() != PhysicalKind.INT64 || type.kind() == TypeKind.BOOLEAN)) {
            return null;
        }
        Value value = generator.generate(call.getOperands().get(0));
        if (!Conversions.sameForm(type, value.type())) {
            return null;
        }
        ConstantSet set = set(points, literal, type, generator.context().rexBuilder());
        String constant = generator.target().constant(set, "ConstantSet");
        Value found = generator.strict(
                LogicCalls.BOOLEAN,
                List.of(value),
                () -> (complement ? "!" : "") + constant + ".contains(" + value.text() + ")");
        return known(found, sarg.nullAs, generator);
    }

    private static ConstantSet set(Sarg<?> points, RexLiteral literal, DataType type, RexBuilder rexBuilder) {
        List<byte[]> strings = new ArrayList<>();
        List<Long> numbers = new ArrayList<>();
        for (Object range : points.rangeSet.asRanges()) {
            Comparable<?> point = ((Range<?>) range).lowerEndpoint();
            RexLiteral single = (RexLiteral) rexBuilder.makeLiteral(point, literal.getType(), true, false);
            Object value = Objects.requireNonNull(Literals.value(single, type));
            if (value instanceof byte[] string) {
                strings.add(string);
            } else {
                numbers.add((Long) value);
            }
        }
        return strings.isEmpty()
                ? ConstantSet.ofLongs(
                        numbers.stream().mapToLong(Long::longValue).toArray())
                : ConstantSet.ofBytes(strings);
    }

    private static Value known(Value found, RexUnknownAs nullAs, ExpressionGenerator generator) {
        if (found.neverNull() || nullAs == RexUnknownAs.UNKNOWN) {
            return found;
        }
        String text = nullAs == RexUnknownAs.TRUE
                ? found.isNull() + " || " + found.text()
                : "!" + found.isNull() + " && " + found.text();
        return Value.of(LogicCalls.BOOLEAN, generator.declare("boolean", "v", text));
    }
}
