package io.tidemark.sql.ast.security;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** {@code GRANT privilege, … ON object TO name, …}, or {@code REVOKE privilege, … ON object FROM name, …}. */
public final class SqlGrantPrivileges extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "GRANT",
            SqlKind.OTHER_DDL,
            (pos, operands) -> new SqlGrantPrivileges(
                    pos,
                    operands.flag(0),
                    operands.list(1),
                    new On(operands.symbol(2, SqlSecured.class), operands.optional(3, SqlIdentifier.class)),
                    operands.list(4)));

    private final boolean revoke;
    private final SqlNodeList privileges;
    private final On on;
    private final SqlNodeList grantees;

    /**
     * What the privileges are on.
     *
     * @param name which of the kind; nothing for the server
     */
    public record On(SqlSecured kind, @Nullable SqlIdentifier name) {}

    /** Makes a statement; the privileges are symbols of {@link SqlPrivilege}. */
    public SqlGrantPrivileges(SqlParserPos pos, boolean revoke, SqlNodeList privileges, On on, SqlNodeList grantees) {
        super(pos);
        this.revoke = revoke;
        this.privileges = privileges;
        this.on = on;
        this.grantees = grantees;
    }

    /** Returns whether the privileges are taken away. */
    public boolean revoke() {
        return revoke;
    }

    /** Returns the privileges. */
    public List<SqlPrivilege> privileges() {
        return privileges.stream()
                .map(node -> ((SqlLiteral) node).getValueAs(SqlPrivilege.class))
                .toList();
    }

    /** Returns the kind of what they are on. */
    public SqlSecured kind() {
        return on.kind();
    }

    /** Returns which of that kind; nothing for the server. */
    public Optional<SqlIdentifier> name() {
        return Optional.ofNullable(on.name());
    }

    /** Returns the users and roles that get them. */
    public List<String> grantees() {
        return Names.of(grantees);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(
                NodeOperator.flag(revoke), privileges, NodeOperator.symbol(on.kind()), on.name(), grantees);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword(revoke ? "REVOKE" : "GRANT");
        SqlWriter.Frame frame = writer.startList("", "");
        for (SqlPrivilege privilege : privileges()) {
            writer.sep(",");
            writer.keyword(privilege.name());
        }
        writer.endList(frame);
        writer.keyword("ON");
        if (on.kind() != SqlSecured.RELATION) {
            writer.keyword(on.kind().name());
        }
        SqlIdentifier name = on.name();
        if (name != null) {
            name.unparse(writer, 0, 0);
        }
        writer.keyword(revoke ? "FROM" : "TO");
        Names.unparse(writer, grantees);
    }
}
