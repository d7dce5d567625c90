package io.tidemark.connectors.csv;

import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.RecordType;
import io.tidemark.connectors.format.ReadTarget;
import io.tidemark.connectors.value.RowErrors;
import io.tidemark.connectors.value.TextValueReader;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.sql.error.CodedException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the fields of a record, as characters, into the columns that they stand for. */
final class CsvFields extends CsvCallbackHandler<Boolean> {

    private final char[] nullLiteral;
    private final List<@Nullable Column> byField;

    /** Columns that no field of the file stands for, and that must not be NULL. */
    private final List<Field> missing;

    private int fields;
    private @Nullable CodedException error;

    /** A column wanted. */
    private record Column(Field field, ColumnBuilder builder, TextValueReader reader) {}

    private CsvFields(List<@Nullable Column> byField, List<Field> missing, String nullLiteral) {
        this.byField = byField;
        this.missing = missing;
        this.nullLiteral = nullLiteral.toCharArray();
    }

    /**
     * Matches the fields of a file with the columns wanted.
     *
     * @param names the name of each field
     */
    static CsvFields of(List<String> names, ReadTarget target, BatchBuilder builder, CsvOptions options, ZoneId zone) {
        List<@Nullable Column> byField = new ArrayList<>();
        names.forEach(name -> byField.add(null));
        List<Field> missing = new ArrayList<>();
        for (int i = 0; i < target.schema().size(); i++) {
            if (target.metadataKeys().containsKey(i)) {
                continue;
            }
            Field field = target.schema().field(i);
            int index = indexOf(names, field.name());
            if (index >= 0) {
                byField.set(index, new Column(field, builder.column(i), new TextValueReader(field, zone, false)));
            } else if (!field.type().nullable()) {
                missing.add(field);
            }
        }
        return new CsvFields(byField, missing, options.nullLiteral());
    }

    /** The field that stands for a column, by its exact name or else without regard to case and blanks around; -1 if none does. */
    static int indexOf(List<String> names, String wanted) {
        int exact = names.indexOf(wanted);
        for (int i = 0; exact < 0 && i < names.size(); i++) {
            if (names.get(i).strip().equalsIgnoreCase(wanted)) {
                exact = i;
            }
        }
        return exact;
    }

    /** Whether an empty line is a record: the NULL of a single column. */
    boolean takesEmptyLines() {
        return byField.size() == 1 && nullLiteral.length == 0;
    }

    /** Takes the record of an empty line. */
    void takeEmptyLine() {
        beginRecord(0);
        addField(nullLiteral, 0, 0, false);
    }

    /**
     * Ends a record.
     *
     * @throws CodedException the first thing that was wrong with it
     */
    void check() {
        CodedException first = error;
        if (first != null) {
            throw first;
        }
        if (fields != byField.size()) {
            throw RowErrors.malformed("the record has " + fields + " fields, expected " + byField.size());
        }
        for (Field field : missing) {
            throw RowErrors.nullNotAllowed(field);
        }
    }

    @Override
    protected void beginRecord(long startingLineNumber) {
        fields = 0;
        error = null;
    }

    /** Errors are kept until the record ends: thrown through the parser, they would leave it within the record. */
    @Override
    protected void addField(char[] buffer, int offset, int length, boolean quoted) {
        int field = fields++;
        Column column = field < byField.size() ? byField.get(field) : null;
        if (column == null || error != null) {
            return;
        }
        try {
            take(column, buffer, offset, length, quoted);
        } catch (CodedException e) {
            error = e;
        }
    }

    private void take(Column column, char[] buffer, int offset, int length, boolean quoted) {
        if (!quoted && isNullLiteral(buffer, offset, length)) {
            if (!column.field.type().nullable()) {
                throw RowErrors.nullNotAllowed(column.field);
            }
            column.builder.setNull();
            return;
        }
        int from = offset;
        int to = offset + length;
        if (column.field.type().kind() != TypeKind.VARCHAR) {
            while (from < to && buffer[from] == ' ') {
                from++;
            }
            while (to > from && buffer[to - 1] == ' ') {
                to--;
            }
        }
        column.reader.read(buffer, from, to - from, column.builder);
    }

    private boolean isNullLiteral(char[] buffer, int offset, int length) {
        boolean equal = length == nullLiteral.length;
        for (int i = 0; equal && i < length; i++) {
            equal = buffer[offset + i] == nullLiteral[i];
        }
        return equal;
    }

    @Override
    protected RecordType getRecordType() {
        return RecordType.DATA;
    }

    @Override
    protected int getFieldCount() {
        return fields;
    }

    @Override
    protected void setComment(char[] buffer, int offset, int length) {}

    @Override
    protected void setEmpty() {}

    @Override
    protected Boolean buildRecord() {
        return Boolean.TRUE;
    }
}
