/**
 * How fast a query goes: how many rows an epoch reads, when the next one begins, how long to wait for something that does not answer. Plain
 * arithmetic over times that are passed in; read {@link io.tidemark.runtime.pace.Pacer} first. Nothing here waits or reads a clock.
 */
@NullMarked
package io.tidemark.runtime.pace;

import org.jspecify.annotations.NullMarked;
