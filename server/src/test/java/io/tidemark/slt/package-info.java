/**
 * SQL behaviour as text: the {@code .slt} files under the test resources, run through JDBC. {@code SltTest} runs them, {@code SltRecord} says
 * what a file consists of. How the server itself behaves as a process is tested in {@code io.tidemark.server}.
 */
@org.jspecify.annotations.NullMarked
package io.tidemark.slt;
