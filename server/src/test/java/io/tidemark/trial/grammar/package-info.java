/**
 * Random queries over every construct that there is. A {@link Relation} is one in the making: it knows its columns, and its text for Tidemark and for
 * DuckDB. A new construct is a record that implements it, and a production in {@link RelationGrammar}.
 */
@NullMarked
package io.tidemark.trial.grammar;

import org.jspecify.annotations.NullMarked;
