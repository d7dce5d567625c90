package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/** Three-valued logic, and the expressions that choose between values: only what decides the result is evaluated. */
final class LogicCalls {

    static final DataType BOOLEAN = DataType.of(TypeKind.BOOLEAN);

    private LogicCalls() {}

    static Value and(RexCall call, ExpressionGenerator generator) {
        return connect(call, generator, true);
    }

    static Value or(RexCall call, ExpressionGenerator generator) {
        return connect(call, generator, false);
    }

    /** AND if {@code neutral} is true, else OR: operands are evaluated until one is the opposite of {@code neutral}. */
    private static Value connect(RexCall call, ExpressionGenerator generator, boolean neutral) {
        List<RexNode> operands = call.getOperands();
        Value first = generator.generate(operands.get(0));
        if (operands.stream().skip(1).allMatch(generator::isCheap)) {
            return connectAll(operands, generator, neutral);
        }
        String result = generator.variable("boolean", "v", Boolean.toString(neutral));
        String unknown = generator.variable("boolean", "n", "false");
        boolean nullable = take(first, result, unknown, generator);
        String undecided = neutral ? result : "!" + result;
        for (RexNode operand : operands.subList(1, operands.size())) {
            boolean[] operandNullable = new boolean[1];
            generator.block(
                    "if (" + undecided + ")",
                    () -> operandNullable[0] = take(generator.generate(operand), result, unknown, generator));
            nullable |= operandNullable[0];
        }
        if (!nullable) {
            return Value.of(BOOLEAN, result);
        }
        return new Value(BOOLEAN, result, generator.declare("boolean", "n", unknown + " && " + undecided));
    }

    /** Evaluates all operands: a branch that is taken every other time costs more than comparing two numbers. */
    private static Value connectAll(List<RexNode> operands, ExpressionGenerator generator, boolean neutral) {
        List<Value> values = operands.stream().map(generator::generate).toList();
        if (values.stream().allMatch(Value::neverNull)) {
            String all = values.stream()
                    .map(value -> "(" + value.text() + ")")
                    .collect(Collectors.joining(neutral ? " & " : " | "));
            return Value.of(BOOLEAN, generator.declare("boolean", "v", all));
        }
        String decides = values.stream()
                .filter(value -> !value.alwaysNull())
                .map(value -> known(value) + (neutral ? "!" : "") + "(" + value.text() + ")")
                .collect(Collectors.joining(" | "));
        String decided = decides.isEmpty() ? "false" : generator.declare("boolean", "v", decides);
        String result = generator.declare("boolean", "v", (neutral ? "!" : "") + decided);
        String anyNull = generator.anyNull(values);
        return new Value(BOOLEAN, result, generator.declare("boolean", "n", "(" + anyNull + ") & !" + decided));
    }

    private static String known(Value value) {
        return value.neverNull() ? "" : "!" + value.isNull() + " & ";
    }

    private static boolean take(Value operand, String result, String unknown, ExpressionGenerator generator) {
        if (operand.neverNull()) {
            generator.code().line(result + " = " + operand.text() + ";");
            return false;
        }
        generator.code().open("if (" + operand.isNull() + ")");
        generator.code().line(unknown + " = true;");
        generator.code().closeAndOpen("else");
        generator.code().line(result + " = " + operand.text() + ";");
        generator.code().close();
        return true;
    }

    static Value not(RexCall call, ExpressionGenerator generator) {
        Value operand = generator.generate(call.getOperands().get(0));
        return generator.pure(BOOLEAN, List.of(operand), () -> "!" + operand.text());
    }

    static Value isNull(RexCall call, ExpressionGenerator generator) {
        return Value.of(BOOLEAN, generator.generate(call.getOperands().get(0)).isNull());
    }

    static Value isNotNull(RexCall call, ExpressionGenerator generator) {
        String isNull = generator.generate(call.getOperands().get(0)).isNull();
        return Value.of(
                BOOLEAN, isNull.equals(Value.NEVER) ? "true" : isNull.equals(Value.ALWAYS) ? "false" : "!" + isNull);
    }

