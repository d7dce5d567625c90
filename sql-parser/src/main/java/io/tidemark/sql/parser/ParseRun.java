package io.tidemark.sql.parser;

import io.tidemark.sql.parser.generated.GeneratedParser;
import io.tidemark.sql.parser.generated.Token;
import io.tidemark.sql.parser.generated.TokenMgrError;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl.LexicalState;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.util.SourceStringReader;
import org.jspecify.annotations.Nullable;

/** One attempt of the generated parser at a text: the tree, or why not and how far it looked. */
final class ParseRun {
    private final @Nullable SqlNode tree;
    private final @Nullable Throwable failure;
    private final Token furthest;

    private ParseRun(@Nullable SqlNode tree, @Nullable Throwable failure, Token current) {
        this.tree = tree;
        this.failure = failure;
        Token last = current;
        while (last.next != null) {
            last = last.next;
        }
        this.furthest = last;
    }

    /** What a text is taken for. */
    enum Goal {
        STATEMENT,
        EXPRESSION
    }

    /** Runs the parser over the whole text. */
    static ParseRun of(String sql, Goal goal, IdentifierQuoting quoting) {
        SqlParser.Config config = StatementParser.config(quoting);
        GeneratedParser parser = (GeneratedParser) config.parserFactory().getParser(new SourceStringReader(sql));
        parser.setTabSize(1);
        parser.setUnquotedCasing(config.unquotedCasing());
        parser.setQuotedCasing(config.quotedCasing());
        parser.setIdentifierMaxLength(config.identifierMaxLength());
        parser.setConformance(config.conformance());
        parser.switchTo(LexicalState.forConfig(config));
        try {
            SqlNode tree = goal == Goal.STATEMENT ? parser.parseSqlStmtEof() : parser.parseSqlExpressionEof();
            return new ParseRun(LiteralNormalizer.normalize(tree), null, parser.token);
        } catch (Exception | TokenMgrError | StackOverflowError e) {
            return new ParseRun(null, e, parser.token);
        }
    }

    /** Returns the tree, if the text is right. */
    Optional<SqlNode> tree() {
        return Optional.ofNullable(tree);
    }

    /** Returns what the parser threw; only if there is no tree. */
    Throwable failure() {
        if (failure == null) {
            throw new IllegalStateException("the text is right");
        }
        return failure;
    }

    /**
     * Returns the last token that the parser looked at, ahead of what it had taken. All before it can begin a right text; so if
     * there is no tree, this is the first one that is wrong.
     */
    Token furthest() {
        return furthest;
    }

    /** Returns whether the parser looked at the end of the text. */
    boolean reachedEnd() {
        return furthest.kind == 0 && furthest.image != null;
    }
}
