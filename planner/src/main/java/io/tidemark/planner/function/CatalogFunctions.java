package io.tidemark.planner.function;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.FunctionDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/** The functions of the catalog, as one statement looks them up; what it has found is remembered. For one thread. */
public final class CatalogFunctions implements SqlOperatorTable {

    private final Catalog catalog;
    private final Map<String, UserFunction> found = new LinkedHashMap<>();

    /** Those of a catalog. */
    public CatalogFunctions(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The functions that the statement calls, in the order in which they were met. */
    public List<FunctionDefinition> called() {
        return found.values().stream().map(UserFunction::definition).toList();
    }

    @Override
    public void lookupOperatorOverloads(
            SqlIdentifier name,
            @Nullable SqlFunctionCategory category,
            SqlSyntax syntax,
            List<SqlOperator> operators,
            SqlNameMatcher matcher) {
        if (syntax == SqlSyntax.FUNCTION && name.isSimple()) {
            catalog.function(name.getSimple()).ifPresent(function -> operators.add(operator(function)));
        }
    }

    private SqlOperator operator(FunctionDefinition function) {
        return found.computeIfAbsent(function.name(), name -> switch (function.kind()) {
                    case SCALAR -> new UserScalarFunction(function);
                    case AGGREGATE -> new UserAggregateFunction(function);
                })
                .operator();
    }

    @Override
    public List<SqlOperator> getOperatorList() {
        return List.of();
    }
}
