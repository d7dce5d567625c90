package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A CASE between constant texts: which of them is found as a number, so that no text is looked at for a row.
 *
 * @param numbered the same CASE between the texts' numbers
 * @param texts the texts, without NULL and repetitions
 */
record TextChoice(RexNode numbered, List<RexNode> texts) {

    /** Takes an expression; null unless it is such a CASE. */
    static @Nullable TextChoice of(RexNode expression, DataType type, TranslationContext context) {
        if (type.physical() != PhysicalKind.BYTES || expression.getKind() != SqlKind.CASE) {
            return null;
        }
        RexBuilder builder = context.rexBuilder();
        RelDataType number = builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
        List<RexNode> operands = new ArrayList<>(((RexCall) expression).getOperands());
        List<RexNode> texts = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            RexNode operand = operands.get(i);
            if (i % 2 == 0 && i < operands.size() - 1) {
                continue;
            }
            if (!(operand instanceof RexLiteral)) {
                return null;
            }
            if (RexLiteral.isNullLiteral(operand)) {
                operands.set(i, builder.makeNullLiteral(number));
                continue;
            }
            if (!texts.contains(operand)) {
                texts.add(operand);
            }
            operands.set(i, builder.makeExactLiteral(BigDecimal.valueOf(texts.indexOf(operand)), number));
        }
        RelDataType result = builder.getTypeFactory()
                .createTypeWithNullability(number, expression.getType().isNullable());
        return new TextChoice(builder.makeCall(result, SqlStdOperatorTable.CASE, operands), texts);
    }

    /**
     * The number of the text that a row gets. If the conditions are cheap, it is computed from all of them, because a branch on each costs more
     * where the processor can't foresee it.
     */
    Value number(ExpressionGenerator generator) {
        List<RexNode> operands = ((RexCall) numbered).getOperands();
        int otherwise = operands.size() - 1;
        List<String> holds = new ArrayList<>();
        for (int i = 0; i < otherwise; i += 2) {
            boolean branches = i > 0 && !generator.isCheap(operands.get(i));
            if (branches || RexLiteral.isNullLiteral(operands.get(i + 1))) {
                return generator.generate(numbered);
            }
            holds.add(generator.declare(
                    "int", "v", LoopGenerator.passes(generator.generate(operands.get(i))) + " ? 1 : 0"));
        }
        if (RexLiteral.isNullLiteral(operands.get(otherwise))) {
            return generator.generate(numbered);
        }
        String number = generator.generate(operands.get(otherwise)).text();
        for (int i = holds.size() - 1; i >= 0; i--) {
            String chosen = generator.generate(operands.get(2 * i + 1)).text();
            number = holds.get(i) + " * " + chosen + " + (1 - " + holds.get(i) + ") * (" + number + ")";
        }
        return Value.of(DataType.of(TypeKind.BIGINT), generator.declare("long", "v", number));
    }

    /** Java expressions, separated by commas, that put each text into the local {@code pool} and give its reference. */
    String stored(ExpressionGenerator generator) {
        return texts.stream()
                .map(text -> generator.generate(text).text() + ".store(pool)")
                .collect(Collectors.joining(", "));
    }
}
