package io.tidemark.sql.ast.command;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** {@code SHOW kind [LIKE 'pattern']}: a list of objects. */
public final class SqlShow extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "SHOW",
            SqlKind.OTHER,
            (pos, operands) ->
                    new SqlShow(pos, operands.symbol(0, Kind.class), operands.optional(1, SqlCharStringLiteral.class)));

    private final Kind kind;
    private final @Nullable SqlCharStringLiteral like;

    /** What can be listed. */
    public enum Kind {
        /** Streams. */
        STREAMS,
        /** Tables. */
        TABLES,
        /** Views that are not materialized. */
        VIEWS,
        /** Materialized views. */
        MATERIALIZED_VIEWS,
        /** Running, paused, failed and stopped queries. */
        QUERIES,
        /** Indexes. */
        INDEXES,
        /** Schemas. */
        SCHEMAS,
        /** Functions. */
        FUNCTIONS,
        /** Connectors. */
        CONNECTORS,
        /** Formats. */
        FORMATS,
        /** Settings of the session. */
        SETTINGS,
        /** Users. */
        USERS,
        /** Roles. */
        ROLES,
        /** Privileges, roles and ownership of users and roles. */
        GRANTS,
        /** Secrets, without their values. */
        SECRETS;

        /** Returns the keywords, as in {@code MATERIALIZED VIEWS}. */
        public String keywords() {
            return name().replace('_', ' ');
        }
    }

    /** Makes a statement. */
    public SqlShow(SqlParserPos pos, Kind kind, @Nullable SqlCharStringLiteral like) {
        super(pos);
        this.kind = kind;
        this.like = like;
    }

    /** Returns what is listed. */
    public Kind kind() {
        return kind;
    }

    /** Returns the pattern, with % and _ as in LIKE, that names have to match. */
    public Optional<String> like() {
        return Optional.ofNullable(like).map(text -> text.getValueAs(String.class));
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(NodeOperator.symbol(kind), like);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("SHOW");
        writer.keyword(kind.keywords());
        if (like != null) {
            writer.keyword("LIKE");
            like.unparse(writer, 0, 0);
        }
    }
}
