package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.code.Code;
import io.tidemark.runtime.translate.code.GeneratedClass;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Writes the loops over a batch's rows: one that filters, one for each computed column; each with a body for batches without NULLs in the
 * columns used and, if it differs, one for batches with.
 *
 * <p>A row that fails leaves the loop by an exception; it is reported with the place {@code at} which it failed, and the loop goes on behind it.
 */
final class LoopGenerator {

    private static final String ROWS = "(Batch batch, RowSelection rows)";

    private final GeneratedClass target;
    private final TranslationContext context;

    LoopGenerator(GeneratedClass target, TranslationContext context) {
        this.target = target;
        this.context = context;
    }

    /** Writes the method that keeps the rows for which {@code condition} is TRUE. */
    void filter(RexNode condition) {
        List<RexNode> conjuncts = new ArrayList<>();
        RexNode whole =
                condition instanceof RexCall call ? ExpressionSize.nested(call, context.rexBuilder()) : condition;
        if (whole.getKind() == SqlKind.AND) {
            conjuncts.addAll(((RexCall) whole).getOperands());
        } else {
            conjuncts.add(whole);
        }
        Code method = new Code(1);
        method.open("public void filter" + ROWS);
        method.line("bind(batch);");
        choose(method, condition, "filterPlain(rows);", "filterNulls(rows);");
        method.close();
        filterBody("filterPlain", conjuncts, false);
        if (usesColumns(condition)) {
            filterBody("filterNulls", conjuncts, true);
        }
        target.method(method);
    }

    /** Writes the method that filters nothing. */
    void noFilter() {
        Code method = new Code(1);
        method.open("public void filter" + ROWS);
        method.line("bind(batch);");
        method.close();
        target.method(method);
    }

    private void filterBody(String name, List<RexNode> conjuncts, boolean nulls) {
        Code loop = new Code(5);
        ExpressionGenerator generator = new ExpressionGenerator(target, loop, nulls, context);
        for (int i = 0; i < conjuncts.size() - 1; i++) {
            String passes = passes(generator.generate(conjuncts.get(i)));
            loop.line("if (!(" + passes + ")) continue;");
        }
        String last = passes(generator.generate(conjuncts.get(conjuncts.size() - 1)));
        loop.line("kept[count] = p;");
        loop.line("count += " + last + " ? 1 : 0;");
        Code method = new Code(1);
        method.open("private void " + name + "(RowSelection rows)");
        aliases(method, generator.columnsUsed());
        method.line("final int[] sel = rows.positions;");
        method.line("final int n = rows.count;");
        method.line("final int[] kept = new int[n];");
        method.line("int count = 0;");
        beginPlaces(method, generator);
        method.line("int i = 0;");
        method.open("while (i < n)");
        method.open("try");
        method.open("for (; i < n; i++)");
        method.line("final int p = sel[i];");
        method.append(loop.toString());
        method.close();
        method.closeAndOpen("catch (CodedException e)");
        method.line("rows.report(sel[i], " + error(generator) + ");");
        endPlaces(method, generator);
        method.line("i++;");
        method.close();
        method.close();
        method.line("rows.replace(kept, count);");
        method.close();
        target.method(method);
    }

    private static void beginPlaces(Code method, ExpressionGenerator generator) {
        if (generator.hasPlaces()) {
            method.line("int at = 0;");
        }
    }

    private static String error(ExpressionGenerator generator) {
        return generator.hasPlaces() ? "RowSelection.placed(e, places[at])" : "e";
    }

    private static void endPlaces(Code method, ExpressionGenerator generator) {
        if (generator.hasPlaces()) {
            method.line("at = 0;");
        }
    }

    private static String passes(Value condition) {
        if (condition.alwaysNull()) {
            return "false";
        }
        return condition.neverNull() ? condition.text() : "!" + condition.isNull() + " & " + condition.text();
    }

    /**
     * Writes the method {@code name} that computes one column.
     *
     * @param type the type of the column given out, of the same physical form as the expression's
     */
    void column(String name, RexNode expression, DataType type) {
        String typeName = target.constant(type, "DataType");
        String arguments = "rows, out" + extraArguments(type);
        Code method = new Code(1);
        method.open("private Column " + name + ROWS);
        method.line("final " + arrayType(type) + " out = " + GeneratedClass.newArray(type) + ";");
        if (type.physical() == PhysicalKind.INT128) {
            method.line("final long[] low = new long[batch.rowCount()];");
        } else if (type.physical() == PhysicalKind.BYTES) {
            method.line("final BytesPool pool = new BytesPool();");
        }
        method.line("final long[] valid;");
        choose(
                method,
                expression,
                "valid = " + name + "Plain(" + arguments + ");",
                "valid = " + name + "Nulls(" + arguments + ");");
        method.line("return new " + columnClass(type) + "(" + typeName + ", out" + extraArguments(type) + ", valid);");
        method.close();
        target.method(method);
        columnBody(name + "Plain", expression, type, false);
        if (usesColumns(expression)) {
            columnBody(name + "Nulls", expression, type, true);
        }
    }

