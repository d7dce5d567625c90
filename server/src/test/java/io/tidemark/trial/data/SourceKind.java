package io.tidemark.trial.data;

import java.util.List;

/** The relations that queries read. All have the same columns, of which the event time of {@link #ZONED} is an instant. */
public enum SourceKind {
    /** A stream with a watermark. */
    STREAM("s"),
    /** A stream without one. */
    UNTIMED("u"),
    /** A table, whose rows are updated and deleted. */
    TABLE("r"),
    /** A stream with a watermark over instants, for the windows of time zones. */
    ZONED("z");

    /** The index of the column by which a table's rows are told apart. */
    public static final int ID = 0;

    /** The index of the event time. */
    public static final int TIME = 13;

    private final String relation;

    SourceKind(String relation) {
        this.relation = relation;
    }

    /** A column of every source. */
    public record ColumnSpec(String name, Type type) {}

    /** The relation's name. */
    public String relation() {
        return relation;
    }

    /** Whether rows change and go. */
    public boolean changes() {
        return this == TABLE;
    }

    /** Whether there is a watermark. */
    public boolean hasWatermark() {
        return this == STREAM || this == ZONED;
    }

    /** The columns. */
    public List<ColumnSpec> columns() {
        return List.of(
                new ColumnSpec("id", Type.INT),
                new ColumnSpec("k", Type.TEXT),
                new ColumnSpec("g", Type.INT),
                new ColumnSpec("v", Type.INT),
                new ColumnSpec("m", Type.INT),
                new ColumnSpec("n", Type.BIGINT),
                new ColumnSpec("x", Type.DOUBLE),
                new ColumnSpec("y", Type.DOUBLE),
                new ColumnSpec("f", Type.DOUBLE),
                new ColumnSpec("d", Type.DECIMAL),
                new ColumnSpec("txt", Type.TEXT),
                new ColumnSpec("b", Type.BOOLEAN),
                new ColumnSpec("dt", Type.DATE),
                new ColumnSpec("ts", this == ZONED ? Type.INSTANT : Type.TIMESTAMP));
    }

    /**
     * The statement that creates the relation.
     *
     * @param delaySeconds by how much the watermark stays behind
     */
    public String definition(long delaySeconds) {
        StringBuilder sql = new StringBuilder(changes() ? "CREATE TABLE " : "CREATE STREAM ")
                .append(relation)
                .append(" (");
        for (ColumnSpec column : columns()) {
            sql.append(column.name())
                    .append(' ')
                    .append(column.type().tidemark())
                    .append(column.name().equals("id") ? " NOT NULL, " : ", ");
        }
        if (changes()) {
            sql.append("PRIMARY KEY (id)");
        } else if (hasWatermark()) {
            sql.append("WATERMARK FOR ts AS ts - INTERVAL '")
                    .append(delaySeconds)
                    .append("' SECOND(9)");
        } else {
            sql.setLength(sql.length() - 2);
        }
        return sql.append(")").toString();
    }
}
