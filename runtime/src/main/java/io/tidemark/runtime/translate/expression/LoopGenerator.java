package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.code.Code;
import io.tidemark.runtime.translate.code.GeneratedClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

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
    private final Map<RexNode, String> shared = new HashMap<>();
    private final Map<RexNode, String> sharedLow = new HashMap<>();

    LoopGenerator(GeneratedClass target, TranslationContext context) {
        this.target = target;
        this.context = context;
    }

    /**
     * Writes the method that keeps the rows for which {@code condition} is TRUE.
     *
     * @param projections what columns will be made of; those that the condition computes anyway are kept for them
     */
    void filter(RexNode condition, List<RexNode> projections) {
        List<RexNode> conjuncts = new ArrayList<>();
        RexNode whole =
                condition instanceof RexCall call ? ExpressionSize.nested(call, context.rexBuilder()) : condition;
        if (whole.getKind() == SqlKind.AND) {
            conjuncts.addAll(((RexCall) whole).getOperands());
        } else {
            conjuncts.add(whole);
        }
        filterBody("filterPlain", conjuncts, projections, false);
        if (usesColumns(condition)) {
            filterBody("filterNulls", conjuncts, projections, true);
        }
        Code method = new Code(1);
        method.open("public void filter" + ROWS);
        method.line("bind(batch);");
        shared.values().forEach(array -> method.line(array + " = null;"));
        choose(method, condition, "filterPlain(batch, rows);", "filterNulls(batch, rows);");
        method.close();
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

    private void filterBody(String name, List<RexNode> conjuncts, List<RexNode> projections, boolean nulls) {
        Code loop = new Code(5);
        ExpressionGenerator generator = new ExpressionGenerator(target, loop, nulls, context);
        String passes = passes(generator.generate(conjuncts.get(0)));
        for (RexNode conjunct : conjuncts.subList(1, conjuncts.size())) {
            if (generator.isCheap(conjunct)) {
                passes = passes + " & " + passes(generator.generate(conjunct));
            } else {
                loop.line("if (!(" + passes + ")) continue;");
                passes = passes(generator.generate(conjunct));
            }
        }
        loop.line("kept[count] = p;");
        loop.line("count += " + passes + " ? 1 : 0;");
        Code method = new Code(1);
        method.open("private void " + name + ROWS);
        aliases(method, generator.columnsUsed());
        for (RexNode projection : new LinkedHashSet<>(projections)) {
            share(projection, generator, method);
        }
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

    /**
     * Keeps the values of a projection that the condition has computed for every row that passes, in arrays that become its column. Without
     * NULLs only; else the column is computed anew.
     */
    private void share(RexNode projection, ExpressionGenerator generator, Code method) {
        DataType type = ExpressionGenerator.typeOf(projection);
        Value value = generator.known(projection).orElse(null);
        if (value == null || !(projection instanceof RexCall) || !value.neverNull() || !Value.isPrimitive(type)) {
            return;
        }
        String out = shared.computeIfAbsent(projection, key -> target.field(arrayType(type)));
        String low = type.physical() == PhysicalKind.INT128
                ? sharedLow.computeIfAbsent(projection, key -> target.field("long[]"))
                : "";
        for (String array : List.of(out, low)) {
            if (!array.isEmpty()) {
                method.line("final " + arrayType(type) + " " + array + " = " + GeneratedClass.newArray(type) + ";");
                method.line("this." + array + " = " + array + ";");
            }
        }
        store(generator.code(), value, type, out, low, null);
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

    /** A Java condition: whether a value is TRUE. */
    static String passes(Value condition) {
        if (condition.alwaysNull()) {
            return "false";
        }
        String holds = "(" + condition.text() + ")";
        return condition.neverNull() ? holds : "!" + condition.isNull() + " & " + holds;
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
        String known = shared.get(expression);
        if (known != null) {
            String low = type.physical() == PhysicalKind.INT128 ? ", " + sharedLow.get(expression) : "";
            method.open("if (" + known + " != null)");
            method.line("return new " + columnClass(type) + "(" + typeName + ", " + known + low + ", null);");
            method.close();
        }
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
        TextChoice choice = TextChoice.of(expression, type, context);
        Value value = choice == null ? generator.generate(expression) : choice.number(generator);
        boolean nullable = !value.neverNull();
        if (nullable) {
            loop.open("if (" + value.isNull() + ")");
            loop.line("anyNull = true;");
            loop.closeAndOpen("else");
            store(loop, value, type, "out", "low", choice);
            loop.line("valid[p >> 6] |= 1L << p;");
            loop.close();
        } else {
            store(loop, value, type, "out", "low", choice);
        }
        Code method = new Code(1);
        String parameters = "RowSelection rows, " + arrayType(type) + " out" + extraParameters(type);
        method.open("private long[] " + name + "(" + parameters + ")");
        aliases(method, generator.columnsUsed());
        if (nullable) {
            method.line("final long[] valid = new long[(out.length + 63) >> 6];");
            method.line("boolean anyNull = false;");
        }
        if (choice != null) {
            method.line("final long[] texts = {" + choice.stored(generator) + "};");
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

    private static void store(
            Code code, Value value, DataType type, String out, String low, @Nullable TextChoice choice) {
        if (value.alwaysNull()) {
            return;
        }
        String text = value.text();
        String stored = choice != null
                ? "texts[(int) " + text + "]"
                : switch (type.physical()) {
                    case INT64 -> text + (type.kind() == TypeKind.BOOLEAN ? " ? 1L : 0L" : "");
                    case FLOAT64 -> (type.kind() == TypeKind.REAL ? "(double) (float) " : "") + text;
                    case INT128 -> Value.high(text);
                    case BYTES -> text + ".store(pool)";
                };
        code.line(out + "[p] = " + stored + ";");
        if (type.physical() == PhysicalKind.INT128) {
            code.line(low + "[p] = " + Value.low(text) + ";");
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
