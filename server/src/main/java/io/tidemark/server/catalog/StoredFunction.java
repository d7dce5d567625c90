package io.tidemark.server.catalog;

import java.util.Optional;

/**
 * A function as the catalog keeps it.
 *
 * @param name unique among functions, without regard to case
 * @param className the Java class that implements it
 * @param jar the SHA-256 of its jar in hexadecimal digits, which also names the server's copy; empty for a class of the server's own class path
 * @param statement the CREATE FUNCTION statement's text
 */
public record StoredFunction(String name, String className, Optional<String> jar, String statement) {}
