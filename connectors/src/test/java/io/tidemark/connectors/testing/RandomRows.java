package io.tidemark.connectors.testing;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.Schema;
import java.math.BigInteger;
import java.util.Random;

/** Rows with random values of every type, awkward ones among them. */
public final class RandomRows {

    /** A column of every type that files can hold, some twice. */
    public static final Schema SCHEMA =
            Columns.schema("flag BOOLEAN, tiny TINYINT, small SMALLINT, num INT, big BIGINT NOT NULL,"
                    + " re REAL, dbl DOUBLE, dec9 DECIMAL(9 3), dec18 DECIMAL(18 0), dec38 DECIMAL(38 10), txt VARCHAR, bin VARBINARY,"
                    + " dat DATE, tim TIME(6), ts TIMESTAMP(6), ts3 TIMESTAMP(3), ltz TIMESTAMP_LTZ(6)");

    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final long LAST_DAY = 2_932_896;
    private static final long FIRST_DAY = -719_162;
    private static final String[] TEXTS = {
        "",
        "NULL",
        "null",
        "a,b",
        "\"",
        "line\nend",
        "\r\n",
        "ä𝄞\u0000\u0001",
        " blank ",
        "\\",
        "{\"a\":1}",
        "'",
        "\t",
        "\uFEFF"
    };

    private final Random random;

    public RandomRows(long seed) {
        this.random = new Random(seed);
    }

    /** A batch of rows. */
    public Batch batch(int rows) {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        for (int i = 0; i < rows; i++) {
            for (int column = 0; column < SCHEMA.size(); column++) {
                DataType type = SCHEMA.type(column);
                if (!type.nullable() || random.nextInt(5) > 0) {
                    set(builder.column(column), type);
                }
            }
            builder.endRow();
        }
        return builder.build();
    }

    private void set(ColumnBuilder column, DataType type) {
        switch (type.kind()) {
            case BOOLEAN -> column.setLong(random.nextInt(2));
            case TINYINT -> column.setLong((byte) random.nextInt());
            case SMALLINT -> column.setLong((short) random.nextInt());
            case INT -> column.setLong(random.nextInt());
            case BIGINT -> column.setLong(random.nextBoolean() ? random.nextLong() : random.nextInt(10));
            case DECIMAL -> setDecimal(column, type);
            case REAL -> column.setDouble(random.nextInt(9) == 0 ? Float.NaN : Float.intBitsToFloat(random.nextInt()));
            case DOUBLE ->
                column.setDouble(
                        random.nextInt(9) == 0 ? Double.NEGATIVE_INFINITY : Double.longBitsToDouble(random.nextLong()));
            case VARCHAR -> column.setString(TEXTS[random.nextInt(TEXTS.length)] + TEXTS[random.nextInt(TEXTS.length)]);
            case VARBINARY -> setBinary(column);
            case DATE -> column.setLong(day());
            case TIME -> column.setLong((long) (random.nextDouble() * MICROS_PER_DAY));
            case TIMESTAMP, TIMESTAMP_LTZ -> column.setLong(timestamp(type));
            case ARRAY, INTERVAL_MONTHS, INTERVAL_MICROS -> throw new AssertionError("not every file holds " + type);
        }
    }

    private long day() {
        return FIRST_DAY + (long) (random.nextDouble() * (LAST_DAY - FIRST_DAY + 1));
    }

    private long timestamp(DataType type) {
        long micros = day() * MICROS_PER_DAY + (long) (random.nextDouble() * MICROS_PER_DAY);
        return type.precision() == 3 ? Math.floorDiv(micros, 1000L) * 1000L : micros;
    }

    private void setDecimal(ColumnBuilder column, DataType type) {
        BigInteger limit = BigInteger.TEN.pow(type.precision());
        BigInteger value = new BigInteger(limit.bitLength(), random).mod(limit);
        BigInteger signed = random.nextBoolean() ? value : value.negate();
        if (type.physical() == PhysicalKind.INT64) {
            column.setLong(signed.longValueExact());
        } else {
            column.setInt128(signed.shiftRight(64).longValue(), signed.longValue());
        }
    }

    private void setBinary(ColumnBuilder column) {
        byte[] bytes = new byte[random.nextInt(5)];
        random.nextBytes(bytes);
        column.setBytes(bytes, 0, bytes.length);
    }
}
