package io.tidemark.server.jdbc;

import java.util.concurrent.TimeUnit;

/** A function that H2 calls, by which a query takes as long as it says. */
public final class PausingFunction {

    private PausingFunction() {}

    /** Gives a number back after some time. */
    public static long pause(long number, long millis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(millis);
        return number;
    }
}
