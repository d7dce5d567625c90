package io.tidemark.connectors.format;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** The metadata columns of a file: what {@code METADATA FROM 'key'} may name. */
public enum FileMetadata {
    PATH("file.path", TypeKind.VARCHAR),
    NAME("file.name", TypeKind.VARCHAR),
    SIZE("file.size", TypeKind.BIGINT),
    MODIFICATION_TIME("file.modification-time", TypeKind.TIMESTAMP_LTZ);

    private final String key;
    private final TypeKind kind;

    FileMetadata(String key, TypeKind kind) {
        this.key = key;
        this.kind = kind;
    }

    /** The key as it stands in METADATA FROM. */
    public String key() {
        return key;
    }

    /** The type of its values. */
    public DataType type() {
        return new DataType(kind, kind == TypeKind.TIMESTAMP_LTZ ? 3 : -1, 0, false);
    }

    /** The constant with that key. */
    public static Optional<FileMetadata> ofKey(String key) {
        return Arrays.stream(values()).filter(known -> known.key.equals(key)).findFirst();
    }

    /** Whether values are text. */
    boolean isText() {
        return kind == TypeKind.VARCHAR;
    }

    /** The value of one of text, in UTF-8. */
    byte[] text(DataFile file) {
        String text = this == PATH
                ? file.path().toString()
                : String.valueOf(file.path().getFileName());
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The value of another one. <b>Units</b>: bytes, or micros in whole millis. */
    long number(DataFile file) {
        return this == SIZE ? file.sizeBytes() : Math.floorDiv(file.modifiedMicros(), 1000L) * 1000L;
    }
}
