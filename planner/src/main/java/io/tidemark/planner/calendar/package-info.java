/**
 * Lengths of windows, and the edges of those that follow a calendar in a time zone.
 *
 * <p>Not here: what windows there are in a plan ({@code incremental}). Read {@link io.tidemark.planner.calendar.WindowLength} first.
 */
@NullMarked
package io.tidemark.planner.calendar;

import org.jspecify.annotations.NullMarked;
