package io.tidemark.connectors.format;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** The metadata columns of a file: what {@code METADATA FROM 'key'} may name. */
public enum FileMetadata {
    PATH("file.path", DataType.of(TypeKind.VARCHAR)),
    NAME("file.name", DataType.of(TypeKind.VARCHAR)),
    SIZE("file.size", DataType.of(TypeKind.BIGINT)),
    MODIFICATION_TIME("file.modification-time", new DataType(TypeKind.TIMESTAMP_LTZ, 3, 0, true));

    private final String key;
    private final DataType type;

    FileMetadata(String key, DataType type) {
        this.key = key;
        this.type = type.withNullable(false);
    }

    /** The key as it stands in METADATA FROM. */
    public String key() {
        return key;
    }

    /** The type of its values. */
    public DataType type() {
        return type;
    }

    /** The constant with that key. */
    public static Optional<FileMetadata> ofKey(String key) {
        return Arrays.stream(values()).filter(known -> known.key.equals(key)).findFirst();
    }

    /** Whether values are text. */
    boolean isText() {
        return type.kind() == TypeKind.VARCHAR;
    }

    /** The value of one of text, in UTF-8. */
    byte[] text(DataFile file) {
        String text = this == PATH ? file.path().toString() : String.valueOf(file.path().getFileName());
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The value of another one. <b>Units</b>: bytes, or micros in whole millis. */
    long number(DataFile file) {
        return this == SIZE ? file.sizeBytes() : Math.floorDiv(file.modifiedMicros(), 1000L) * 1000L;
    }
}
