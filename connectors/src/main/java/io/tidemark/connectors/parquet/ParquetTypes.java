package io.tidemark.connectors.parquet;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import java.math.BigInteger;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.PrimitiveBuilder;

/**
 * The Parquet types that columns are written with: times in micros, a TIMESTAMP as local time, a TIMESTAMP_LTZ as time in UTC; decimals in
 * the smallest form that holds them; an ARRAY as a LIST of three levels.
 */
final class ParquetTypes {

    /** The name of the repeated group within a LIST, and of what is in that. */
    static final String SLOTS = "list";

    static final String ELEMENT = "element";

    private static final int MAX_INT_DIGITS = 9;

    private ParquetTypes() {}

    /**
     * The schema of a file.
     *
     * @throws CodedException UNSUPPORTED for an interval
     */
    static MessageType message(Schema schema) {
        List<Type> types = schema.fields().stream().map(ParquetTypes::type).toList();
        return new MessageType("row", types);
    }

    private static Type type(Field field) {
        DataType type = field.type();
        Repetition repetition = type.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
        return switch (type.kind()) {
            case BOOLEAN -> primitive(PrimitiveTypeName.BOOLEAN, repetition).named(field.name());
            case TINYINT -> integer(8, repetition, field);
            case SMALLINT -> integer(16, repetition, field);
            case INT -> integer(32, repetition, field);
            case BIGINT -> logical(PrimitiveTypeName.INT64, repetition, LogicalTypeAnnotation.intType(64, true), field);
            case REAL -> primitive(PrimitiveTypeName.FLOAT, repetition).named(field.name());
            case DOUBLE -> primitive(PrimitiveTypeName.DOUBLE, repetition).named(field.name());
            case DECIMAL -> decimal(repetition, field);
            case VARCHAR -> logical(PrimitiveTypeName.BINARY, repetition, LogicalTypeAnnotation.stringType(), field);
            case VARBINARY -> primitive(PrimitiveTypeName.BINARY, repetition).named(field.name());
            case DATE -> logical(PrimitiveTypeName.INT32, repetition, LogicalTypeAnnotation.dateType(), field);
            case TIME ->
                logical(
                        PrimitiveTypeName.INT64,
                        repetition,
                        LogicalTypeAnnotation.timeType(false, TimeUnit.MICROS),
                        field);
            case TIMESTAMP -> timestamp(false, repetition, field);
            case TIMESTAMP_LTZ -> timestamp(true, repetition, field);
            case ARRAY -> list(repetition, field);
            case INTERVAL_MONTHS, INTERVAL_MICROS ->
                throw CodedException.unsupported(
                        "column \"" + field.name() + "\" of an interval type in format \"parquet\"");
        };
    }

    private static PrimitiveBuilder<PrimitiveType> primitive(PrimitiveTypeName primitive, Repetition repetition) {
        return Types.primitive(primitive, repetition);
    }

    private static Type logical(
            PrimitiveTypeName primitive, Repetition repetition, LogicalTypeAnnotation annotation, Field field) {
        return primitive(primitive, repetition).as(annotation).named(field.name());
    }

    /** The three levels of a LIST: the list, its slots, and in each an element. */
    private static Type list(Repetition repetition, Field field) {
        return Types.list(repetition)
                .element(type(new Field(ELEMENT, field.type().arrayElement())))
                .named(field.name());
    }

    private static Type integer(int bits, Repetition repetition, Field field) {
        return logical(PrimitiveTypeName.INT32, repetition, LogicalTypeAnnotation.intType(bits, true), field);
    }

    private static Type timestamp(boolean utc, Repetition repetition, Field field) {
        return logical(
                PrimitiveTypeName.INT64, repetition, LogicalTypeAnnotation.timestampType(utc, TimeUnit.MICROS), field);
    }

    private static Type decimal(Repetition repetition, Field field) {
        DataType type = field.type();
        LogicalTypeAnnotation annotation = LogicalTypeAnnotation.decimalType(type.scale(), type.precision());
        if (type.precision() <= MAX_INT_DIGITS) {
            return logical(PrimitiveTypeName.INT32, repetition, annotation, field);
        }
        if (type.precision() <= DataType.MAX_LONG_PRECISION) {
            return logical(PrimitiveTypeName.INT64, repetition, annotation, field);
        }
        return primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                .length(decimalBytes(type.precision()))
                .as(annotation)
                .named(field.name());
    }

    /** The bytes that every unscaled value of a precision fits into, with its sign. */
    static int decimalBytes(int precision) {
        return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / Byte.SIZE + 1;
    }

    /** Whether a decimal of that precision is written as an INT32. */
    static boolean isIntDecimal(DataType type) {
        return type.precision() <= MAX_INT_DIGITS;
    }
}
