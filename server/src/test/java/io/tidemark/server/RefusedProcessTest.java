package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server process that cannot start ends with a code that is not 0 and one line that says why, and leaves everything as it was. */
class RefusedProcessTest {

    @TempDir
    Path directory;

    private static void assertRefused(ServerProcess.Ended ended, String... parts) {
        assertThat(ended.exitCode()).isNotZero();
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err().strip()).startsWith("tidemark: ").contains(parts).doesNotContain("\n");
    }

    /** What is in a directory: the size and time of each file. */
    private static Map<String, String> contents(Path directory) throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                found.put(
                        directory.relativize(file).toString(),
                        Files.size(file) + " " + Files.getLastModifiedTime(file));
            }
        }
        return found;
    }

    @Test
    void aSecondServerOnTheSameDataLeavesTheFirstAlone() throws Exception {
        Path data = directory.resolve("data");
        try (ServerProcess first = ServerProcess.start(data)) {
            first.execute("CREATE TABLE t (a INT)");
            first.execute("INSERT INTO t VALUES (1)");
            assertRefused(ServerProcess.run(data), "another server uses the data directory", data.toString());
            first.execute("INSERT INTO t VALUES (2)");
            assertThat(first.rows("SELECT a FROM t ORDER BY a")).containsExactly("1", "2");
            first.kill();
        }
        try (ServerProcess next = ServerProcess.start(data)) {
            assertThat(next.rows("SELECT a FROM t ORDER BY a")).containsExactly("1", "2");
        }
    }

    @Test
    void aPortInUseIsNamedAndTheDataStaysAsItIs() throws Exception {
        Path data = directory.resolve("data");
        try (ServerProcess before = ServerProcess.start(data)) {
            before.execute("CREATE TABLE t (a INT)");
            before.execute("INSERT INTO t VALUES (1)");
            assertThat(before.terminate()).isZero();
        }
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertRefused(ServerProcess.run(data, "--port", port), "cannot listen on 127.0.0.1:" + port);
        }
        try (ServerProcess after = ServerProcess.start(data)) {
            assertThat(after.rows("SELECT a FROM t")).containsExactly("1");
        }
    }

    @Test
    void aDataDirectoryThatMayNotBeWrittenIsNamedAndNotTouched() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        Files.writeString(data.resolve("kept"), "as it is");
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assumeFalse(Files.isWritable(data), "this user may write everywhere");
            Map<String, String> before = contents(data);
            assertRefused(ServerProcess.run(data), "cannot write to the data directory", data.toString(), "--data-dir");
            assertThat(contents(data)).isEqualTo(before);
        } finally {
            Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    /** Where not even root may make anything. */
    @Test
    void aDataDirectoryThatCannotBeMadeIsNamed() throws Exception {
        Path data = Path.of("/proc/tidemark/data");
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "there is no /proc");
        assertRefused(ServerProcess.run(data), "cannot write to the data directory", data.toString(), "--data-dir");
    }

    @Test
    void aDataDirectoryBehindAFileIsNamedAndTheFileStays() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "here");
        Map<String, String> before = contents(directory);
        assertRefused(ServerProcess.run(file.resolve("data")), "cannot write to the data directory", "--data-dir");
        assertThat(contents(directory)).isEqualTo(before);
    }
}
