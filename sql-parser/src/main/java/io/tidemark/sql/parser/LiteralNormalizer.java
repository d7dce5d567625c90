package io.tidemark.sql.parser;

import io.tidemark.sql.ast.command.SqlAdvanceWatermark;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * Gives literals that mean the same the same node.
 *
 * <p>JDBC's {@code {d '…'}}, {@code {t '…'}} and {@code {ts '…'}} become DATE, TIME and TIMESTAMP literals, which the validator
 * resolves; Calcite's grammar resolves only the former at once. Strings lose a character set ({@code N'…'}, {@code U&'…'},
 * {@code _latin1'…'}): all text is Unicode, and two character sets would not compare.
 */
final class LiteralNormalizer extends SqlShuttle {
    private LiteralNormalizer() {}

    /** Returns the tree with such literals replaced; parts without any are the same objects. */
    static SqlNode normalize(SqlNode tree) {
        if (tree instanceof SqlAdvanceWatermark) {
            return tree;
        }
        SqlNode replaced = tree.accept(new LiteralNormalizer());
        return replaced == null ? tree : replaced;
    }

    @Override
    public @Nullable SqlNode visit(SqlLiteral literal) {
        if (literal instanceof SqlAbstractDateTimeLiteral time) {
            return SqlLiteral.createUnknown(
                    time.getTypeName().getName(), time.toFormattedString(), time.getParserPosition());
        }
        if (literal instanceof SqlCharStringLiteral text) {
            NlsString value = text.getValueAs(NlsString.class);
            if (value.getCharsetName() != null) {
                return SqlLiteral.createCharString(value.getValue(), text.getParserPosition());
            }
        }
        return literal;
    }
}
