package io.tidemark.jdbc.metadata;

import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.value.ColumnType;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;

/** The names and types of a result's columns, numbered from 1. The server does not tell which table a column comes from. */
public final class RemoteResultSetMetaData implements ResultSetMetaData {

    private static final int TIME_LENGTH = 8;
    private static final int TIMESTAMP_LENGTH = 19;

    private final List<ColumnMetaData> columns;

    /** The metadata of what the server has told of the columns. */
    public RemoteResultSetMetaData(List<ColumnMetaData> columns) {
        this.columns = columns;
    }

    private ColumnMetaData column(int number) throws SQLException {
        if (number < 1 || number > columns.size()) {
            throw Failures.noColumn(number, columns.size());
        }
        return columns.get(number - 1);
    }

    @Override
    public int getColumnCount() {
        return columns.size();
    }

    @Override
    public boolean isAutoIncrement(int number) throws SQLException {
        column(number);
        return false;
    }

    @Override
    public boolean isCaseSensitive(int number) throws SQLException {
        return getColumnType(number) == Types.VARCHAR;
    }

    @Override
    public boolean isSearchable(int number) throws SQLException {
        column(number);
        return true;
    }

    @Override
    public boolean isCurrency(int number) throws SQLException {
        column(number);
        return false;
    }

    @Override
    public int isNullable(int number) throws SQLException {
        return column(number).nullable;
    }

    @Override
    public boolean isSigned(int number) throws SQLException {
        return ColumnType.isSigned(getColumnType(number));
    }

    @Override
    public int getColumnDisplaySize(int number) throws SQLException {
        int precision = getPrecision(number);
        // A number may have a sign and a point.
        return isSigned(number) ? precision + 2 : precision;
    }

    @Override
    public String getColumnLabel(int number) throws SQLException {
        return column(number).label;
    }

    @Override
    public String getColumnName(int number) throws SQLException {
        return column(number).columnName;
    }

    @Override
    public String getSchemaName(int number) throws SQLException {
        return orEmpty(column(number).schemaName);
    }

    @Override
    public int getPrecision(int number) throws SQLException {
        ColumnMetaData column = column(number);
        int fraction = column.scale > 0 ? column.scale + 1 : 0;
        switch (getColumnType(number)) {
            case Types.TIME:
                return TIME_LENGTH + fraction;
            case Types.TIMESTAMP:
                return TIMESTAMP_LENGTH + fraction;
            default:
                return column.precision;
        }
    }

    @Override
    public int getScale(int number) throws SQLException {
        return column(number).scale;
    }

    @Override
    public String getTableName(int number) throws SQLException {
        return orEmpty(column(number).tableName);
    }

    @Override
    public String getCatalogName(int number) throws SQLException {
        return orEmpty(column(number).catalogName);
    }

    private static String orEmpty(String name) {
        return name == null ? "" : name;
    }

    @Override
    public int getColumnType(int number) throws SQLException {
        return ColumnType.of(column(number).type);
    }

    @Override
    public String getColumnTypeName(int number) throws SQLException {
        return column(number).type.name;
    }

    @Override
    public boolean isReadOnly(int number) throws SQLException {
        column(number);
        return true;
    }

    @Override
    public boolean isWritable(int number) throws SQLException {
        column(number);
        return false;
    }

    @Override
    public boolean isDefinitelyWritable(int number) throws SQLException {
        column(number);
        return false;
    }

    @Override
    public String getColumnClassName(int number) throws SQLException {
        return ColumnType.objectClass(getColumnType(number)).getName();
    }

    @Override
    public <T> T unwrap(Class<T> target) throws SQLException {
        return Failures.unwrapped(this, target);
    }

    @Override
    public boolean isWrapperFor(Class<?> target) {
        return target.isInstance(this);
    }
}
