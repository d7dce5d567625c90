package io.tidemark.sql.ast;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;
import org.jspecify.annotations.Nullable;

/**
 * The operator of one of our nodes. All that distinguishes two nodes of a class is in their operands, flags and keywords too (as
 * literals), so that Calcite's generic equality (which leaves out whether a type is nullable), shuttles and clones work on them.
 */
public final class NodeOperator extends SqlSpecialOperator {
    private final Factory factory;

    /** Makes an operator whose calls are copied by {@code factory}. */
    public NodeOperator(String name, SqlKind kind, Factory factory) {
        super(name, kind);
        this.factory = factory;
    }

    /** Builds a node of the operator's class from operands in the order of its operand list. */
    @FunctionalInterface
    public interface Factory {
        /** Builds the node. */
        SqlCall create(SqlParserPos pos, Operands operands);
    }

    @Override
    public SqlCall createCall(@Nullable SqlLiteral functionQualifier, SqlParserPos pos, @Nullable SqlNode... operands) {
        return factory.create(pos, new Operands(Arrays.asList(operands)));
    }

    /** Returns an operand list in which null stands for a clause left out. */
    public static List<SqlNode> operands(@Nullable SqlNode... nodes) {
        return ImmutableNullableList.copyOf(nodes);
    }

    /** Returns a flag as an operand. */
    public static SqlNode flag(boolean value) {
        return SqlLiteral.createBoolean(value, SqlParserPos.ZERO);
    }

    /** Returns a keyword as an operand. */
    public static @Nullable SqlNode symbol(@Nullable Enum<?> value) {
        return value == null ? null : SqlLiteral.createSymbol(value, SqlParserPos.ZERO);
    }

    /** Operands of a node being copied, read with the types its class gives them. */
    public static final class Operands {
        private final List<@Nullable SqlNode> nodes;

        Operands(List<@Nullable SqlNode> nodes) {
            this.nodes = nodes;
        }

        /** Returns an operand that must be there. */
        public <T extends SqlNode> T node(int index, Class<T> type) {
            return type.cast(Objects.requireNonNull(nodes.get(index)));
        }

        /** Returns an operand that may be left out. */
        public <T extends SqlNode> @Nullable T optional(int index, Class<T> type) {
            SqlNode node = nodes.get(index);
            return node == null ? null : type.cast(node);
        }

        /** Returns a name. */
        public SqlIdentifier name(int index) {
            return node(index, SqlIdentifier.class);
        }

        /** Returns a list. */
        public SqlNodeList list(int index) {
            return node(index, SqlNodeList.class);
        }

        /** Returns a flag. */
        public boolean flag(int index) {
            return node(index, SqlLiteral.class).booleanValue();
        }

        /** Returns a keyword. */
        public <E extends Enum<E>> E symbol(int index, Class<E> type) {
            return node(index, SqlLiteral.class).getValueAs(type);
        }

        /** Returns a keyword that may be left out. */
        public <E extends Enum<E>> @Nullable E optionalSymbol(int index, Class<E> type) {
            SqlLiteral literal = optional(index, SqlLiteral.class);
            return literal == null ? null : literal.getValueAs(type);
        }
    }
}
