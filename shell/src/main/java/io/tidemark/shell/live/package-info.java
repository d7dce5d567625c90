/**
 * Results that change on the screen: a statement run again and again, and a view that is followed.
 *
 * <p>Here: the screen, the following of a push query, the layout of a frame. Not here: the charts that may stand in place of a
 * table, in {@code io.tidemark.shell.chart}. Read {@link io.tidemark.shell.live.Live} first.
 */
@NullMarked
package io.tidemark.shell.live;

import org.jspecify.annotations.NullMarked;
