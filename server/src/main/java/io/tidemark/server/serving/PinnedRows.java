package io.tidemark.server.serving;

import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The versions that one statement reads: each relation is pinned once, so that all scans of it see the same epoch. Single-threaded. */
final class PinnedRows implements AutoCloseable {

    private final Map<String, VersionedSnapshot> byRelation = new HashMap<>();

    /**
     * The version of a relation that the statement reads.
     *
     * @param id the relation's id
     * @param pin pins the newest one, where none is pinned yet
     */
    VersionedSnapshot of(String id, Supplier<VersionedSnapshot> pin) {
        return byRelation.computeIfAbsent(id, unknown -> pin.get());
    }

    @Override
    public void close() {
        byRelation.values().forEach(VersionedSnapshot::close);
        byRelation.clear();
    }
}
