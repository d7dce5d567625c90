package io.tidemark.sql.ast.command;

import io.tidemark.sql.ast.NodeOperator;
import io.tidemark.sql.ast.ObjectKind;
import java.util.List;
import org.apache.calcite.sql.SqlDrop;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code DROP kind [IF EXISTS] name [CASCADE]}. */
public final class SqlDropObject extends SqlDrop {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "DROP OBJECT",
            SqlKind.OTHER_DDL,
            (pos, operands) -> new SqlDropObject(
                    pos, operands.symbol(0, ObjectKind.class), operands.name(1), operands.flag(2), operands.flag(3)));

    private final ObjectKind kind;
    private final SqlIdentifier name;
    private final boolean cascade;

    /** Makes a statement. */
    public SqlDropObject(SqlParserPos pos, ObjectKind kind, SqlIdentifier name, boolean ifExists, boolean cascade) {
        super(OPERATOR, pos, ifExists);
        this.kind = kind;
        this.name = name;
        this.cascade = cascade;
    }

    /** Returns what kind of object is dropped. */
    public ObjectKind kind() {
        return kind;
    }

    /** Returns the object's name. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns whether a missing object makes the statement do nothing. */
    public boolean ifExists() {
        return ifExists;
    }

    /** Returns whether what depends on the object is dropped too. */
    public boolean cascade() {
        return cascade;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(
                NodeOperator.symbol(kind), name, NodeOperator.flag(ifExists), NodeOperator.flag(cascade));
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("DROP");
        writer.keyword(kind.keywords());
        if (ifExists) {
            writer.keyword("IF EXISTS");
        }
        name.unparse(writer, 0, 0);
        if (cascade) {
            writer.keyword("CASCADE");
        }
    }
}
