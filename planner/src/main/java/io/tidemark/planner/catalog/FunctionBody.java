package io.tidemark.planner.catalog;

/** What a function of a user's is computed by. The planner hands it on to the engine, which knows more of it. */
public interface FunctionBody {}
