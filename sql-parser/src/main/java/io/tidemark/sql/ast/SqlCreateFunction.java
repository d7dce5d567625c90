package io.tidemark.sql.ast;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** {@code CREATE [OR REPLACE] FUNCTION [IF NOT EXISTS] name AS 'class' [USING JAR 'path']}. */
public final class SqlCreateFunction extends SqlCreate {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "CREATE FUNCTION",
            SqlKind.CREATE_FUNCTION,
            (pos, operands) -> new SqlCreateFunction(
                    pos,
                    operands.name(0),
                    operands.flag(1),
                    operands.flag(2),
                    operands.node(3, SqlCharStringLiteral.class),
                    operands.optional(4, SqlCharStringLiteral.class)));

    private final SqlIdentifier name;
    private final SqlCharStringLiteral className;
    private final @Nullable SqlCharStringLiteral jar;

    /** Makes a statement. */
    public SqlCreateFunction(
            SqlParserPos pos,
            SqlIdentifier name,
            boolean replace,
            boolean ifNotExists,
            SqlCharStringLiteral className,
            @Nullable SqlCharStringLiteral jar) {
        super(OPERATOR, pos, replace, ifNotExists);
        this.name = name;
        this.className = className;
        this.jar = jar;
    }

    /** Returns the name, possibly with schema and catalog. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns whether an existing function is to be replaced. */
    public boolean replace() {
        return getReplace();
    }

    /** Returns whether an existing function makes the statement do nothing. */
    public boolean ifNotExists() {
        return ifNotExists;
    }

    /** Returns the name of the implementing Java class. */
    public String className() {
        return className.getValueAs(String.class);
    }

    /** Returns the path of the jar that holds the class, if it is not on the server's class path. */
    public Optional<SqlCharStringLiteral> jar() {
        return Optional.ofNullable(jar);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(
                name, NodeOperator.flag(getReplace()), NodeOperator.flag(ifNotExists), className, jar);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        Clauses.createHead(writer, getReplace(), "FUNCTION", ifNotExists);
        name.unparse(writer, 0, 0);
        writer.keyword("AS");
        className.unparse(writer, 0, 0);
        if (jar != null) {
            writer.keyword("USING JAR");
            jar.unparse(writer, 0, 0);
        }
    }
}