    private void columnBody(String name, RexNode expression, DataType type, boolean nulls) {
        Code loop = new Code(5);
        ExpressionGenerator generator = new ExpressionGenerator(target, loop, nulls, context);
        Value value = generator.generate(expression);
        boolean nullable = !value.neverNull();
        if (nullable) {
            loop.open("if (" + value.isNull() + ")");
            loop.line("anyNull = true;");
            loop.closeAndOpen("else");
            store(loop, value, type);
            loop.line("valid[p >> 6] |= 1L << p;");
            loop.close();
        } else {
            store(loop, value, type);
        }
        Code method = new Code(1);
        String parameters = "RowSelection rows, " + arrayType(type) + " out" + extraParameters(type);
        method.open("private long[] " + name + "(" + parameters + ")");
        aliases(method, generator.columnsUsed());
        if (nullable) {
            method.line("final long[] valid = new long[(out.length + 63) >> 6];");
            method.line("boolean anyNull = false;");
        }
        beginPlaces(method, generator);
        method.line("int i = 0;");
        method.open("while (i < rows.count)");
        method.line("final int[] sel = rows.positions;");
        method.line("final int n = rows.count;");
        method.open("try");
        method.open("for (; i < n; i++)");
        method.line("final int p = sel[i];");
        method.append(loop.toString());
        method.close();
        method.closeAndOpen("catch (CodedException e)");
        method.line("rows.fail(i, " + error(generator) + ");");
        endPlaces(method, generator);
        method.close();
        method.close();
        method.line(nullable ? "return anyNull ? valid : null;" : "return null;");
        method.close();
        target.method(method);
    }

    private static void store(Code code, Value value, DataType type) {
        if (value.alwaysNull()) {
            return;
        }
        switch (type.physical()) {
            case INT64 ->
                code.line("out[p] = " + value.text() + (type.kind() == TypeKind.BOOLEAN ? " ? 1L : 0L;" : ";"));
            case FLOAT64 ->
                code.line("out[p] = " + (type.kind() == TypeKind.REAL ? "(double) (float) " : "") + value.text() + ";");
            case INT128 -> {
                code.line("out[p] = " + Value.high(value.text()) + ";");
                code.line("low[p] = " + Value.low(value.text()) + ";");
            }
            case BYTES -> code.line("out[p] = " + value.text() + ".store(pool);");
        }
    }

    /** Writes the call of the body that fits the batch's columns. */
    private void choose(Code method, RexNode expression, String plain, String nulls) {
        List<Integer> columns = columns(expression);
        if (columns.isEmpty()) {
            method.line(plain);
            return;
        }
        String noNulls = columns.stream()
                .map(index -> target.column(index) + "Valid == null")
                .collect(Collectors.joining(" && "));
        method.open("if (" + noNulls + ")");
        method.line(plain);
        method.closeAndOpen("else");
        method.line(nulls);
        method.close();
    }

    private void aliases(Code method, SortedSet<Integer> columns) {
        for (int index : columns) {
            String name = target.column(index);
            DataType type = target.input().type(index);
            method.line("final " + arrayType(type) + " " + name + " = this." + name + ";");
            method.line("final long[] " + name + "Valid = this." + name + "Valid;");
            if (type.physical() == PhysicalKind.BYTES) {
                method.line("final BytesPool " + name + "Pool = this." + name + "Pool;");
            } else if (type.physical() == PhysicalKind.INT128) {
                method.line("final long[] " + name + "Low = this." + name + "Low;");
            }
        }
    }

    private static List<Integer> columns(RexNode expression) {
        return RelOptUtil.InputFinder.bits(expression).asList();
    }

    private static boolean usesColumns(RexNode expression) {
        return !columns(expression).isEmpty();
    }

    private static String arrayType(DataType type) {
        return type.physical() == PhysicalKind.FLOAT64 ? "double[]" : "long[]";
    }

    private static String extraArguments(DataType type) {
        return switch (type.physical()) {
            case INT64, FLOAT64 -> "";
            case INT128 -> ", low";
            case BYTES -> ", pool";
        };
    }

    private static String extraParameters(DataType type) {
        return switch (type.physical()) {
            case INT64, FLOAT64 -> "";
            case INT128 -> ", long[] low";
            case BYTES -> ", BytesPool pool";
        };
    }

    static String columnClass(DataType type) {
        return switch (type.physical()) {
            case INT64 -> "LongColumn";
            case FLOAT64 -> "DoubleColumn";
            case INT128 -> "Int128Column";
            case BYTES -> "BytesColumn";
        };
    }
}
