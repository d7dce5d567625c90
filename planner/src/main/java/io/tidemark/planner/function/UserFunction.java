package io.tidemark.planner.function;

import io.tidemark.planner.catalog.FunctionDefinition;
import org.apache.calcite.sql.SqlOperator;

/** A function that CREATE FUNCTION made, as Calcite has it. */
sealed interface UserFunction permits UserScalarFunction, UserAggregateFunction {

    /** What was declared. */
    FunctionDefinition definition();

    /** What calls name. */
    SqlOperator operator();
}
