package io.tidemark.sql.ast;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code CREATE [OR REPLACE] STREAM|TABLE [IF NOT EXISTS] name [(columns, watermark, key)] [WITH (options)]}.
 *
 * <p><b>Shape</b>: columns keep their order; the watermark and the key, which may stand anywhere among them, are kept apart. No
 * columns at all means that they are to be inferred.
 */
public final class SqlCreateRelation extends SqlCreate {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "CREATE RELATION",
            SqlKind.CREATE_TABLE,
            (pos, operands) -> new SqlCreateRelation(
                    pos,
                    new Head(operands.symbol(0, Kind.class), operands.name(1), operands.flag(2), operands.flag(3)),
                    operands.list(4),
                    operands.optional(5, SqlWatermark.class),
                    operands.optional(6, SqlPrimaryKey.class),
                    operands.list(7)));

    private final Head head;
    private final SqlNodeList columns;
    private final @Nullable SqlWatermark watermark;
    private final @Nullable SqlPrimaryKey tableKey;
    private final SqlNodeList options;

    /** What is created. */
    public enum Kind {
        /** Rows are only ever appended. */
        STREAM,
        /** Rows change. */
        TABLE
    }

    /** The statement's first line. */
    public record Head(Kind kind, SqlIdentifier name, boolean replace, boolean ifNotExists) {}

    /** Makes a statement from {@link SqlColumn} and {@link SqlOption} lists, which may be empty. */
    public SqlCreateRelation(
            SqlParserPos pos,
            Head head,
            SqlNodeList columns,
            @Nullable SqlWatermark watermark,
            @Nullable SqlPrimaryKey tableKey,
            SqlNodeList options) {
        super(OPERATOR, pos, head.replace, head.ifNotExists);
        this.head = head;
        this.columns = columns;
        this.watermark = watermark;
        this.tableKey = tableKey;
        this.options = options;
    }

    /**
     * Makes a statement from columns, watermark and key as they stand between the parentheses.
     *
     * <p><b>Errors</b>: SYNTAX for a second watermark or key.
     */
    public static SqlCreateRelation ofElements(
            SqlParserPos pos, Head head, List<SqlNode> elements, SqlNodeList options) {
        List<SqlNode> columns = new ArrayList<>();
        SqlWatermark watermark = null;
        SqlPrimaryKey key = null;
        SqlParserPos keyPos = null;
        for (SqlNode element : elements) {
            SqlParserPos secondKey = null;
            if (element instanceof SqlWatermark declared) {
                if (watermark != null) {
                    throw Checks.error("a second watermark", declared.getParserPosition())
                            .hint("a stream has at most one");
                }
                watermark = declared;
            } else if (element instanceof SqlPrimaryKey declared) {
                secondKey = declared.getParserPosition();
                key = declared;
            } else {
                columns.add(element);
                if (element instanceof SqlPhysicalColumn column && column.inlinePrimaryKey()) {
                    secondKey = column.getParserPosition();
                }
            }
            if (secondKey != null && keyPos != null) {
                throw Checks.error("a second primary key", secondKey)
                        .hint("declare a key of several columns as PRIMARY KEY (a, b)");
            }
            keyPos = secondKey == null ? keyPos : secondKey;
        }
        SqlParserPos listPos = columns.isEmpty() ? pos : SqlParserPos.sum(columns);
        return new SqlCreateRelation(pos, head, new SqlNodeList(columns, listPos), watermark, key, options);
    }

    /** Returns whether a stream or a table is created. */
    public Kind kind() {
        return head.kind;
    }

    /** Returns the name, possibly with schema and catalog. */
    public SqlIdentifier name() {
        return head.name;
    }

    /** Returns whether an existing relation is to be replaced. */
    public boolean replace() {
        return head.replace;
    }

    /** Returns whether an existing relation makes the statement do nothing. */
    public boolean ifNotExists() {
        return head.ifNotExists;
    }

    /** Returns the columns in order, empty if they are to be inferred. */
    public List<SqlColumn> columns() {
        return Clauses.elements(columns, SqlColumn.class);
    }

    /** Returns the watermark. */
    public Optional<SqlWatermark> watermark() {
        return Optional.ofNullable(watermark);
    }

    /** Returns the key, wherever it was declared: as an element of its own, or at its only column. */
    public Optional<SqlPrimaryKey> primaryKey() {
        if (tableKey != null) {
            return Optional.of(tableKey);
        }
        List<SqlNode> inline = new ArrayList<>();
        for (SqlColumn column : columns()) {
            if (column instanceof SqlPhysicalColumn physical && physical.inlinePrimaryKey()) {
                inline.add(physical.name());
            }
        }
        if (inline.isEmpty()) {
            return Optional.empty();
        }
        SqlParserPos pos = inline.get(0).getParserPosition();
        return Optional.of(new SqlPrimaryKey(pos, new SqlNodeList(inline, pos), true));
    }

    /** Returns the options in order. */
    public List<SqlOption> options() {
        return Clauses.elements(options, SqlOption.class);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(
                NodeOperator.symbol(head.kind),
                head.name,
                NodeOperator.flag(head.replace),
                NodeOperator.flag(head.ifNotExists),
                columns,
                watermark,
                tableKey,
                options);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        Clauses.createHead(writer, head.replace, head.kind.name(), head.ifNotExists);
        head.name.unparse(writer, 0, 0);
        List<SqlNode> elements = new ArrayList<>(columns);
        if (watermark != null) {
            elements.add(watermark);
        }
        if (tableKey != null) {
            elements.add(tableKey);
        }
        if (!elements.isEmpty()) {
            Clauses.parenthesized(writer, elements);
        }
        Clauses.withOptions(writer, options());
    }
}
