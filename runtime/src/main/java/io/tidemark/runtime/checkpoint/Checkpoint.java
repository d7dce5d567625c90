package io.tidemark.runtime.checkpoint;

import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A checkpoint read back from its file and those that it follows, each whole and with every checksum right. */
public final class Checkpoint {

    private final long epoch;
    private final Map<String, Section> sections = new LinkedHashMap<>();

    /** A state: the segments of all of it, and of what changed after it, in order. */
    private record Section(String layout, List<List<byte[]>> segments) {}

    private Checkpoint(long epoch) {
        this.epoch = epoch;
    }

    /**
     * Puts a checkpoint together.
     *
     * @param files the first has all of the state, each other follows the one before it
     * @throws IOException if one has what changed of a state which those before don't have
     */
    static Checkpoint of(List<CheckpointFile> files) throws IOException {
        Checkpoint checkpoint =
                new Checkpoint(files.get(files.size() - 1).name().epoch());
        Map<String, Section> before = new LinkedHashMap<>();
        for (CheckpointFile file : files) {
            Map<String, Section> after = new LinkedHashMap<>();
            for (Map.Entry<String, CheckpointFile.Section> entry :
                    file.sections().entrySet()) {
                after.put(entry.getKey(), follow(entry.getKey(), before.get(entry.getKey()), entry.getValue()));
            }
            before = after;
        }
        checkpoint.sections.putAll(before);
        return checkpoint;
    }

    private static Section follow(String id, @Nullable Section before, CheckpointFile.Section next) throws IOException {
        List<List<byte[]>> segments = new ArrayList<>();
        if (next.isDelta()) {
            if (before == null || !before.layout.equals(next.layout())) {
                throw new IOException("it has what changed of \"" + id + "\", but its base has nothing like it");
            }
            segments.addAll(before.segments);
        }
        segments.add(next.data());
        return new Section(next.layout(), segments);
    }

    /** The epoch whose state it is. */
    public long epoch() {
        return epoch;
    }

    /** The ids of its sections. */
    public Set<String> ids() {
        return Collections.unmodifiableSet(sections.keySet());
    }

    /**
     * Loads a section into a state.
     *
     * @throws CodedException WRONG_STATE if there is no such section or it has another layout; CORRUPTED if the state doesn't take all of it
     */
    public void load(String id, OperatorState state) {
        Section section = sections.get(id);
        if (section == null || !section.layout.equals(state.layout())) {
            throw CodedException.of(
                            ErrorCode.WRONG_STATE,
                            "the checkpoint of epoch " + epoch + " has "
                                    + (section == null ? "no state" : "state of layout \"" + section.layout + "\"")
                                    + " for \"" + id + "\", expected layout \"" + state.layout() + "\"")
                    .hint("the query's plan has changed since; drop it and create it anew");
        }
        List<DataInputStream> segments =
                section.segments.stream().map(Checkpoint::open).toList();
        try {
            if (segments.size() == 1) {
                state.load(segments.get(0));
            } else if (state instanceof DeltaState delta) {
                delta.load(segments);
            } else {
                throw new IOException("it does not take what changed");
            }
            for (DataInputStream in : segments) {
                if (in.read() >= 0) {
                    throw new IOException("bytes are left over");
                }
            }
        } catch (IOException e) {
            throw CodedException.of(
                            ErrorCode.CORRUPTED,
                            "the state of \"" + id + "\" in the checkpoint of epoch " + epoch + " cannot be read: " + e)
                    .cause(e);
        }
    }

    /**
     * Loads every section into the state of its id.
     *
     * @param except the ids of states that are left as they are
     * @throws CodedException WRONG_STATE if ids or layouts don't match
     */
    public void load(Map<String, OperatorState> states, Set<String> except) {
        for (String id : sections.keySet()) {
            if (!states.containsKey(id)) {
                throw CodedException.of(
                                ErrorCode.WRONG_STATE,
                                "the checkpoint of epoch " + epoch + " has state for \"" + id
                                        + "\", which the query no longer has")
                        .hint("the query's plan has changed since; drop it and create it anew");
            }
        }
        states.forEach((id, state) -> {
            if (!except.contains(id)) {
                load(id, state);
            }
        });
    }

    private static DataInputStream open(List<byte[]> segment) {
        List<InputStream> streams = new ArrayList<>();
        segment.forEach(bytes -> streams.add(new ByteArrayInputStream(bytes)));
        return new DataInputStream(new SequenceInputStream(Collections.enumeration(streams)));
    }
}
