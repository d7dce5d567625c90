/** Avatica's own server over H2, for comparison. {@link io.tidemark.benchmarks.avatica.AvaticaProcess} has the main method. */
@NullMarked
package io.tidemark.benchmarks.avatica;

import org.jspecify.annotations.NullMarked;
