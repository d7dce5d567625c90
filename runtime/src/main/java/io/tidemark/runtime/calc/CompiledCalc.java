package io.tidemark.runtime.calc;

/**
 * A filter and projections, compiled once.
 *
 * @param source the generated Java source, for EXPLAIN CODE
 * @param slow whether a function in it is evaluated row by row through Calcite
 * @param programs makes instances
 */
public record CompiledCalc(String source, boolean slow, CalcProgram.Factory programs) {}
