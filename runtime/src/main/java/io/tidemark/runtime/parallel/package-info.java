/**
 * One operator's work on several cores: rows are spread over partitions of its state by the hash of their keys, and worker threads that all
 * queries share work on the partitions. Read {@link io.tidemark.runtime.parallel.PartitionedOperator} first. Nothing here computes a result: what
 * an operator does with its rows is its own business, and must not depend on which thread it runs on.
 */
@NullMarked
package io.tidemark.runtime.parallel;

import org.jspecify.annotations.NullMarked;
