/** The driver against a real server: every method of JDBC, and the faults that Avatica's own driver has. */
package io.tidemark.server.jdbc;
