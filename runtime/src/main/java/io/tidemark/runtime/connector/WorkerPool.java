package io.tidemark.runtime.connector;

/**
 * Threads that everybody shares. What is offered may be done late or never: whoever needs it done must be able to do it himself. Safe for use by
 * several threads.
 */
public interface WorkerPool {

    /** How many threads may work for one query at a time, its own among them: with 1, nothing that is offered is done. */
    int count();

    /** Does some work soon, if there is a thread for it. The work must handle its own failures. */
    void offer(Runnable work);
}
