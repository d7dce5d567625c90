/** What trials read: the columns and sources that there are, logs of random rows, and the cuts of logs into epochs. {@link TrialData} first. */
@NullMarked
package io.tidemark.trial.data;

import org.jspecify.annotations.NullMarked;
