package io.tidemark.sql.parser;

import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/**
 * Which of Calcite's optional rules the dialect takes; parser and validator use the same one.
 *
 * <p>{@code SELECT} without FROM, WITH, QUALIFY and the like need no permission and are not listed.
 */
public final class DialectConformance extends SqlDelegatingConformance {
    /** The dialect's rules. */
    public static final DialectConformance INSTANCE = new DialectConformance();

    private DialectConformance() {
        super(SqlConformanceEnum.DEFAULT);
    }

    @Override
    public boolean isGroupByAlias() {
        return true;
    }

    @Override
    public boolean isGroupByOrdinal() {
        return true;
    }

    @Override
    public boolean isHavingAlias() {
        return true;
    }

    @Override
    public boolean isBangEqualAllowed() {
        return true;
    }

    @Override
    public boolean isPercentRemainderAllowed() {
        return true;
    }

    @Override
    public boolean isOffsetLimitAllowed() {
        return true;
    }

    @Override
    public boolean isInsertSubsetColumnsAllowed() {
        return true;
    }

    @Override
    public boolean allowNiladicParentheses() {
        return true;
    }

    @Override
    public boolean allowPluralTimeUnits() {
        return true;
    }

    @Override
    public boolean allowExtendedTrim() {
        return true;
    }

    @Override
    public boolean allowQualifyingCommonColumn() {
        return true;
    }

    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }
}
