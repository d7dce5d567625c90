package io.tidemark.runtime.batch;

import org.jspecify.annotations.Nullable;

/**
 * The type of a column.
 *
 * @param kind the SQL type
 * @param precision digits of a DECIMAL, fractional digits of a TIME or TIMESTAMP, declared length of a VARCHAR or VARBINARY; -1 where it
 *     has no meaning or no bound
 * @param scale digits after the point of a DECIMAL, else 0
 * @param nullable whether values may be NULL
 * @param element the type of the elements of an ARRAY, else null
 */
public record DataType(
        TypeKind kind,
        int precision,
        int scale,
        boolean nullable,
        @Nullable DataType element) {

    /** The greatest precision of a DECIMAL whose unscaled value always fits a long. */
    public static final int MAX_LONG_PRECISION = 18;

    public DataType {
        if ((kind == TypeKind.ARRAY) != (element != null)) {
            throw new IllegalArgumentException(kind + " of " + element);
        }
    }

    /** A type that is no ARRAY. */
    public DataType(TypeKind kind, int precision, int scale, boolean nullable) {
        this(kind, precision, scale, nullable, null);
    }

    /** A nullable ARRAY. */
    public static DataType array(DataType element) {
        return new DataType(TypeKind.ARRAY, -1, 0, true, element);
    }

    /**
     * The type of the elements of an ARRAY.
     *
     * @throws IllegalStateException if it is none
     */
    public DataType arrayElement() {
        if (element == null) {
            throw new IllegalStateException(kind + " has no elements");
        }
        return element;
    }

    /** A nullable type without precision or scale. */
    public static DataType of(TypeKind kind) {
        return new DataType(kind, -1, 0, true);
    }

    /** A nullable DECIMAL(precision, scale). */
    public static DataType decimal(int precision, int scale) {
        return new DataType(TypeKind.DECIMAL, precision, scale, true);
    }

    /** The same type with the nullability given. */
    public DataType withNullable(boolean newNullable) {
        return newNullable == nullable ? this : new DataType(kind, precision, scale, newNullable, element);
    }

    /** How values of this type lie in memory. */
    public PhysicalKind physical() {
        return kind == TypeKind.DECIMAL && precision > MAX_LONG_PRECISION ? PhysicalKind.INT128 : kind.narrow();
    }

    /** The type as SQL text, without nullability: {@code DECIMAL(10, 2)}, {@code TIMESTAMP(3)}, {@code INT ARRAY}. */
    @Override
    public String toString() {
        return switch (kind) {
            case DECIMAL -> "DECIMAL(" + precision + ", " + scale + ")";
            case VARCHAR, VARBINARY, TIME, TIMESTAMP, TIMESTAMP_LTZ ->
                precision < 0 ? kind.name() : kind + "(" + precision + ")";
            case ARRAY -> element + " ARRAY";
            default -> kind.name();
        };
    }
}
