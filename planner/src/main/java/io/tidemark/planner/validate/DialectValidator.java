package io.tidemark.planner.validate;

import io.tidemark.sql.parser.DialectConformance;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.validate.SqlModality;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorException;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.jspecify.annotations.Nullable;

/** Calcite's validator with the dialect's rules; it remembers where an error lies, for {@link ErrorTranslator}. */
final class DialectValidator extends SqlValidatorImpl {
    private @Nullable SqlNode failed;

    DialectValidator(SqlValidatorCatalogReader reader, RelDataTypeFactory factory, boolean implicitConversions) {
        super(
                DialectOperators.table(),
                reader,
                factory,
                SqlValidator.Config.DEFAULT
                        .withConformance(DialectConformance.INSTANCE)
                        .withDefaultNullCollation(NullCollation.HIGH)
                        .withIdentifierExpansion(true)
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

    /** STREAM is a property of the statement, not of its SELECTs. */
    @Override
    public boolean validateModality(SqlSelect select, SqlModality modality, boolean fail) {
        return true;
    }
}
