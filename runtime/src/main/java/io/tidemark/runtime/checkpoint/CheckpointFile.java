package io.tidemark.runtime.checkpoint;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One file of a checkpoint read back, whole and with every checksum right. Layout: {@code docs/design/006-checkpoints.md}. */
final class CheckpointFile {

    private static final int LONGEST_BLOCK = 1 << 20;
    private static final int HEADER_BYTES_1 = 16;

    private final CheckpointName name;
    private final Optional<CheckpointName> base;
    private final Map<String, Section> sections = new LinkedHashMap<>();
    private List<byte[]> current = new ArrayList<>();

    /**
     * What a file has of a state.
     *
     * @param isDelta whether it is what changed since the base
     */
    record Section(boolean isDelta, String layout, List<byte[]> data) {}

    private CheckpointFile(CheckpointName name, Optional<CheckpointName> base) {
        this.name = name;
        this.base = base;
    }

    CheckpointName name() {
        return name;
    }

    /** The checkpoint that it follows; empty if it has all of the state. */
    Optional<CheckpointName> base() {
        return base;
    }

    Map<String, Section> sections() {
        return sections;
    }

    /**
     * Reads what a file says of itself, and nothing else of it.
     *
     * @throws IOException if it can't be read, or is not the checkpoint of the epoch
     * @throws CodedException WRONG_STATE if it was written by a server too old
     */
    static CheckpointFile readHeader(InputStream in, long epoch) throws IOException {
        byte[] header = in.readNBytes(CheckpointImage.HEADER_BYTES);
        ByteBuffer head = ByteBuffer.wrap(header);
        if (isVersion1(header)) {
            throw CodedException.of(
                            ErrorCode.WRONG_STATE,
                            "the checkpoint of epoch " + epoch + " is of version 1, this server reads version "
                                    + CheckpointImage.VERSION)
                    .hint("go on with the server that wrote it, or drop the query and create it anew");
        }
        int checked = CheckpointImage.HEADER_BYTES - 2 * Integer.BYTES;
        if (header.length < CheckpointImage.HEADER_BYTES
                || head.getInt() != CheckpointImage.MAGIC
                || head.getInt() != CheckpointImage.VERSION
                || head.getLong() != epoch
                || head.getInt(checked) != PlanSegment.checksum(header, 0, checked)
                || head.getInt(checked + Integer.BYTES) != 0) {
            throw new IOException("its header is damaged, or of another version");
        }
        long id = head.getLong();
        long baseEpoch = head.getLong();
        long baseId = head.getLong();
        boolean whole = baseEpoch == CheckpointImage.NO_BASE;
        if (!whole && baseEpoch >= epoch) {
            throw new IOException("its base is of epoch " + baseEpoch + ", which is not before it");
        }
        return new CheckpointFile(
                new CheckpointName(epoch, id),
                whole ? Optional.empty() : Optional.of(new CheckpointName(baseEpoch, baseId)));
    }

    private static boolean isVersion1(byte[] header) {
        ByteBuffer head = ByteBuffer.wrap(header);
        return header.length >= HEADER_BYTES_1 + Integer.BYTES
                && head.getInt() == CheckpointImage.MAGIC
                && head.getInt() == 1
                && head.getInt(HEADER_BYTES_1) == PlanSegment.checksum(header, 0, HEADER_BYTES_1);
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it can't be read, or is not a whole and right checkpoint of the epoch
     * @throws CodedException WRONG_STATE if it was written by a server too old
     */
    static CheckpointFile read(InputStream file, long epoch) throws IOException {
        DataInputStream in = new DataInputStream(file);
        CheckpointFile checkpoint = readHeader(in, epoch);
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
        int kind = in.readUnsignedByte();
        int length = in.readInt();
        int crc = in.readInt();
        if (length < 0 || length > LONGEST_BLOCK) {
            throw new IOException("a block of it claims " + length + " bytes");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length != length || CheckpointImage.checksum(kind, bytes, 0, length) != crc) {
            throw new IOException("a block of it is damaged");
        }
        switch (kind) {
            case CheckpointImage.SECTION -> {
                DataInputStream head = new DataInputStream(new ByteArrayInputStream(bytes));
                boolean isDelta = head.readBoolean();
                current = new ArrayList<>();
                sections.put(head.readUTF(), new Section(isDelta, head.readUTF(), current));
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
