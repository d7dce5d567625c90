package io.tidemark.trial.data;

import java.util.List;

/**
 * The relations that queries read. Those of queries over event time have the same columns, of which the event time of {@link #ZONED} is an instant;
 * those of relational queries have others.
 */
public enum SourceKind {
    /** A stream with a watermark. */
    STREAM("s"),
    /** A stream without one. */
    UNTIMED("u"),
    /** A table, whose rows are updated and deleted. */
    TABLE("r"),
    /** A stream with a watermark over instants, for the windows of time zones. */
    ZONED("z"),
    /** A small table, whose values are few so that joins find partners. */
    FIRST("t1"),
    /** Another. */
    SECOND("t2"),
    /** Another. */
    THIRD("t3"),
    /** A stream of such rows. */
    GROWING("g1");

    /** The index of the column by which a table's rows are told apart. */
    public static final int ID = 0;

    /** The index of the event time. */
    public static final int TIME = 13;

    private static final List<ColumnSpec> RELATIONAL = List.of(
            new ColumnSpec("id", Type.BIGINT),
            new ColumnSpec("a", Type.BIGINT),
            new ColumnSpec("b", Type.BIGINT),
            new ColumnSpec("k", Type.TEXT),
            new ColumnSpec("n", Type.BIGINT));

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
        return this == TABLE || (isRelational() && this != GROWING);
    }

    /** Whether there is a watermark. */
    public boolean hasWatermark() {
        return this == STREAM || this == ZONED;
    }

    /** Whether relational queries read it. */
    public boolean isRelational() {
        return this == FIRST || this == SECOND || this == THIRD || this == GROWING;
    }

    /** The columns. */
    public List<ColumnSpec> columns() {
        return isRelational() ? RELATIONAL : timed();
    }

    private List<ColumnSpec> timed() {
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
