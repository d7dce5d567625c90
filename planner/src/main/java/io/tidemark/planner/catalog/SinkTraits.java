package io.tidemark.planner.catalog;

import java.time.Duration;

/**
 * What a relation accepts as the target of a query, for the output-mode decision.
 *
 * @param append takes rows that never change
 * @param update takes changes
 * @param updateWithKey takes changes as soon as it declares a primary key
 * @param deletes within update, takes rows away
 * @param retractions within update without a key, takes old and new rows in full
 * @param complete can be replaced as a whole
 * @param exactlyOnce an epoch delivered twice is written once
 * @param defaultTrigger time between epochs where the statement names none; zero for as soon as there is input
 */
public record SinkTraits(
        boolean append,
        boolean update,
        boolean updateWithKey,
        boolean deletes,
        boolean retractions,
        boolean complete,
        boolean exactlyOnce,
        Duration defaultTrigger) {}
