package io.tidemark.runtime.translate.user;

import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.function.Boxes;
import io.tidemark.runtime.translate.function.Decimals;
import io.tidemark.runtime.translate.function.Int128;
import io.tidemark.runtime.translate.function.JavaValues;
import io.tidemark.runtime.translate.function.Slice;
import io.tidemark.sql.error.CodedException;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values of columns as Java objects that functions of users take, and their results as values of columns. */
final class JavaCells {

    private JavaCells() {}

    /** The value at a position, as an object of the parameter's type; null for NULL. */
    static @Nullable Object read(Column column, int position, TypeKind parameter) {
        if (column.isNull(position)) {
            return null;
        }
        return switch (parameter) {
            case DOUBLE -> number(column, position).doubleValue();
            case DECIMAL -> decimal(column, position);
            case INT -> (int) ((LongColumn) column).values[position];
            case BIGINT -> ((LongColumn) column).values[position];
            case BOOLEAN -> ((LongColumn) column).values[position] != 0;
            case DATE -> JavaValues.date(((LongColumn) column).values[position]);
            case TIME -> JavaValues.time(((LongColumn) column).values[position]);
            case TIMESTAMP -> JavaValues.timestamp(((LongColumn) column).values[position]);
            case TIMESTAMP_LTZ -> JavaValues.instant(((LongColumn) column).values[position]);
            case VARCHAR -> ((BytesColumn) column).string(position);
            case VARBINARY -> ((BytesColumn) column).bytes(position);
            default -> throw CodedException.internal(parameter + " is no parameter of a function");
        };
    }

    private static Number number(Column column, int position) {
        return column instanceof DoubleColumn doubles ? (Number) doubles.values[position] : decimal(column, position);
    }

    private static BigDecimal decimal(Column column, int position) {
        return column instanceof Int128Column wide
                ? wide.decimal(position)
                : BigDecimal.valueOf(
                        ((LongColumn) column).values[position], column.type().scale());
    }

    /**
     * A result as the engine's physical kind of its type has it: a Long, a Double, the two halves of a 128-bit number, or bytes.
     *
     * <p><b>Errors</b>: as {@link JavaValues} and {@link Boxes}; ROW_ERROR_OVERFLOW for a decimal with too many digits.
     */
    static Object write(Object value, DataType type) {
        return switch (type.kind()) {
            case INT, BIGINT -> ((Number) value).longValue();
            case DOUBLE -> value;
            case BOOLEAN -> (Boolean) value ? 1L : 0L;
            case DECIMAL -> unscaled((BigDecimal) value, type);
            case DATE -> JavaValues.toDays(value);
            case TIME -> JavaValues.toTimeMicros(value);
            case TIMESTAMP, TIMESTAMP_LTZ -> JavaValues.toMicros(value);
            case VARCHAR -> text(value);
            case VARBINARY -> bytes((byte[]) value);
            default -> throw CodedException.internal(type + " is no result of a function");
        };
    }

    private static Object unscaled(BigDecimal value, DataType type) {
        if (type.physical() == PhysicalKind.INT64) {
            return Decimals.unscaled(value, type.precision(), type.scale());
        }
        Int128 wide = new Int128();
        Decimals.unscaled(value, type.precision(), type.scale(), wide);
        return new long[] {wide.high, wide.low};
    }

    private static byte[] text(Object value) {
        Slice slice = new Slice();
        Boxes.toText(value, slice);
        return Arrays.copyOfRange(slice.bytes, slice.offset, slice.offset + slice.length);
    }

    private static byte[] bytes(byte[] value) {
        Slice slice = new Slice();
        Boxes.toBytes(value, slice);
        return value.clone();
    }
}
