package io.tidemark.trial.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The log of one partition of one source.
 *
 * @param source the source
 * @param partition the partition, from 0
 * @param operations in the order in which they are read
 */
public record Lane(SourceKind source, int partition, List<Operation> operations) {

    public Lane {
        operations = List.copyOf(operations);
    }

    /**
     * A row that was there for a while.
     *
     * @param values its values
     * @param born the index of the operation that brought it
     * @param died the index of the one that took it away; {@link Integer#MAX_VALUE} if none did
     */
    public record Version(List<Object> values, int born, int died) {}

    /** A change of weight; {@code operation} is the index of the one it is part of. */
    public record Change(List<Object> values, int weight, int operation) {}

    /** Every row that there ever was, in the order in which they came. */
    public List<Version> versions() {
        List<Version> versions = new ArrayList<>();
        Map<Long, Integer> alive = new HashMap<>();
        for (int i = 0; i < operations.size(); i++) {
            Operation operation = operations.get(i);
            Integer old = source.changes() ? alive.remove(operation.id()) : null;
            if (old != null) {
                Version ended = versions.get(old);
                versions.set(old, new Version(ended.values, ended.born, i));
            }
            if (operation.values() != null) {
                alive.put(operation.id(), versions.size());
                versions.add(new Version(operation.values(), i, Integer.MAX_VALUE));
            }
        }
        return versions;
    }

    /** The changes, operation by operation: what goes before what comes. */
    public List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        Map<Long, List<Object>> alive = new HashMap<>();
        for (int i = 0; i < operations.size(); i++) {
            Operation operation = operations.get(i);
            List<Object> old = source.changes() ? alive.remove(operation.id()) : null;
            if (old != null) {
                changes.add(new Change(old, -1, i));
            }
            if (operation.values() != null) {
                alive.put(operation.id(), operation.values());
                changes.add(new Change(operation.values(), 1, i));
            }
        }
        return changes;
    }

    /** The same without the operations from one index up to another. */
    public Lane without(int from, int to) {
        List<Operation> kept = new ArrayList<>(operations.subList(0, from));
        kept.addAll(operations.subList(to, operations.size()));
        return new Lane(source, partition, kept);
    }
}
