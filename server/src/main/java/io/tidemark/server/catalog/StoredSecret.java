package io.tidemark.server.catalog;

/**
 * A secret as the catalog keeps it.
 *
 * @param name unique among secrets, without regard to case
 * @param owner the user who created it; empty where there were no users
 * @param encrypted its value, encrypted
 */
public record StoredSecret(String name, String owner, String encrypted) {}
