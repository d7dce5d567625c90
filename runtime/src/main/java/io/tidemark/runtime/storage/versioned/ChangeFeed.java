package io.tidemark.runtime.storage.versioned;

import io.tidemark.sql.error.CodedException;

/** Tells subscribers what each published version changes. The writer never waits for a subscriber. */
public interface ChangeFeed {

    /**
     * Subscribes from the version that readers see now on.
     *
     * @param capacityRows how many rows may wait for the subscriber; one that lets more gather gets SUBSCRIPTION_LAG
     */
    Subscription subscribe(long capacityRows);

    /** Ends every subscription, present and to come, with the error given. */
    void close(CodedException reason);
}
