package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.TypeKind;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Sets a row's values as parameters, each in the form that the target column takes. */
final class RowBinder {

    private static final long NANOS_PER_MICRO = 1000;

    private final List<TargetTable.Column> targets;
    private final ZoneId zone;

    /**
     * Makes a binder.
     *
     * @param targets the columns by their index in a batch
     * @param zone the zone in which an instant is written to a column without one
     */
    RowBinder(List<TargetTable.Column> targets, ZoneId zone) {
        this.targets = targets;
        this.zone = zone;
    }

    /** Sets the columns named as the parameters from 1 on. */
    void bind(Batch batch, int row, List<Integer> columns, PreparedStatement statement) throws SQLException {
        bind(batch, row, columns, 0, statement);
    }

    /** Sets the columns named as the parameters behind the first {@code before}. */
    void bind(Batch batch, int row, List<Integer> columns, int before, PreparedStatement statement)
            throws SQLException {
        for (int i = 0; i < columns.size(); i++) {
            int index = columns.get(i);
            int type = targets.get(index).jdbcType();
            Column column = batch.column(index);
            if (column.isNull(row)) {
                statement.setNull(before + i + 1, type);
            } else {
                set(statement, before + i + 1, column, row, type);
            }
        }
    }

    private void set(PreparedStatement statement, int parameter, Column column, int row, int type) throws SQLException {
        if (column instanceof LongColumn longs) {
            setLong(statement, parameter, longs, longs.values[row], type);
        } else if (column instanceof DoubleColumn doubles) {
            if (column.type().kind() == TypeKind.REAL) {
                statement.setFloat(parameter, (float) doubles.values[row]);
            } else {
                statement.setDouble(parameter, doubles.values[row]);
            }
        } else if (column instanceof Int128Column decimals) {
            statement.setBigDecimal(parameter, decimals.decimal(row));
        } else {
            BytesColumn bytes = (BytesColumn) column;
            if (column.type().kind() == TypeKind.VARBINARY) {
                statement.setBytes(parameter, bytes.bytes(row));
            } else {
                setText(statement, parameter, bytes.string(row), type);
            }
        }
    }

    private static void setText(PreparedStatement statement, int parameter, String text, int type) throws SQLException {
        if (type == Types.OTHER) {
            statement.setObject(parameter, text, Types.OTHER);
        } else {
            statement.setString(parameter, text);
        }
    }

    private void setLong(PreparedStatement statement, int parameter, LongColumn column, long value, int type)
            throws SQLException {
        switch (column.type().kind()) {
            case BOOLEAN -> statement.setBoolean(parameter, value != 0);
            case DECIMAL ->
                statement.setBigDecimal(
                        parameter, BigDecimal.valueOf(value, column.type().scale()));
            case DATE -> statement.setObject(parameter, LocalDate.ofEpochDay(value));
            case TIME -> statement.setObject(parameter, LocalTime.ofNanoOfDay(value * NANOS_PER_MICRO));
            case TIMESTAMP -> statement.setObject(parameter, LocalDateTime.ofInstant(instant(value), ZoneOffset.UTC));
            case TIMESTAMP_LTZ -> {
                if (type == Types.TIMESTAMP_WITH_TIMEZONE || type == Types.OTHER) {
                    statement.setObject(parameter, instant(value).atOffset(ZoneOffset.UTC));
                } else {
                    statement.setObject(parameter, LocalDateTime.ofInstant(instant(value), zone));
                }
            }
            default -> statement.setLong(parameter, value);
        }
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
