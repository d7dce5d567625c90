package io.tidemark.server.avatica;

import java.time.Duration;

/**
 * When what nobody uses is given up.
 *
 * @param connectionIdle after how long a connection on which nothing happens
 * @param resultIdle after how long a result of which nothing is read
 */
public record ConnectionTimeouts(Duration connectionIdle, Duration resultIdle) {}
