package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.Schema;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where the columns of a row lie in a {@link RowPage}. A column that is not BYTES takes as many arrays of cells as its kind has slots; a BYTES
 * column takes an array of references in the page's {@link PageStrings}.
 */
final class RowLayout {

    final Schema schema;

    /** The columns that tell rows apart: the primary key's, or all. */
    final int[] keyColumns;

    final int[] allColumns;
    final boolean keyed;
    final PhysicalKind[] kinds;

    /** By column, its first array of cells, or its array of references if it is BYTES. */
    final int[] places;

    final int cellArrays;
    final int referenceArrays;

    RowLayout(Schema schema, List<Integer> keyColumns) {
        this.schema = schema;
        this.keyed = !keyColumns.isEmpty();
        this.allColumns = IntStream.range(0, schema.size()).toArray();
        this.keyColumns =
                keyed ? keyColumns.stream().mapToInt(Integer::intValue).toArray() : allColumns;
        this.kinds = new PhysicalKind[schema.size()];
        this.places = new int[schema.size()];
        int cells = 0;
        int references = 0;
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = schema.type(i).physical();
            if (kinds[i] == PhysicalKind.BYTES) {
                places[i] = references++;
            } else {
                places[i] = cells;
                cells += kinds[i].slots();
            }
        }
        this.cellArrays = cells;
        this.referenceArrays = references;
    }
}
