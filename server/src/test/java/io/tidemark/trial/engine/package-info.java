/** Runs one query of a trial on planner and runtime, epoch by epoch, with sources and a sink in memory. {@link EngineRun} first. */
@NullMarked
package io.tidemark.trial.engine;

import org.jspecify.annotations.NullMarked;
