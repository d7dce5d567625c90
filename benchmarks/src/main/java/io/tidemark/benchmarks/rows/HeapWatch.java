package io.tidemark.benchmarks.rows;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** The most that this process's heap held after a garbage collection: what was in use, and not garbage. */
final class HeapWatch {

    private final AtomicLong mostBytes = new AtomicLong();

    /** Begins to watch. */
    HeapWatch() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, handback) -> {
                                GarbageCollectionNotificationInfo info = GarbageCollectionNotificationInfo.from(
                                        (CompositeData) notification.getUserData());
                                long used = info.getGcInfo().getMemoryUsageAfterGc().entrySet().stream()
                                        .filter(pool -> isHeap(pool.getKey()))
                                        .map(Map.Entry::getValue)
                                        .mapToLong(MemoryUsage::getUsed)
                                        .sum();
                                mostBytes.accumulateAndGet(used, Math::max);
                            },
                            null,
                            null);
        }
    }

    private static boolean isHeap(String pool) {
        return !pool.contains("Metaspace") && !pool.contains("Code") && !pool.contains("Class Space");
    }

    double mostMib() {
        return mostBytes.get() / (double) (1 << 20);
    }
}
