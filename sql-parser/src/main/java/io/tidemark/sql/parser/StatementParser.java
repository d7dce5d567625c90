package io.tidemark.sql.parser;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import io.tidemark.sql.parser.generated.GeneratedParser;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParser;

/**
 * Turns SQL text into parse trees. Immutable, so it may be shared.
 *
 * <p>Names keep their case; that they match without case is up to who resolves them.
 *
 * <p><b>Errors</b>: SYNTAX with position and hint for text that is not of the dialect; UNSUPPORTED for what the grammar knows to
 * refuse; RESOURCE_LIMIT for text nested too deeply for the stack.
 *
 * <p><b>Cost</b>: linear in the text.
 */
public final class StatementParser {
    private static final int MAX_NAME_CHARS = 128;

    private final IdentifierQuoting quoting;

    /** Makes a parser for names quoted in the given way. */
    public StatementParser(IdentifierQuoting quoting) {
        this.quoting = quoting;
    }

    /** Makes a parser for names in double quotes. */
    public StatementParser() {
        this(IdentifierQuoting.DOUBLE_QUOTE);
    }

    /** Returns Calcite's configuration for this parser, for whoever has to set up a Calcite planner alike. */
    public static SqlParser.Config config(IdentifierQuoting quoting) {
        return SqlParser.config()
                .withParserFactory(GeneratedParser.FACTORY)
                .withQuoting(quoting.calcite())
                .withUnquotedCasing(Casing.UNCHANGED)
                .withQuotedCasing(Casing.UNCHANGED)
                .withCaseSensitive(false)
                .withIdentifierMaxLength(MAX_NAME_CHARS)
                .withConformance(DialectConformance.INSTANCE);
    }

    /** Parses exactly one statement, which a semicolon may follow. Positions count from the beginning of {@code sql}. */
    public SqlNode parse(String sql) {
        List<ScriptSplitter.Piece> pieces = pieces(sql);
        if (pieces.isEmpty()) {
            throw CodedException.syntax("there is no statement in the text").at(SourcePosition.at(1, 1));
        }
        if (pieces.size() > 1) {
            ScriptSplitter.Piece second = pieces.get(1);
            throw CodedException.syntax("more than one statement")
                    .at(TokenScanner.position(sql, second.start(), second.end()), sql)
                    .hint("run them one after the other, or as a script");
        }
        return run(sql.substring(0, pieces.get(0).end()), ParseRun.Goal.STATEMENT);
    }

    /**
     * Parses all statements of a script. None of them is returned if one is wrong; the error's position counts from the beginning
     * of the script.
     */
    public List<ScriptStatement> parseScript(String script) {
        List<ScriptStatement> statements = new ArrayList<>();
        for (StatementText piece : split(script)) {
            try {
                statements.add(
                        new ScriptStatement(piece.text(), piece.start(), run(piece.text(), ParseRun.Goal.STATEMENT)));
            } catch (CodedException e) {
                throw e.position().map(p -> e.moved(p.within(piece.start()))).orElse(e);
            }
        }
        return statements;
    }

    /** Cuts a script into its statements without parsing them, so that each can be run, and fail, by itself. */
    public List<StatementText> split(String script) {
        return pieces(script).stream()
                .map(piece -> new StatementText(
                        script.substring(piece.start(), piece.end()),
                        TokenScanner.position(script, piece.start(), piece.start() + 1)))
                .toList();
    }

    /** Parses a scalar expression, as in a computed column. */
    public SqlNode parseExpression(String sql) {
        if (TokenScanner.scan(sql, quoting).isEmpty()) {
            throw CodedException.syntax("there is no expression in the text").at(SourcePosition.at(1, 1));
        }
        return run(sql, ParseRun.Goal.EXPRESSION);
    }

    private SqlNode run(String sql, ParseRun.Goal goal) {
        ParseRun run = ParseRun.of(JdbcEscapes.plain(sql, quoting), goal, quoting);
        return run.tree().orElseThrow(() -> error(run, sql, goal));
    }

    /** What is wrong with a text. That with a password in it is said of the same text with the password covered. */
    private CodedException error(ParseRun run, String sql, ParseRun.Goal goal) {
        String shown = ConfidentialText.coveredUnread(sql);
        if (shown.equals(sql)) {
            return new SyntaxErrors(sql, goal, quoting).translate(run);
        }
        ParseRun covered = ParseRun.of(JdbcEscapes.plain(shown, quoting), goal, quoting);
        return covered.tree().isPresent()
                ? CodedException.syntax("a string in the statement cannot be read")
                        .at(SourcePosition.at(1, 1))
                : new SyntaxErrors(shown, goal, quoting).translate(covered);
    }

    private List<ScriptSplitter.Piece> pieces(String script) {
        try {
            return ScriptSplitter.split(TokenScanner.scan(script, quoting));
        } catch (CodedException e) {
            String shown = ConfidentialText.coveredUnread(script);
            if (shown.equals(script)) {
                throw e;
            }
            return ScriptSplitter.split(TokenScanner.scan(shown, quoting));
        }
    }
}
