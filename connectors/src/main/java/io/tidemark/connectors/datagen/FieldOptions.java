package io.tidemark.connectors.datagen;

import io.tidemark.connectors.generator.Randomness;
import io.tidemark.connectors.value.TextValueReader;
import io.tidemark.connectors.value.TimeText;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.sql.error.CodedException;
import java.math.BigInteger;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options {@code fields.NAME.…}, turned into a generator for each column. */
final class FieldOptions {

    private static final List<String> KNOWN = List.of("kind", "min", "max", "length", "start", "end", "step");
    private static final int DEFAULT_LENGTH = 100;
    private static final long MILLI = 1000;

    /** Values are a function of the row's number, so random times lie in a fixed year and not around the present. */
    private static final String FIRST_TIME = "2024-01-01 00:00:00";

    private static final String LAST_TIME = "2024-12-31 23:59:59.999999";

    private final Schema schema;
    private final Map<String, String> options;
    private final Randomness randomness;

    /**
     * Checks that every option names a column and something known of it.
     *
     * @param options keys {@code name.attribute}, in lower case
     */
    FieldOptions(Schema schema, Map<String, String> options, long seed) {
        this.schema = schema;
        this.options = options;
        this.randomness = new Randomness(seed);
        options.forEach(this::checkKey);
    }

    private void checkKey(String key, String value) {
        int point = key.lastIndexOf('.');
        String column = key.substring(0, Math.max(point, 0));
        List<String> names = schema.fields().stream().map(Field::name).toList();
        if (names.stream().noneMatch(name -> name.equalsIgnoreCase(column))) {
            throw CodedException.unknownColumn(column, "option \"fields." + key + "\"", names);
        }
        if (!KNOWN.contains(key.substring(point + 1))) {
            throw CodedException.unknownOption(
                    "fields." + key,
                    "connector \"datagen\"",
                    KNOWN.stream()
                            .map(known -> "fields." + column + "." + known)
                            .toList());
        }
        if (value.isBlank()) {
            throw CodedException.invalidOption("fields." + key, value, "a value");
        }
    }

