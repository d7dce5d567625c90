package io.tidemark.runtime.storage.change;

/**
 * What a feed of changes keeps in memory.
 *
 * @param waitingRows how many changed rows may wait for one subscriber; a single change may be greater
 * @param keptRows how many rows of past changes are kept for subscribers that come back
 */
public record FeedLimits(long waitingRows, long keptRows) {}
