package io.tidemark.connectors.parquet;

import io.tidemark.connectors.value.DecimalText;
import io.tidemark.connectors.value.RowErrors;
import io.tidemark.connectors.value.TextValueReader;
import io.tidemark.connectors.value.Utf8;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * How values of a file's column are read into a declared one.
 *
 * <ul>
 *   <li>integers: signed and unsigned ones of any width, checked against the declared range;
 *   <li>DECIMAL: decimals in any form and integers, rounded half up where the declared scale is smaller;
 *   <li>DOUBLE: FLOAT and DOUBLE; REAL: FLOAT; BOOLEAN: BOOLEAN;
 *   <li>VARCHAR: STRING, ENUM, JSON and plain BINARY, which must be UTF-8; VARBINARY: any BINARY and fixed bytes;
 *   <li>DATE: DATE; times: see {@link TimeReaders}.
 * </ul>
 */
final class ValueReaders {

    private ValueReaders() {}

    /** A reader, or null if a column of that type can't be read into the declared one. */
    static @Nullable ValueReader find(PrimitiveType type, Field field, ZoneId zone) {
        return switch (field.type().kind()) {
            case BOOLEAN ->
                type.getPrimitiveTypeName() == PrimitiveTypeName.BOOLEAN
                        ? (from, target) -> target.setLong(from.getBoolean() ? 1 : 0)
                        : null;
            case TINYINT, SMALLINT, INT, BIGINT -> integers(type, field);
            case DECIMAL -> decimals(type, field);
            case REAL, DOUBLE -> doubles(type, field);
            case VARCHAR -> isText(type) ? (from, target) -> setText(field, from.getBinary(), target) : null;
            case VARBINARY -> isBinary(type) ? (from, target) -> setBytes(field, from.getBinary(), target) : null;
            case DATE ->
                type.getLogicalTypeAnnotation() instanceof DateLogicalTypeAnnotation
                        ? (from, target) -> target.setLong(from.getInteger())
                        : null;
            case TIME, TIMESTAMP, TIMESTAMP_LTZ -> TimeReaders.find(type, field, zone);
            case ARRAY, INTERVAL_MONTHS, INTERVAL_MICROS -> null;
        };
    }

    private static @Nullable ValueReader integers(PrimitiveType type, Field field) {
        LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
        if (logical != null && !(logical instanceof IntLogicalTypeAnnotation)) {
            return null;
        }
        boolean unsigned = logical instanceof IntLogicalTypeAnnotation integer && !integer.isSigned();
        DecimalText numbers = new DecimalText(field, false);
        return switch (type.getPrimitiveTypeName()) {
            case INT32 ->
                unsigned
                        ? (from, target) -> numbers.readUnscaled(Integer.toUnsignedLong(from.getInteger()), 0, target)
                        : (from, target) -> numbers.readUnscaled(from.getInteger(), 0, target);
            case INT64 ->
                unsigned
                        ? (from, target) -> readUnsigned(numbers, from.getLong(), target)
                        : (from, target) -> numbers.readUnscaled(from.getLong(), 0, target);
            default -> null;
        };
    }

    private static void readUnsigned(DecimalText numbers, long value, ColumnBuilder target) {
        if (value >= 0) {
            numbers.readUnscaled(value, 0, target);
        } else {
            numbers.readNumber(new BigDecimal(Long.toUnsignedString(value)), target);
        }
    }

    private static @Nullable ValueReader decimals(PrimitiveType type, Field field) {
        if (!(type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal)) {
            return integers(type, field);
        }
        int scale = decimal.getScale();
        DecimalText numbers = new DecimalText(field, false);
        return switch (type.getPrimitiveTypeName()) {
            case INT32 -> (from, target) -> numbers.readUnscaled(from.getInteger(), scale, target);
            case INT64 -> (from, target) -> numbers.readUnscaled(from.getLong(), scale, target);
            case BINARY, FIXED_LEN_BYTE_ARRAY ->
                (from, target) -> numbers.readNumber(
                        new BigDecimal(new BigInteger(from.getBinary().getBytesUnsafe()), scale), target);
            default -> null;
        };
    }

    private static @Nullable ValueReader doubles(PrimitiveType type, Field field) {
        if (type.getLogicalTypeAnnotation() != null) {
            return null;
        }
        return switch (type.getPrimitiveTypeName()) {
            case FLOAT -> (from, target) -> target.setDouble(from.getFloat());
            case DOUBLE ->
                field.type().kind() == TypeKind.DOUBLE ? (from, target) -> target.setDouble(from.getDouble()) : null;
            default -> null;
        };
    }

    private static boolean isText(PrimitiveType type) {
        LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
        return type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
                && (logical == null
                        || logical instanceof StringLogicalTypeAnnotation
                        || logical instanceof EnumLogicalTypeAnnotation
                        || logical instanceof JsonLogicalTypeAnnotation);
    }

    private static boolean isBinary(PrimitiveType type) {
        boolean bytes = type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
                || type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
        return bytes && !(type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation);
    }

    private static void setText(Field field, Binary value, ColumnBuilder target) {
        ByteBuffer buffer = value.toByteBuffer();
        byte[] bytes = buffer.hasArray() ? buffer.array() : value.getBytesUnsafe();
        int start = buffer.hasArray() ? buffer.arrayOffset() + buffer.position() : 0;
        int end = start + value.length();
        if (!Utf8.isValid(bytes, start, end)) {
            throw RowErrors.malformed("column \"" + field.name() + "\" is not valid UTF-8");
        }
        TextValueReader.checkLength(
                field, value.length(), field.type().precision() < 0 ? value.length() : characters(bytes, start, end));
        target.setBytes(bytes, start, value.length());
    }

    private static int characters(byte[] bytes, int start, int end) {
        int count = 0;
        for (int at = start; at < end; at++) {
            count += (bytes[at] & 0xC0) == 0x80 ? 0 : 1;
        }
        return count;
    }

    private static void setBytes(Field field, Binary value, ColumnBuilder target) {
        byte[] bytes = value.getBytesUnsafe();
        TextValueReader.checkLength(field, bytes.length, bytes.length);
        target.setBytes(bytes, 0, bytes.length);
    }
}
