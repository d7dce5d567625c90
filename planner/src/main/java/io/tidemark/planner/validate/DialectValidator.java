package io.tidemark.planner.validate;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import io.tidemark.sql.parser.DialectConformance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlModality;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorException;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.apache.calcite.util.Static;
import org.jspecify.annotations.Nullable;

/** Calcite's validator with the dialect's rules; it remembers where an error lies, for {@link ErrorTranslator}. */
final class DialectValidator extends SqlValidatorImpl {
    private @Nullable SqlNode failed;
    private @Nullable SqlNode outermost;

    DialectValidator(
            SqlOperatorTable functions,
            SqlValidatorCatalogReader reader,
            RelDataTypeFactory factory,
            boolean implicitConversions) {
        super(
                SqlOperatorTables.chain(DialectOperators.table(), functions),
                reader,
                factory,
                SqlValidator.Config.DEFAULT
                        .withConformance(DialectConformance.INSTANCE)
                        .withDefaultNullCollation(NullCollation.HIGH)
                        .withIdentifierExpansion(true)
                        .withTypeCoercionFactory(DialectTypeCoercion::new)
                        .withTypeCoercionEnabled(implicitConversions));
    }

    /** The node that the last error was about. */
    @Nullable
    SqlNode failed() {
        return failed;
    }

    @Override
    public CalciteContextException newValidationError(SqlNode node, Resources.ExInst<SqlValidatorException> error) {
        failed = node;
        return super.newValidationError(node, error);
    }

    @Override
    public SqlNode validate(SqlNode statement) {
        SqlNode query = statement instanceof SqlWith with ? with.body : statement;
        outermost = query instanceof SqlOrderBy ordered ? ordered.query : query;
        return super.validate(statement);
    }

    /** What {@code *} stands for keeps its names in the result, although there may be others like them. */
    @Override
    protected void addToSelectList(
            List<SqlNode> list,
            Set<String> aliases,
            List<Map.Entry<String, RelDataType>> fields,
            SqlNode item,
            SelectScope scope,
            boolean includeSystemColumns) {
        Set<String> taken = scope.getNode() == outermost ? new HashSet<>() : aliases;
        super.addToSelectList(list, taken, fields, item, scope, includeSystemColumns);
    }

    /** Of two queries of one name the second would hide the first. */
    @Override
    public void validateWith(SqlWith with, SqlValidatorScope scope) {
        Set<String> names = new HashSet<>();
        for (SqlNode item : with.withList) {
            SqlIdentifier name = ((SqlWithItem) item).name;
            if (!names.add(name.getSimple().toLowerCase(Locale.ROOT))) {
                throw CodedException.of(
                                ErrorCode.DUPLICATE_NAME,
                                "WITH has two queries of the name \"" + name.getSimple() + "\"")
                        .at(SourcePosition.at(
                                name.getParserPosition().getLineNum(),
                                name.getParserPosition().getColumnNum()))
                        .hint("give one of them another name");
            }
        }
        super.validateWith(with, scope);
    }

    /**
     * Text literals of a column whose other values are not text become values of the target's type, as each of them would be by itself. Calcite gives
     * NULL the target's type, and then finds that text does not go with it.
     */
    @Override
    protected void validateValues(SqlCall values, RelDataType targetRowType, SqlValidatorScope scope) {
        int columns = targetRowType.isStruct() ? targetRowType.getFieldCount() : 0;
        for (int column = 0; column < columns; column++) {
            RelDataType target = targetRowType.getFieldList().get(column).getType();
            if (target.getSqlTypeName() != SqlTypeName.NULL && !SqlTypeUtil.inCharFamily(target)) {
                castTexts(values, column, target);
            }
        }
        super.validateValues(values, targetRowType, scope);
    }

    private static void castTexts(SqlCall values, int column, RelDataType target) {
        List<SqlCall> rows = new ArrayList<>();
        for (SqlNode row : values.getOperandList()) {
            if (row instanceof SqlCall call && column < call.operandCount()) {
                rows.add(call);
            }
        }
        List<SqlCall> texts =
                rows.stream().filter(row -> isText(row.operand(column))).toList();
        if (texts.size() == rows.size()) {
            return;
        }
        for (SqlCall row : texts) {
            SqlNode text = row.operand(column);
            SqlNode type = SqlTypeUtil.convertTypeToSpec(target).withNullable(null);
            row.setOperand(column, SqlStdOperatorTable.CAST.createCall(text.getParserPosition(), text, type));
        }
    }

    private static boolean isText(SqlNode node) {
        return node instanceof SqlLiteral literal && SqlTypeName.CHAR_TYPES.contains(literal.getTypeName());
    }

    /** STREAM is a property of the statement, not of its SELECTs. */
    @Override
    public boolean validateModality(SqlSelect select, SqlModality modality, boolean fail) {
        return true;
    }

    /** Without a column list the target's first columns are meant; more values than columns are refused here, because Calcite fails on them. */
    @Override
    protected RelDataType getLogicalTargetRowType(RelDataType targetRowType, SqlInsert insert) {
        if (insert.getTargetColumnList() == null) {
            int given = java.util.Objects.requireNonNull(getNamespace(insert.getSource()))
                    .getRowType()
                    .getFieldCount();
            if (given > targetRowType.getFieldCount()) {
                throw newValidationError(
                        insert.getSource(), Static.RESOURCE.unmatchInsertColumn(targetRowType.getFieldCount(), given));
            }
        }
        return super.getLogicalTargetRowType(targetRowType, insert);
    }

    /**
     * Besides Calcite's rule: text is converted to a column of another type only where it is a literal or parameter, because text in a column
     * is of that form by accident.
     */
    @Override
    protected void checkTypeAssignment(
            @Nullable SqlValidatorScope scope,
            SqlValidatorTable table,
            RelDataType sourceRowType,
            RelDataType targetRowType,
            SqlNode query) {
        List<RelDataTypeField> targets = targetRowType.getFieldList();
        for (RelDataTypeField source : sourceRowType.getFieldList()) {
            if (source.getIndex() < targets.size()) {
                checkText(source, targets.get(source.getIndex()), query);
            }
        }
        super.checkTypeAssignment(scope, table, sourceRowType, targetRowType, query);
    }

    private void checkText(RelDataTypeField source, RelDataTypeField target, SqlNode query) {
        SqlNode item = item(query, source.getIndex());
        if (item == null
                || !SqlTypeUtil.inCharFamily(source.getType())
                || SqlTypeUtil.inCharFamily(target.getType())
                || SqlUtil.stripAs(item) instanceof SqlLiteral
                || SqlUtil.stripAs(item) instanceof SqlDynamicParam) {
            return;
        }
        throw newValidationError(
                item,
                Static.RESOURCE.typeNotAssignable(
                        target.getName(),
                        target.getType().toString(),
                        source.getName(),
                        source.getType().toString()));
    }

    /** The expression of a column of an INSERT's or UPDATE's source; nothing for the rows of VALUES, which are literals or parameters. */
    private static @Nullable SqlNode item(SqlNode statement, int index) {
        SqlNode source = statement instanceof SqlInsert insert ? insert.getSource() : statement;
        if (source instanceof SqlUpdate update) {
            source = update.getSourceSelect();
        }
        if (!(source instanceof SqlSelect select)) {
            return null;
        }
        List<SqlNode> items = select.getSelectList();
        return index < items.size() ? items.get(index) : null;
    }
}
