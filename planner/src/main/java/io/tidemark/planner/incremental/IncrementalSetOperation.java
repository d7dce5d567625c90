package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/**
 * INTERSECT and EXCEPT: with w the weights that a row has in the branches before the epoch and w' those after it, Δout = for each row touched,
 * m(w') - m(w) times the row; in FINAL emission, m(w') times each row that is closed. NULLs equal each other.
 *
 * <p><b>Shape</b>: the input has the columns, then the number of the branch that a row comes from, from 0; the output has the columns.
 *
 * @param input the branches, one behind the other
 * @param spec what m is
 * @param closingKeys the columns whose watermark makes a row final: it is then forgotten
 */
public record IncrementalSetOperation(
        IncrementalNode input,
        Spec spec,
        List<ColumnWatermark> closingKeys,
        RelDataType rowType,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    /** The words of the statement. */
    public enum Kind {
        /** The rows that all branches have: as often as the branch that has them least. */
        INTERSECT,
        /** The rows of the first branch that no other has: as often as they are more there than in the others together. */
        EXCEPT
    }

    /**
     * What is computed.
     *
     * @param all whether rows are counted; else each different row counts once
     * @param branches how many there are, two at least
     */
    public record Spec(Kind kind, boolean all, int branches) {

        /** The words of the statement: {@code EXCEPT ALL}. */
        public String words() {
            return kind + (all ? " ALL" : "");
        }
    }

    public IncrementalSetOperation {
        closingKeys = List.copyOf(closingKeys);
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(input);
    }
}