    /** IS TRUE, IS FALSE and their negations. */
    static Value isTruth(RexCall call, ExpressionGenerator generator, boolean truth, boolean negated) {
        Value operand = generator.generate(call.getOperands().get(0));
        String holds = (truth ? "" : "!") + operand.text();
        if (operand.alwaysNull()) {
            return Value.of(BOOLEAN, Boolean.toString(negated));
        }
        String known = operand.neverNull() ? holds : "!" + operand.isNull() + " && " + holds;
        return Value.of(BOOLEAN, generator.declare("boolean", "v", negated ? "!(" + known + ")" : known));
    }

    /** CASE WHEN condition THEN value … ELSE value. */
    static Value caseWhen(RexCall call, ExpressionGenerator generator) {
        Choice choice = new Choice(ExpressionGenerator.typeOf(call), generator);
        branch(call.getOperands(), choice, generator);
        return choice.value();
    }

    private static void branch(List<RexNode> operands, Choice choice, ExpressionGenerator generator) {
        if (operands.size() == 1) {
            choice.take(operands.get(0));
            return;
        }
        Value condition = generator.generate(operands.get(0));
        String holds = condition.alwaysNull()
                ? "false"
                : condition.neverNull() ? condition.text() : "!" + condition.isNull() + " && " + condition.text();
        generator.branch(
                holds,
                () -> choice.take(operands.get(1)),
                () -> branch(operands.subList(2, operands.size()), choice, generator));
    }

    /** COALESCE: the first operand that is not NULL; the others behind it are not evaluated. */
    static Value coalesce(RexCall call, ExpressionGenerator generator) {
        Choice choice = new Choice(ExpressionGenerator.typeOf(call), generator);
        firstNotNull(call.getOperands(), choice, generator);
        return choice.value();
    }

    private static void firstNotNull(List<RexNode> operands, Choice choice, ExpressionGenerator generator) {
        if (operands.size() == 1) {
            choice.take(operands.get(0));
            return;
        }
        Value first = choice.converted(operands.get(0));
        if (first.neverNull()) {
            choice.assign(first);
        } else {
            generator.branch(
                    "!" + first.isNull(),
                    () -> choice.assign(first),
                    () -> firstNotNull(operands.subList(1, operands.size()), choice, generator));
        }
    }

    /** NULLIF(a, b): NULL if a = b, else a. */
    static Value nullIf(RexCall call, ExpressionGenerator generator) {
        Value value = generator.generate(call.getOperands().get(0));
        Value other = generator.generate(call.getOperands().get(1));
        Value equal = ComparisonCalls.compare("==", value, other, generator);
        String same = equal.neverNull() ? equal.text() : "!" + equal.isNull() + " && " + equal.text();
        String isNull = generator.declare(
                "boolean", "n", equal.alwaysNull() ? value.isNull() : value.isNull() + " || (" + same + ")");
        return new Value(value.type(), value.text(), isNull);
    }

    /** SEARCH in a set of ranges; long lists of single values are looked up in a sorted or hashed set. */
    static Value search(RexCall call, ExpressionGenerator generator) {
        Value member = SetSearch.generate(call, generator);
        if (member != null) {
            return member;
        }
        RexNode expanded = RexUtil.expandSearch(generator.context().rexBuilder(), null, call);
        return generator.generate(expanded);
    }

    /** A local that takes one of several values, brought to the result's type. */
    private static final class Choice {
        private final DataType type;
        private final ExpressionGenerator generator;
        private final String result;
        private final String unknown;
        private final List<String> nullable = new ArrayList<>();

        Choice(DataType type, ExpressionGenerator generator) {
            this.type = type;
            this.generator = generator;
            this.result = generator.variableOf(type);
            this.unknown = generator.variable("boolean", "n", "false");
        }

        Value converted(RexNode expression) {
            return Conversions.to(type, generator.generate(expression), generator);
        }

        void take(RexNode expression) {
            assign(converted(expression));
        }

        void assign(Value value) {
            if (!value.neverNull()) {
                nullable.add(value.isNull());
                generator.code().line(unknown + " = " + value.isNull() + ";");
            }
            if (!value.alwaysNull()) {
                generator.assign(type, result, value.text());
            }
        }

        Value value() {
            return new Value(type, result, nullable.isEmpty() ? Value.NEVER : unknown);
        }
    }
}
