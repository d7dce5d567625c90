package io.tidemark.runtime.epoch;

import io.tidemark.runtime.accounting.MemoryBudget;
import io.tidemark.runtime.checkpoint.DurableFiles;
import io.tidemark.runtime.checkpoint.PlanLog;
import java.time.Clock;
import java.util.concurrent.Executor;

/**
 * What the server's queries share.
 *
 * @param log the plan log
 * @param files where checkpoints and kept rows go
 * @param clock the wall clock; read only when an epoch is planned
 * @param background writes checkpoints; tasks in it do file I/O, so its threads must not be interrupted
 * @param history how much of each query's past is kept
 * @param memory what the states of all queries may take
 */
public record QueryServices(
        PlanLog log, DurableFiles files, Clock clock, Executor background, QueryHistory history, MemoryBudget memory) {}
