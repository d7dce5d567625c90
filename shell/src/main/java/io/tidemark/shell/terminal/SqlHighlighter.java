package io.tidemark.shell.terminal;

import io.tidemark.shell.script.SqlKeywords;
import io.tidemark.shell.script.SqlLexer;
import io.tidemark.shell.script.SqlToken;
import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Colours keywords, texts, numbers and comments while a statement is typed. */
final class SqlHighlighter implements Highlighter {

    private static final AttributedStyle KEYWORD =
            AttributedStyle.DEFAULT.bold().foreground(AttributedStyle.BLUE);
    private static final AttributedStyle TEXT = AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN);
    private static final AttributedStyle NUMBER = AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN);
    private static final AttributedStyle COMMENT =
            AttributedStyle.DEFAULT.foreground(AttributedStyle.BRIGHT | AttributedStyle.BLACK);

    @Override
    public AttributedString highlight(LineReader reader, String buffer) {
        AttributedStringBuilder line = new AttributedStringBuilder();
        for (SqlToken token : SqlLexer.tokens(buffer)) {
            String text = token.of(buffer);
            line.styled(style(token, text), text);
        }
        return line.toAttributedString();
    }

    private static AttributedStyle style(SqlToken token, String text) {
        return switch (token.kind()) {
            case WORD -> SqlKeywords.contains(text) ? KEYWORD : AttributedStyle.DEFAULT;
            case STRING -> TEXT;
            case NUMBER -> NUMBER;
            case COMMENT -> COMMENT;
            case SPACE, SYMBOL, QUOTED_NAME -> AttributedStyle.DEFAULT;
        };
    }
}
