package io.tidemark.connectors.parquet;

import io.tidemark.connectors.value.TextValueReader;
import io.tidemark.runtime.batch.ArrayBuilder;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.Field;
import java.time.ZoneId;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * Reads a LIST as an ARRAY, from the definition and repetition levels of its elements. Each level of lists has one repetition level: elements
 * of a list follow one another at its own.
 */
final class ListReader implements CellReader {

    private final Field field;
    private final Levels levels;
    private final CellReader element;
    private final ArrayBuilder array;

    /**
     * The levels of a list.
     *
     * @param present the definition level at which there is a list
     * @param slot that at which it has an element, which may be NULL
     * @param repetition the repetition level at which another element follows
     */
    private record Levels(int present, int slot, int repetition) {}

    private ListReader(Field field, Levels levels, CellReader element) {
        this.field = field;
        this.levels = levels;
        this.element = element;
        this.array = new ArrayBuilder(field.type().arrayElement());
    }

    /**
     * A reader of a file's column, list or not, or null if it can't be read into the declared one.
     *
     * @param definition the definition level of what is around it
     * @param repetition the repetition level of what is around it
     */
    static @Nullable CellReader find(Type type, Field field, ZoneId zone, int definition, int repetition) {
        if (type.isRepetition(Repetition.REPEATED)) {
            return null;
        }
        int present = definition + (type.isRepetition(Repetition.OPTIONAL) ? 1 : 0);
        if (type.isPrimitive()) {
            ValueReader reader = ValueReaders.find(type.asPrimitiveType(), field, zone);
            return reader == null ? null : new PrimitiveReader(present, reader);
        }
        Type element = element(type.asGroupType());
        if (element == null || field.type().element() == null) {
            return null;
        }
        Field elements = new Field(field.name(), field.type().arrayElement());
        Levels levels = new Levels(present, present + 1, repetition + 1);
        CellReader reader = find(element, elements, zone, levels.slot, levels.repetition);
        return reader == null ? null : new ListReader(field, levels, reader);
    }

    /** The elements' type in a list of three levels, whatever their names are; null if it is none. */
    static @Nullable Type element(GroupType list) {
        boolean isList = list.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation
                && list.getFieldCount() == 1
                && list.getType(0).isRepetition(Repetition.REPEATED)
                && !list.getType(0).isPrimitive();
        if (!isList) {
            return null;
        }
        GroupType slots = list.getType(0).asGroupType();
        return slots.getFieldCount() == 1 ? slots.getType(0) : null;
    }

    @Override
    public boolean read(ColumnReader from, ColumnBuilder target) {
        int definition = from.getCurrentDefinitionLevel();
        if (definition < levels.present) {
            from.consume();
            return false;
        }
        array.clear();
        if (definition < levels.slot) {
            from.consume();
        } else {
            do {
                element.read(from, array.element());
                array.endElement();
            } while (from.getCurrentRepetitionLevel() == levels.repetition);
        }
        TextValueReader.checkLength(field, array.size(), array.size());
        array.writeTo(target);
        return true;
    }
}
