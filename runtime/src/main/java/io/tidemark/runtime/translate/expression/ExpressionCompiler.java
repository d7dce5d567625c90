package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.calc.CompiledCalc;
import io.tidemark.runtime.translate.code.ClassCache;
import io.tidemark.runtime.translate.code.Code;
import io.tidemark.runtime.translate.code.GeneratedClass;
import io.tidemark.runtime.translate.code.ProgramMaker;
import io.tidemark.runtime.translate.type.Literals;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/**
 * Compiles a condition and projections over the columns of a schema.
 *
 * <p>A projection that is a column goes through without copying, a literal is made once. <b>Errors</b>: {@code FEAT-01} for expressions that can't
 * be computed exactly.
 */
public final class ExpressionCompiler {

    private final ClassCache classes;
    private final TranslationContext context;

    /**
     * Makes one.
     *
     * @param classes keeps compiled classes
     * @param zone the zone of TIMESTAMP_LTZ values where they meet zone-less ones
     * @param types the factory of the expressions' types
     */
    public ExpressionCompiler(ClassCache classes, ZoneId zone, RelDataTypeFactory types) {
        this.classes = classes;
        this.context = TranslationContext.of(zone, types);
    }

    /**
     * Compiles.
     *
     * @param output one column for each projection
     */
    public CompiledCalc compile(Schema input, Optional<RexNode> condition, List<RexNode> projections, Schema output) {
        GeneratedClass target = new GeneratedClass(input);
        LoopGenerator loops = new LoopGenerator(target, context);
        if (condition.isPresent()) {
            loops.filter(condition.get(), projections);
        } else {
            loops.noFilter();
        }
        Code choice = new Code(1);
        choice.open("public Column column(int index, Batch batch, RowSelection rows)");
        choice.open("switch (index)");
        for (int i = 0; i < projections.size(); i++) {
            String column = column(i, projections.get(i), output.field(i), target, loops);
            choice.line("case " + i + ": return " + column + "; // " + oneLine(output.field(i)));
        }
        choice.line("default: throw new IndexOutOfBoundsException(\"column \" + index);");
        choice.close();
        choice.close();
        choice.line("public int columnCount() { return " + projections.size() + "; }");
        target.method(choice);
        String source = target.source();
        ProgramMaker maker = classes.compile(source);
        Object[] constants = target.constants();
        return new CompiledCalc(source, target.isSlow(), clock -> maker.create(constants, clock));
    }

    private static String column(
            int index, RexNode projection, Field field, GeneratedClass target, LoopGenerator loops) {
        DataType type =
                ExpressionGenerator.typeOf(projection).withNullable(field.type().nullable());
        if (projection instanceof RexLiteral literal) {
            return target.constant(Literals.column(literal, type), "Column");
        }
        if (projection instanceof RexInputRef input) {
            return "batch.column(" + input.getIndex() + ")";
        }
        String name = "column" + index;
        loops.column(name, projection, type);
        return name + "(batch, rows)";
    }

    private static String oneLine(Field field) {
        return (field.name() + " " + field.type()).replaceAll("\\R", " ");
    }
}
