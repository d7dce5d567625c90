package io.tidemark.planner.validate;

import io.tidemark.planner.type.TypeNames;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.jspecify.annotations.Nullable;

/**
 * Which conversions nobody has to write: those of Calcite, except that text becomes a number or a time only where it is a literal or parameter,
 * that nothing becomes text only because it meets text, and that text is assigned as it is, since its length is checked later.
 *
 * <p><b>Errors</b>: TYPE_MISMATCH for a comparison of such text with something else.
 */
final class DialectTypeCoercion extends TypeCoercionImpl {
    DialectTypeCoercion(RelDataTypeFactory factory, SqlValidator validator) {
        super(factory, validator);
    }

    @Override
    protected boolean coerceOperandType(
            @Nullable SqlValidatorScope scope, SqlCall call, int index, RelDataType targetType) {
        return !isReadText(scope, call.operand(index), targetType)
                && super.coerceOperandType(scope, call, index, targetType);
    }

    @Override
    protected boolean coerceColumnType(
            @Nullable SqlValidatorScope scope, SqlNodeList nodes, int index, RelDataType targetType) {
        return !(index < nodes.size() && isReadText(scope, nodes.get(index), targetType))
                && super.coerceColumnType(scope, nodes, index, targetType);
    }

    /** Whether an expression is text that is neither a literal nor a parameter, and the type another one. */
    private boolean isReadText(@Nullable SqlValidatorScope scope, SqlNode node, RelDataType target) {
        SqlNode value = SqlUtil.stripAs(node);
        if (scope == null
                || SqlTypeUtil.inCharFamily(target)
                || value instanceof SqlLiteral
                || value instanceof SqlDynamicParam) {
            return false;
        }
        return SqlTypeUtil.inCharFamily(validator.deriveType(scope, value));
    }

    @Override
    public boolean binaryComparisonCoercion(SqlCallBinding binding) {
        for (int i = 1; i < binding.getOperandCount(); i++) {
            requireComparable(binding, binding.operand(0), binding.operand(i));
        }
        return super.binaryComparisonCoercion(binding);
    }

    @Override
    public boolean inOperationCoercion(SqlCallBinding binding) {
        if (binding.operand(1) instanceof SqlNodeList values) {
            values.forEach(value -> requireComparable(binding, binding.operand(0), value));
        }
        return super.inOperationCoercion(binding);
    }

    private void requireComparable(SqlCallBinding binding, SqlNode left, SqlNode right) {
        SqlValidatorScope scope = binding.getScope();
        if (scope == null || left.getKind() == SqlKind.ROW || right.getKind() == SqlKind.ROW) {
            return;
        }
        RelDataType leftType = validator.deriveType(scope, left);
        RelDataType rightType = validator.deriveType(scope, right);
        boolean untyped = SqlTypeUtil.isNull(leftType) || SqlTypeUtil.isNull(rightType);
        if (!untyped && (isReadText(scope, left, rightType) || isReadText(scope, right, leftType))) {
            CodedException refused = CodedException.of(
                            ErrorCode.TYPE_MISMATCH,
                            "\"" + binding.getOperator().getName() + "\" cannot be applied to " + TypeNames.of(leftType)
                                    + " and " + TypeNames.of(rightType))
                    .hint(ValidatorMessages.TEXT_HINT);
            throw Positions.of(binding.getCall()).map(refused::at).orElse(refused);
        }
    }

    @Override
    public @Nullable RelDataType getWiderTypeFor(List<RelDataType> types, boolean stringPromotion) {
        return super.getWiderTypeFor(types, false);
    }

    @Override
    public boolean querySourceCoercion(
            @Nullable SqlValidatorScope scope, RelDataType sourceRowType, RelDataType targetRowType, SqlNode query) {
        RelDataTypeFactory.Builder targets = factory.builder();
        List<RelDataTypeField> sources = sourceRowType.getFieldList();
        for (RelDataTypeField target : targetRowType.getFieldList()) {
            boolean given = target.getIndex() < sources.size() && Casts.hasLimit(target.getType());
            targets.add(
                    target.getName(),
                    given ? unlimited(sources.get(target.getIndex()).getType(), target.getType()) : target.getType());
        }
        return super.querySourceCoercion(scope, sourceRowType, targets.build(), query);
    }

    /** What becomes of a value before it is assigned to a column of limited text or bytes. */
    private RelDataType unlimited(RelDataType source, RelDataType target) {
        if (target.getComponentType() != null) {
            return source.getComponentType() == null ? target : Casts.unlimited(target, factory);
        }
        boolean sameFamily =
                SqlTypeUtil.inCharFamily(target) ? SqlTypeUtil.inCharFamily(source) : SqlTypeUtil.isBinary(source);
        return sameFamily ? source : Casts.unlimited(target, factory);
    }
}
