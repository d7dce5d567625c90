/**
 * What sources of made-up rows share: {@link io.tidemark.connectors.generator.GeneratedSource}, which cuts rows into ranges by their number and
 * lets them come at a {@code Pace}; {@code Randomness}, which depends on a number alone. What the rows are is said by each connector.
 */
@NullMarked
package io.tidemark.connectors.generator;

import org.jspecify.annotations.NullMarked;
