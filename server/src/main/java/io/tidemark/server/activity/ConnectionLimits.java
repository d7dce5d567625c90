package io.tidemark.server.activity;

/**
 * How many clients there may be.
 *
 * @param connections all of them
 * @param connectionsPerUser those of one user
 */
public record ConnectionLimits(int connections, int connectionsPerUser) {}