    /** A generator for each column, in order. */
    List<ColumnGenerator> generators() {
        List<ColumnGenerator> generators = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            generators.add(generator(schema.field(i), randomness.derived(i)));
        }
        return generators;
    }

    private ColumnGenerator generator(Field field, Randomness own) {
        String kind = option(field, "kind", "random");
        return switch (kind) {
            case "random" -> random(field, own);
            case "sequence" -> sequence(field);
            default -> throw invalid(field, "kind", "random or sequence");
        };
    }

    private ColumnGenerator random(Field field, Randomness own) {
        DataType type = field.type();
        return switch (type.kind()) {
            case BOOLEAN -> new RandomGenerators.Longs(type, own, 0, 1, 1);
            case TINYINT -> longs(field, own, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> longs(field, own, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> longs(field, own, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> longs(field, own, Long.MIN_VALUE, Long.MAX_VALUE);
            case DECIMAL -> decimals(field, own);
            case REAL, DOUBLE -> doubles(field, own);
            case VARCHAR, VARBINARY -> new RandomGenerators.Bytes(type, own, length(field));
            case DATE -> times(field, own, FIRST_TIME.substring(0, 10), LAST_TIME.substring(0, 10), 1);
            case TIME -> times(field, own, "00:00:00", "23:59:59.999999", TimeText.unit(type.precision()));
            case TIMESTAMP, TIMESTAMP_LTZ -> times(field, own, FIRST_TIME, LAST_TIME, TimeText.unit(type.precision()));
            case INTERVAL_MONTHS, INTERVAL_MICROS ->
                throw CodedException.unsupported(
                        "column \"" + field.name() + "\" of an interval type in connector \"datagen\"");
            case ARRAY ->
                throw CodedException.unsupported(
                        "column \"" + field.name() + "\" of type " + type + " in connector \"datagen\"");
        };
    }

    private ColumnGenerator longs(Field field, Randomness own, long min, long max) {
        return checked(field, own, longOption(field, "min", min), longOption(field, "max", max), 1);
    }

    private ColumnGenerator times(Field field, Randomness own, String min, String max, long unit) {
        return checked(
                field,
                own,
                parsedLong(field, "min", option(field, "min", min)),
                parsedLong(field, "max", option(field, "max", max)),
                unit);
    }

    private ColumnGenerator checked(Field field, Randomness own, long min, long max, long unit) {
        if (min > max) {
            throw invalid(field, "min", "a value not greater than \"max\"");
        }
        return new RandomGenerators.Longs(field.type(), own, min, max, unit);
    }

    private ColumnGenerator decimals(Field field, Randomness own) {
        BigInteger greatest = BigInteger.TEN.pow(field.type().precision()).subtract(BigInteger.ONE);
        BigInteger min = unscaledOption(field, "min", greatest.negate());
        BigInteger max = unscaledOption(field, "max", greatest);
        if (min.compareTo(max) > 0) {
            throw invalid(field, "min", "a value not greater than \"max\"");
        }
        return field.type().physical() == PhysicalKind.INT64
                ? new RandomGenerators.Longs(field.type(), own, min.longValueExact(), max.longValueExact(), 1)
                : new RandomGenerators.Decimals(field.type(), own, min, max);
    }

    private ColumnGenerator doubles(Field field, Randomness own) {
        double min = doubleOption(field, "min", 0);
        double max = doubleOption(field, "max", 1);
        if (!(min <= max)) {
            throw invalid(field, "min", "a value not greater than \"max\"");
        }
        return new RandomGenerators.Doubles(field.type(), own, min, max);
    }

    private int length(Field field) {
        int declared = field.type().precision();
        long length = declared >= 0 ? Math.min(declared, DEFAULT_LENGTH) : DEFAULT_LENGTH;
        String given = find(field, "length");
        if (given != null) {
            length = given.matches("\\d{1,7}") ? Long.parseLong(given) : -1;
        }
        if (length < 0 || length > BytesPool.MAX_VALUE_BYTES || (declared >= 0 && length > declared)) {
            throw invalid(field, "length", "a length that " + field.type() + " can hold");
        }
        return (int) length;
    }

    private ColumnGenerator sequence(Field field) {
        DataType type = field.type();
        if (!SequenceGenerator.isPossible(type)) {
            throw invalid(field, "kind", "random for a column of type " + type);
        }
        Field number = sequenceField(field);
        long start = parsedLong(number, "start", option(field, "start", defaultStart(type)));
        long step = step(field);
        long end = end(field, number);
        if (start > end) {
            throw invalid(field, "end", "a value not less than \"start\"");
        }
        return new SequenceGenerator(type, start, step, end);
    }

    /** A type that would run out of values must be told where to end. */
    private long end(Field field, Field number) {
        String given = find(field, "end");
        if (given != null) {
            return parsedLong(number, "end", given);
        }
        if (greatest(field.type()) < Long.MAX_VALUE) {
            throw CodedException.missingOption(key(field, "end"), "a sequence of type " + field.type());
        }
        return Long.MAX_VALUE;
    }

    /** Text, floating-point numbers and wide decimals count in whole numbers. */
    private static Field sequenceField(Field field) {
        return switch (field.type().physical()) {
            case INT64 -> field;
            default -> new Field(field.name(), DataType.of(TypeKind.BIGINT));
        };
    }

    private static String defaultStart(DataType type) {
        return switch (type.kind()) {
            case DATE -> FIRST_TIME.substring(0, 10);
            case TIMESTAMP, TIMESTAMP_LTZ -> FIRST_TIME;
            default -> "0";
        };
    }

    private long step(Field field) {
        boolean time = switch (field.type().kind()) {
            case TIMESTAMP, TIMESTAMP_LTZ -> true;
            default -> false;
        };
        String given = option(field, "step", "1");
        if (!given.matches("\\d{1,12}") || Long.parseLong(given) == 0) {
            throw invalid(field, "step", time ? "a number of milliseconds" : "a whole number greater than 0");
        }
        return Long.parseLong(given) * (time ? MILLI : 1);
    }

    private static long greatest(DataType type) {
        return switch (type.kind()) {
            case TINYINT -> Byte.MAX_VALUE;
            case SMALLINT -> Short.MAX_VALUE;
            case INT -> Integer.MAX_VALUE;
            case DECIMAL ->
                type.physical() == PhysicalKind.INT64
                        ? BigInteger.TEN.pow(type.precision()).longValueExact() - 1
                        : Long.MAX_VALUE;
            default -> Long.MAX_VALUE;
        };
    }

    private long longOption(Field field, String attribute, long fallback) {
        String given = find(field, attribute);
        return given == null ? fallback : parsedLong(field, attribute, given);
    }

    private long parsedLong(Field field, String attribute, String text) {
        return ((LongColumn) parsed(field, attribute, text).column(0)).values[0];
    }

    private double doubleOption(Field field, String attribute, double fallback) {
        String given = find(field, attribute);
        return given == null
                ? fallback
                : ((DoubleColumn) parsed(field, attribute, given).column(0)).values[0];
    }

    private BigInteger unscaledOption(Field field, String attribute, BigInteger fallback) {
        String given = find(field, attribute);
        if (given == null) {
            return fallback;
        }
        Batch value = parsed(field, attribute, given);
        return value.column(0) instanceof Int128Column wide
                ? Int128Column.toBigInteger(wide.high[0], wide.low[0])
                : BigInteger.valueOf(((LongColumn) value.column(0)).values[0]);
    }

    /** Reads an option as a value of its column. */
    private Batch parsed(Field field, String attribute, String text) {
        BatchBuilder builder = new BatchBuilder(Schema.of(field));
        try {
            new TextValueReader(field, ZoneOffset.UTC, true)
                    .read(text.toCharArray(), 0, text.length(), builder.column(0));
        } catch (CodedException e) {
            throw CodedException.invalidOption(key(field, attribute), text, "a value of type " + field.type())
                    .cause(e);
        }
        builder.endRow();
        return builder.build();
    }

    private CodedException invalid(Field field, String attribute, String expected) {
        return CodedException.invalidOption(key(field, attribute), option(field, attribute, ""), expected);
    }

    private static String key(Field field, String attribute) {
        return DatagenConnector.FIELDS + field.name() + "." + attribute;
    }

    private String option(Field field, String attribute, String fallback) {
        String given = find(field, attribute);
        return given == null ? fallback : given;
    }

    private @Nullable String find(Field field, String attribute) {
        return options.get(field.name().toLowerCase(Locale.ROOT) + "." + attribute);
    }
}
