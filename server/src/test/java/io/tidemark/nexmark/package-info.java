/**
 * The queries of the Nexmark benchmark, {@code benchmarks/queries/nexmark}, give what DuckDB answers over the same events. The golden file {@code
 * nexmark.slt} shows some of what they give.
 */
@org.jspecify.annotations.NullMarked
package io.tidemark.nexmark;
