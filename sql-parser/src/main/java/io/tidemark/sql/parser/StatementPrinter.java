package io.tidemark.sql.parser;

import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;
import org.apache.calcite.sql.pretty.SqlPrettyWriter;
import org.jspecify.annotations.Nullable;

/**
 * Prints parse trees as text of the dialect, which parses to an equal tree: names in double quotes where they need it, strings as
 * they are in any script.
 */
public final class StatementPrinter {
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");

    private final SqlDialect dialect = new Dialect();

    /** Returns the text of a statement or expression. */
    public String print(SqlNode node) {
        Writer writer = new Writer();
        node.unparse(writer, 0, 0);
        return writer.toSqlString().getSql();
    }

    /** Returns a name as it has to be written: enclosed if it is a reserved word or has unusual characters. */
    public String name(String name) {
        return needsQuotes(name) ? IdentifierQuoting.DOUBLE_QUOTE.quote(name) : name;
    }

    private static boolean needsQuotes(String name) {
        return !PLAIN_NAME.matcher(name).matches() || Vocabulary.instance().isReserved(name);
    }

    private final class Writer extends SqlPrettyWriter {
        Writer() {
            super(SqlPrettyWriter.config()
                    .withDialect(dialect)
                    .withQuoteAllIdentifiers(false)
                    .withIndentation(2));
        }

        @Override
        public void identifier(String name, boolean quoted) {
            super.identifier(name, quoted || needsQuotes(name));
        }
    }

    private static final class Dialect extends AnsiSqlDialect {
        Dialect() {
            super(AnsiSqlDialect.DEFAULT_CONTEXT
                    .withIdentifierQuoteString("\"")
                    .withConformance(DialectConformance.INSTANCE));
        }

        @Override
        public void quoteStringLiteral(StringBuilder buffer, @Nullable String charset, String text) {
            buffer.append('\'').append(text.replace("'", "''")).append('\'');
        }
    }
}
