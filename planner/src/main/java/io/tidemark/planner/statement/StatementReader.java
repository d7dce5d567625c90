package io.tidemark.planner.statement;

import io.tidemark.sql.parser.IdentifierQuoting;
import io.tidemark.sql.parser.StatementParser;

/** Reads SQL text into statements: parser and analyzer in one. */
public final class StatementReader {

    private final StatementParser parser;
    private final StatementAnalyzer analyzer;

    /**
     * A reader for one session.
     *
     * @param backTicks whether identifiers are quoted with back-ticks instead of double quotes
     * @param defaultSchema where unqualified names are
     */
    public StatementReader(boolean backTicks, String defaultSchema) {
        this.parser = new StatementParser(backTicks ? IdentifierQuoting.BACK_TICK : IdentifierQuoting.DOUBLE_QUOTE);
        this.analyzer = new StatementAnalyzer(defaultSchema);
    }

    /** The one statement of a text. */
    public Statement read(String sql) {
        return analyzer.analyze(parser.parse(sql), sql);
    }
}
