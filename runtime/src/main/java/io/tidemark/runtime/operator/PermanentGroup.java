package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.state.RowTable;
import java.util.ArrayList;
import java.util.List;

/** The one group that is there without rows too: of an aggregate without group columns, or of the grouping set without columns. */
final class PermanentGroup {

    private static final int[] NO_WEIGHT = {0};

    private final AggregateSpec spec;
    private final RowTable table;
    private int row = -1;

    PermanentGroup(AggregateSpec spec, RowTable table) {
        this.spec = spec;
        this.table = table;
    }

    /** Whether it is this row. */
    boolean is(int other) {
        return row >= 0 && row == other;
    }

    /** Finds its row, or -1; returns whether it is there. */
    boolean find() {
        if (spec.hasPermanentGroup()) {
            int[] found = new int[1];
            table.lookup(key(), new int[1], 1, found);
            row = found[0];
        }
        return row >= 0;
    }

    /** Makes its row, or finds it; where changes are emitted, it is touched. */
    void add() {
        int[] found = new int[1];
        table.locate(key(), new int[1], 1, found);
        row = found[0];
        if (!spec.finalEmission()) {
            table.touch(found, new int[1], 1, NO_WEIGHT);
        }
    }

    private List<Column> key() {
        List<Field> fields = new ArrayList<>();
        for (int column : spec.groupColumns()) {
            fields.add(spec.input().field(column));
        }
        BatchBuilder key = new BatchBuilder(new Schema(fields));
        spec.permanentSet().ifPresent(set -> key.column(fields.size() - 1).setLong(set));
        key.endRow();
        return key.build().columns();
    }
}
