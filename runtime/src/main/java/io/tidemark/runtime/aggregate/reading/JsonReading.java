package io.tidemark.runtime.aggregate.reading;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.state.ArgumentIndex;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.runtime.storage.codec.RowJson;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * JSON_ARRAYAGG and JSON_OBJECTAGG: the arguments in order as JSON text. Numbers and BOOLEANs are such in JSON, times are ISO text.
 * <b>Cost</b>: O(arguments). <b>Errors</b>: ROW_ERROR_TOO_LONG.
 *
 * @param key which of the columns kept is the name of a value, -1 for an array
 * @param value which of them is the value
 * @param type the type of the values
 * @param distinct whether equal arguments come once
 */
public record JsonReading(int key, int value, DataType type, boolean distinct) implements GroupReading {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final DataType NAME = DataType.of(TypeKind.VARCHAR);

    @Override
    public void read(ArgumentIndex arguments, int groupRow, StoredResult into) {
        if (arguments.first(groupRow) < 0) {
            into.setNull();
            return;
        }
        LimitedBytes text = new LimitedBytes(key < 0 ? "JSON_ARRAYAGG" : "JSON_OBJECTAGG");
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            write(arguments, groupRow, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        into.setBytes(text.bytes(), 0, text.length());
    }

    private void write(ArgumentIndex arguments, int groupRow, JsonGenerator json) throws IOException {
        RowTable table = arguments.table();
        ArgumentIndex.Entries entries = arguments.entries(groupRow);
        SlabRows rows = new SlabRows();
        long[] weights = new long[rows.pages.length];
        start(json);
        for (int entry = entries.next(); entry >= 0; entry = entries.next()) {
            if (rows.isFull()) {
                write(table, rows, weights, json);
                rows.clear();
            }
            weights[rows.count()] = distinct ? 1 : table.weight(entry);
            table.collect(entry, rows);
        }
        write(table, rows, weights, json);
        end(json);
    }

    private void start(JsonGenerator json) throws IOException {
        if (key < 0) {
            json.writeStartArray();
        } else {
            json.writeStartObject();
        }
    }

    private void end(JsonGenerator json) throws IOException {
        if (key < 0) {
            json.writeEndArray();
        } else {
            json.writeEndObject();
        }
    }

    private void write(RowTable table, SlabRows rows, long[] weights, JsonGenerator json) throws IOException {
        Column values = rows.key(table.layout(), value + 1, type);
        Column names = key < 0 ? values : rows.key(table.layout(), key + 1, NAME);
        for (int i = 0; i < rows.count(); i++) {
            for (long times = weights[i]; times > 0; times--) {
                if (key >= 0) {
                    json.writeFieldName(((BytesColumn) names).string(i));
                }
                RowJson.write(values, i, json);
            }
        }
    }
}
