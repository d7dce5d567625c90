package io.tidemark.runtime.checkpoint;

import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A checkpoint read back, whole and with every checksum right. Layout: {@link CheckpointImage}. */
public final class Checkpoint {

    private final long epoch;
    private final Map<String, Section> sections = new LinkedHashMap<>();
    private List<byte[]> current = new ArrayList<>();

    private record Section(String layout, List<byte[]> data) {}

    private Checkpoint(long epoch) {
        this.epoch = epoch;
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
        try (DataInputStream in = open(section)) {
            state.load(in);
            if (in.read() >= 0) {
                throw new IOException("bytes are left over");
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

    private static DataInputStream open(Section section) {
        List<InputStream> streams = new ArrayList<>();
        section.data.forEach(bytes -> streams.add(new ByteArrayInputStream(bytes)));
        return new DataInputStream(new SequenceInputStream(Collections.enumeration(streams)));
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it can't be read, or is not a whole and right checkpoint of the epoch
     */
    static Checkpoint read(InputStream file, long epoch) throws IOException {
        DataInputStream in = new DataInputStream(file);
        byte[] header = in.readNBytes(CheckpointImage.HEADER_BYTES);
        ByteBuffer head = ByteBuffer.wrap(header);
        if (header.length < CheckpointImage.HEADER_BYTES
                || head.getInt() != CheckpointImage.MAGIC
                || head.getInt() != CheckpointImage.VERSION
                || head.getLong() != epoch
                || head.getInt() != PlanSegment.checksum(header, 0, 16)) {
            throw new IOException("its header is damaged, or of another version");
        }
        Checkpoint checkpoint = new Checkpoint(epoch);
        boolean more = true;
        while (more) {
            more = checkpoint.readBlock(in);
        }
        if (in.read() >= 0) {
            throw new IOException("bytes follow its end");
        }
        return checkpoint;
    }

    private boolean readBlock(DataInputStream in) throws IOException {
        int kind = in.readByte();
        int length = in.readInt();
        int crc = in.readInt();
        byte[] bytes = in.readNBytes(Math.max(0, length));
        if (bytes.length != length || CheckpointImage.checksum(kind, bytes, 0, length) != crc) {
            throw new IOException("a block of it is damaged");
        }
        switch (kind) {
            case CheckpointImage.SECTION -> {
                DataInputStream head = new DataInputStream(new ByteArrayInputStream(bytes));
                current = new ArrayList<>();
                sections.put(head.readUTF(), new Section(head.readUTF(), current));
            }
            case CheckpointImage.DATA -> current.add(bytes);
            case CheckpointImage.END -> {
                int count = ByteBuffer.wrap(bytes).getInt();
                if (count != sections.size()) {
                    throw new IOException("it has " + sections.size() + " sections, expected " + count);
                }
                return false;
            }
            default -> throw new IOException("it has a block of unknown kind " + kind);
        }
        return true;
    }
}
