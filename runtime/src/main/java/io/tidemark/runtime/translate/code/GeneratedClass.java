package io.tidemark.runtime.translate.code;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.SourcePosition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The class being generated for one Calc: its fields (columns of the batch at hand, registers, constants) and methods.
 *
 * <p>The columns of the input are fields {@code c0, c1, …} with {@code c0Valid} for their NULLs, set at each batch; registers are {@code r1, r2,
 * …}; constants {@code k0, k1, …} come from an array, so that equal source can be compiled once. So do the places of expressions in the
 * statement, {@code places}, the last of the constants.
 */
public final class GeneratedClass {

    private final Schema input;
    private final TreeSet<Integer> columns = new TreeSet<>();
    private final List<String> fields = new ArrayList<>();
    private final List<String> initializers = new ArrayList<>();
    private final List<Object> constants = new ArrayList<>();
    private final Map<List<Object>, String> constantNames = new HashMap<>();
    private final List<String> methods = new ArrayList<>();
    private final List<SourcePosition> places = new ArrayList<>();
    private int names;
    private boolean slow;

    /** Begins a class over the columns of a schema. */
    public GeneratedClass(Schema input) {
        this.input = input;
    }

    /** The columns that expressions refer to. */
    public Schema input() {
        return input;
    }

    /** A name not used before, with a prefix. */
    public String fresh(String prefix) {
        names++;
        return prefix + names;
    }

    /** Makes the column at an index readable as a field and returns its name. */
    public String column(int index) {
        columns.add(index);
        return "c" + index;
    }

    /** A register (a {@code Slice} or an {@code Int128}) of one expression. */
    public String register(String javaType) {
        String name = fresh("r");
        fields.add("private final " + javaType + " " + name + " = new " + javaType + "();");
        return name;
    }

    /** A field that methods share. */
    public String field(String javaType) {
        String name = fresh("f");
        fields.add("private " + javaType + " " + name + ";");
        return name;
    }

    /**
     * A constant that does not stand in the source.
     *
     * @param javaType the type of the field
     * @param initializer the field's first value, with {@code $} for the constant
     */
    public String constant(Object value, String javaType, String initializer) {
        Object same = value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
        return constantNames.computeIfAbsent(List.of(initializer, same), key -> {
            String name = "k" + constants.size();
            fields.add("private final " + javaType + " " + name + ";");
            initializers.add(name + " = " + initializer.replace("$", "constants[" + constants.size() + "]") + ";");
            constants.add(value);
            return name;
        });
    }

    /** A constant that is used as it is. */
    public String constant(Object value, String javaType) {
        return constant(value, javaType, "(" + javaType + ") $");
    }

    /** The number by which generated code knows a place in the statement; 0 stands for none. */
    public int place(SourcePosition position) {
        int known = places.indexOf(position);
        if (known >= 0) {
            return known + 1;
        }
        places.add(position);
        return places.size();
    }

    /** Adds a method. */
    public void method(Code code) {
        methods.add(code.toString());
    }

    /** Notes that an expression is evaluated row by row through Calcite. */
    public void markSlow() {
        slow = true;
    }

    /** Whether an expression is evaluated row by row through Calcite. */
    public boolean isSlow() {
        return slow;
    }

    /** The constants, for the factory. */
    public Object[] constants() {
        SourcePosition[] byNumber = new SourcePosition[places.size() + 1];
        for (int i = 0; i < places.size(); i++) {
            byNumber[i + 1] = places.get(i);
        }
        List<Object> all = new ArrayList<>(constants);
        all.add(byNumber);
        return all.toArray();
    }

    /** The body of the factory's class that makes instances of the generated one. */
    public String source() {
        Code code = new Code(0);
        code.open("public CalcProgram create(Object[] constants, EpochClock clock)");
        code.line("return new Calc(constants, clock);");
        code.close();
        code.open("public static final class Calc extends CalcProgram");
        code.line("private final EpochClock clock;");
        code.line("private final SourcePosition[] places;");
        columns.forEach(index -> columnFields(code, index));
        fields.forEach(code::line);
        code.open("Calc(Object[] constants, EpochClock clock)");
        code.line("this.clock = clock;");
        code.line("this.places = (SourcePosition[]) constants[" + constants.size() + "];");
        initializers.forEach(code::line);
        code.close();
        code.open("private void bind(Batch batch)");
        columns.forEach(index -> bindColumn(code, index));
        code.close();
        methods.forEach(method -> code.append(method));
        code.close();
        return code.toString();
    }

    private void columnFields(Code code, int index) {
        PhysicalKind kind = physical(index);
        String values = kind == PhysicalKind.FLOAT64 ? "double[]" : "long[]";
        code.line("private " + values + " c" + index + "; // "
                + input.field(index).name().replaceAll("\\R", " "));
        code.line("private long[] c" + index + "Valid;");
        if (kind == PhysicalKind.INT128) {
            code.line("private long[] c" + index + "Low;");
        } else if (kind == PhysicalKind.BYTES) {
            code.line("private BytesPool c" + index + "Pool;");
        }
    }

    private void bindColumn(Code code, int index) {
        String name = "c" + index;
        String column = "batch.column(" + index + ")";
        switch (physical(index)) {
            case INT64 -> code.line(name + " = ((LongColumn) " + column + ").values;");
            case FLOAT64 -> code.line(name + " = ((DoubleColumn) " + column + ").values;");
            case INT128 -> {
                code.line(name + " = ((Int128Column) " + column + ").high;");
                code.line(name + "Low = ((Int128Column) " + column + ").low;");
            }
            case BYTES -> {
                code.line(name + " = ((BytesColumn) " + column + ").references;");
                code.line(name + "Pool = ((BytesColumn) " + column + ").pool;");
            }
        }
        code.line(name + "Valid = " + column + ".validity;");
    }

    private PhysicalKind physical(int index) {
        return input.type(index).physical();
    }

    /** The Java expression that makes an array for values of a type. */
    public static String newArray(DataType type) {
        return "new " + (type.physical() == PhysicalKind.FLOAT64 ? "double" : "long") + "[batch.rowCount()]";
    }
}
