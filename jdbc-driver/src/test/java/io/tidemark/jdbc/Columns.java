package io.tidemark.jdbc;

import java.sql.Types;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;

/** The shapes of the results in these tests. */
public final class Columns {

    /** One integer, named x. */
    public static final List<ColumnMetaData> INTEGER =
            List.of(FakeMeta.column("x", 0, Types.INTEGER, "INTEGER", Rep.INTEGER));

    /** What SHOW WARNINGS gives. */
    public static final List<ColumnMetaData> WARNING = List.of(
            FakeMeta.column("code", 0, Types.VARCHAR, "VARCHAR", Rep.STRING),
            FakeMeta.column("sql_state", 1, Types.VARCHAR, "VARCHAR", Rep.STRING),
            FakeMeta.column("message", 2, Types.VARCHAR, "VARCHAR", Rep.STRING));

    /** Changes of a view of cities, without epochs. */
    public static final List<ColumnMetaData> PLAIN_CHANGE = List.of(
            FakeMeta.column("change kind", 0, Types.VARCHAR, "VARCHAR", Rep.STRING),
            FakeMeta.column("city", 1, Types.VARCHAR, "VARCHAR", Rep.STRING),
            FakeMeta.column("n", 2, Types.BIGINT, "BIGINT", Rep.LONG));

    /** Changes of a view of cities, with epochs. */
    public static final List<ColumnMetaData> CHANGE = List.of(
            FakeMeta.column("change kind", 0, Types.VARCHAR, "VARCHAR", Rep.STRING),
            FakeMeta.column("change epoch", 1, Types.BIGINT, "BIGINT", Rep.LONG),
            FakeMeta.column("city", 2, Types.VARCHAR, "VARCHAR", Rep.STRING),
            FakeMeta.column("n", 3, Types.BIGINT, "BIGINT", Rep.LONG));

    static final List<ColumnMetaData> VALUES = List.of(
            FakeMeta.column("at", 0, Types.TIMESTAMP, "TIMESTAMP", Rep.LONG),
            FakeMeta.column("day", 1, Types.DATE, "DATE", Rep.INTEGER),
            FakeMeta.column("hour", 2, Types.TIME, "TIME", Rep.INTEGER),
            FakeMeta.column("amount", 3, Types.DECIMAL, "DECIMAL", Rep.OBJECT),
            FakeMeta.column("count", 4, Types.BIGINT, "BIGINT", Rep.LONG),
            FakeMeta.column("small", 5, Types.SMALLINT, "SMALLINT", Rep.SHORT),
            FakeMeta.column("share", 6, Types.DOUBLE, "DOUBLE", Rep.DOUBLE),
            FakeMeta.column("ok", 7, Types.BOOLEAN, "BOOLEAN", Rep.BOOLEAN),
            FakeMeta.column("name", 8, Types.VARCHAR, "VARCHAR", Rep.STRING),
            FakeMeta.column("bytes", 9, Types.VARBINARY, "VARBINARY", Rep.BYTE_STRING));

    private Columns() {}
}
