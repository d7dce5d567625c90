package io.tidemark.runtime.translate;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot.KeyLookup;
import io.tidemark.runtime.translate.type.Literals;
import io.tidemark.runtime.translate.type.TypeMapper;
import io.tidemark.sql.error.CodedException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/** The lookups of a plan whose parameters are bound, as keys in the form in which tables keep them. */
public final class ScanLookups {

    private ScanLookups() {}

    /** For each scan, by its index in {@link TranslatedPlan#scans}, what it looks up; nothing where it reads all rows. */
    public static List<Optional<KeyLookup>> of(IncrementalNode root) {
        List<Optional<KeyLookup>> lookups = new ArrayList<>();
        collect(root, SharedNodes.of(root), lookups);
        return lookups;
    }

    private static void collect(IncrementalNode node, SharedNodes shared, List<Optional<KeyLookup>> lookups) {
        node.inputs().forEach(input -> collect(input, shared, lookups));
        if (!shared.isRepeated(node) && node instanceof IncrementalScan scan) {
            lookups.add(scan.lookup().map(lookup -> keys(scan, lookup)));
        }
    }

    private static KeyLookup keys(IncrementalScan scan, IncrementalScan.Lookup lookup) {
        List<Field> fields = new ArrayList<>();
        for (int column : lookup.columns()) {
            ColumnDefinition definition = scan.relation().storedColumns().get(column);
            fields.add(new Field(definition.name(), TypeMapper.dataType(definition.type())));
        }
        Map<List<Object>, List<RexLiteral>> distinct = new LinkedHashMap<>();
        lookup.keys().forEach(key -> addKey(key, fields, distinct));
        return new KeyLookup(lookup.index(), lookup.columns(), batch(new Schema(fields), distinct));
    }

    private static void addKey(List<RexNode> key, List<Field> fields, Map<List<Object>, List<RexLiteral>> distinct) {
        List<Object> values = new ArrayList<>();
        List<RexLiteral> literals = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            if (!(key.get(i) instanceof RexLiteral literal)) {
                throw CodedException.internal("the key of a lookup is not bound: " + key.get(i));
            }
            DataType type = fields.get(i).type();
            if (!Literals.isExact(literal, type)) {
                return;
            }
            Object value = Literals.value(literal, type);
            values.add(value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value);
            literals.add(literal);
        }
        distinct.putIfAbsent(values, literals);
    }

    private static Batch batch(Schema schema, Map<List<Object>, List<RexLiteral>> keys) {
        BatchBuilder builder = new BatchBuilder(schema, keys.size());
        for (List<RexLiteral> key : keys.values()) {
            for (int i = 0; i < key.size(); i++) {
                Literals.write(key.get(i), builder.column(i));
            }
            builder.endRow();
        }
        return builder.build();
    }
}
