package io.tidemark.planner.translate;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/** Row expressions as text with the names of their columns. */
public final class ExpressionText {
    private ExpressionText() {}

    /** The text of an expression over the columns of a row type. */
    public static String of(RexNode expression, RelDataType input) {
        return expression
                .accept(new RexShuttle() {
                    @Override
                    public RexNode visitInputRef(RexInputRef ref) {
                        return new NamedReference(
                                input.getFieldNames().get(ref.getIndex()), ref.getIndex(), ref.getType());
                    }
                })
                .toString();
    }

    private static final class NamedReference extends org.apache.calcite.rex.RexSlot {
        NamedReference(String name, int index, RelDataType type) {
            super(name, index, type);
        }

        @Override
        public <R> R accept(org.apache.calcite.rex.RexVisitor<R> visitor) {
            throw new UnsupportedOperationException("only for text");
        }

        @Override
        public <R, P> R accept(org.apache.calcite.rex.RexBiVisitor<R, P> visitor, P argument) {
            throw new UnsupportedOperationException("only for text");
        }

        @Override
        public boolean equals(@org.jspecify.annotations.Nullable Object other) {
            return other instanceof NamedReference reference && reference.getIndex() == getIndex();
        }

        @Override
        public int hashCode() {
            return getIndex();
        }
    }
}
