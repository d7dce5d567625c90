package io.tidemark.trial.engine;

import java.util.List;
import java.util.Map;

/**
 * What a run gave.
 *
 * @param snapshots the rows that a reader held, by the number of epochs of the cut that had been run
 * @param atEnd the rows held when all sources had ended
 * @param late the late rows as {@code relation partition:offset}, with what they missed
 * @param counts what the engine says became of the rows of each source
 */
public record Outcome(
        Map<Integer, List<List<Object>>> snapshots,
        List<List<Object>> atEnd,
        Map<String, String> late,
        List<String> counts) {}
