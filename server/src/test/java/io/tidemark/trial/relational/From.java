package io.tidemark.trial.relational;

/** What stands behind FROM, and the columns that it gives. */
record From(Phrase phrase, Scope scope) {}
