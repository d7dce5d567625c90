/**
 * Results as charts of text: bars, lines and sparklines.
 *
 * <p>Here: the choice of columns and the drawing. Not here: where the rows come from and how often a chart is drawn anew. Read
 * {@link io.tidemark.shell.chart.Chart} first.
 */
@NullMarked
package io.tidemark.shell.chart;

import org.jspecify.annotations.NullMarked;
