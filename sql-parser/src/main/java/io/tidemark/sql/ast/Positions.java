package io.tidemark.sql.ast;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Converts Calcite's positions into those that errors carry. */
public final class Positions {
    private Positions() {}

    /** Returns the position, or nothing for a node that does not come from text. */
    public static Optional<SourcePosition> of(SqlParserPos pos) {
        if (pos.getLineNum() < 1 || pos.getColumnNum() < 1) {
            return Optional.empty();
        }
        boolean backwards = pos.getEndLineNum() < pos.getLineNum()
                || (pos.getEndLineNum() == pos.getLineNum() && pos.getEndColumnNum() < pos.getColumnNum());
        return Optional.of(
                backwards
                        ? SourcePosition.at(pos.getLineNum(), pos.getColumnNum())
                        : new SourcePosition(
                                pos.getLineNum(), pos.getColumnNum(), pos.getEndLineNum(), pos.getEndColumnNum()));
    }

    /** Returns the error pointing to a position, or as it is if the position does not come from text. */
    public static CodedException at(CodedException error, SqlParserPos pos) {
        return of(pos).map(error::at).orElse(error);
    }

    /** Returns where a node stands, or nothing for a node that does not come from text. */
    public static Optional<SourcePosition> of(SqlNode node) {
        return of(node.getParserPosition());
    }
}
