package io.tidemark.connectors.filesystem;

import io.tidemark.connectors.format.DataFile;
import io.tidemark.connectors.format.FilePart;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a directory has been read, and the parts of files that the range ending here consists of, in the order in which they are read.
 *
 * <p>Encoded, big-endian: <pre>
 * version:1 = 1 | ended:1 | nextBase:8 | taken: count:4 (hash:8 size:8)* | hasOpen:1 [part] | count:4 part*
 * part: path:utf name:utf size:8 modifiedMicros:8 offsetBase:8 from:8 to:8
 * </pre>
 *
 * @param taken the files read whole
 * @param open what is left of a file read in part, from the next row to be read to the file's end; null if none is
 * @param nextBase the offset at which the next file begins
 * @param ended whether a bounded source has nothing more
 * @param parts what the range that ends here reads
 */
record FilePosition(TakenFiles taken, @Nullable FilePart open, long nextBase, boolean ended, List<FilePart> parts) {

    static final FilePosition START = new FilePosition(TakenFiles.NONE, null, 0, false, List.of());

    private static final int VERSION = 1;

    FilePosition {
        parts = List.copyOf(parts);
    }

    SourcePosition encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeBoolean(ended);
            out.writeLong(nextBase);
            taken.write(out);
            out.writeBoolean(open != null);
            if (open != null) {
                write(open, out);
            }
            out.writeInt(parts.size());
            for (FilePart part : parts) {
                write(part, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new SourcePosition(bytes.toByteArray());
    }

    static FilePosition decode(SourcePosition position) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(position.encoded()))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw CodedException.of(
                        ErrorCode.CORRUPTED,
                        "position of a filesystem source has version " + version + ", expected " + VERSION);
            }
            boolean ended = in.readBoolean();
            long nextBase = in.readLong();
            TakenFiles taken = TakenFiles.read(in);
            FilePart open = in.readBoolean() ? readPart(in) : null;
            int count = in.readInt();
            List<FilePart> parts = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                parts.add(readPart(in));
            }
            return new FilePosition(taken, open, nextBase, ended, parts);
        } catch (IOException e) {
            throw CodedException.of(ErrorCode.CORRUPTED, "position of a filesystem source is cut short")
                    .cause(e);
        }
    }

    private static void write(FilePart part, DataOutputStream out) throws IOException {
        DataFile file = part.file();
        out.writeUTF(file.path().toString());
        out.writeUTF(file.name());
        out.writeLong(file.sizeBytes());
        out.writeLong(file.modifiedMicros());
        out.writeLong(part.offsetBase());
        out.writeLong(part.from());
        out.writeLong(part.to());
    }

    private static FilePart readPart(DataInputStream in) throws IOException {
        DataFile file = new DataFile(Path.of(in.readUTF()), in.readUTF(), in.readLong(), in.readLong());
        return new FilePart(file, in.readLong(), in.readLong(), in.readLong());
    }
}
