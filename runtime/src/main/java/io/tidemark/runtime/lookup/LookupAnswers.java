package io.tidemark.runtime.lookup;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.storage.codec.BatchCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of some keys: of a key without any it is known that there are none.
 *
 * <p>Layout written: int keys; of each: int length, its bytes; int batches; of each: int length, a {@link BatchCodec} block.
 */
final class LookupAnswers {

    private final Schema schema;
    private final List<Integer> keyColumns;
    private final Map<LookupKey, List<Row>> rows = new LinkedHashMap<>();

    /** A row of a batch. */
    record Row(Batch batch, int position) {}

    LookupAnswers(Schema schema, List<Integer> keyColumns) {
        this.schema = schema;
        this.keyColumns = keyColumns;
    }

    boolean has(LookupKey key) {
        return rows.containsKey(key);
    }

    List<Row> rows(LookupKey key) {
        return rows.getOrDefault(key, List.of());
    }

    /** Adds what was found for some keys; rows with other keys are passed over. */
    void add(List<LookupKey> keys, List<Batch> found) {
        keys.forEach(key -> rows.put(key, new ArrayList<>()));
        for (Batch batch : found) {
            for (int i = 0; i < batch.selectedCount(); i++) {
                int position = batch.position(i);
                Optional<List<Row>> own =
                        LookupKey.of(batch, keyColumns, position).map(rows::get);
                own.ifPresent(list -> list.add(new Row(batch, position)));
            }
        }
    }

    static byte[] encode(List<LookupKey> keys, List<Batch> found) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            write(keys, found, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static void write(List<LookupKey> keys, List<Batch> found, DataOutput out) throws IOException {
        out.writeInt(keys.size());
        for (LookupKey key : keys) {
            out.writeInt(key.bytes().length);
            out.write(key.bytes());
        }
        out.writeInt(found.size());
        for (Batch batch : found) {
            byte[] block = BatchCodec.encode(batch);
            out.writeInt(block.length);
            out.write(block);
        }
    }

    /** Adds what {@link #encode} wrote. */
    void decode(byte[] bytes) {
        try {
            read(new DataInputStream(new ByteArrayInputStream(bytes)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds what {@link #write} wrote, and returns its keys. */
    List<LookupKey> read(DataInput in) throws IOException {
        List<LookupKey> keys = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            keys.add(new LookupKey(block(in)));
        }
        List<Batch> found = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            found.add(BatchCodec.decode(block(in), schema));
        }
        add(keys, found);
        return keys;
    }

    private static byte[] block(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }
}
