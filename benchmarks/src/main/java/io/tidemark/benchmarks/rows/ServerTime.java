package io.tidemark.benchmarks.rows;

import java.time.Duration;

/** The processor time of the process of a server, as the system counts it: in hundredths of a second. */
final class ServerTime {

    private final ProcessHandle process;

    ServerTime(long processId) {
        this.process = ProcessHandle.of(processId)
                .orElseThrow(() -> new IllegalArgumentException("there is no process " + processId));
    }

    long nanos() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }
}
