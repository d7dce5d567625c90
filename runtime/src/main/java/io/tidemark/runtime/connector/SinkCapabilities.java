package io.tidemark.runtime.connector;

import java.time.Duration;
import java.util.Set;

/**
 * What a sink can take and promise.
 *
 * @param modes the output modes that it accepts
 * @param deletes whether, in UPDATE, it can take rows away
 * @param retractions whether, in UPDATE without a key, it takes -U/+U pairs by whole row
 * @param exactlyOnce whether an epoch delivered twice is written once
 * @param defaultTrigger the shortest sensible time between epochs where the query names none; zero for as soon as there is input
 */
public record SinkCapabilities(
        Set<OutputMode> modes, boolean deletes, boolean retractions, boolean exactlyOnce, Duration defaultTrigger) {

    public SinkCapabilities {
        modes = Set.copyOf(modes);
    }
}
