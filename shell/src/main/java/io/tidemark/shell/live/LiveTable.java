package io.tidemark.shell.live;

import io.tidemark.shell.format.Cell;
import io.tidemark.shell.format.Column;
import io.tidemark.shell.live.LiveView.ShownRow;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;

/**
 * Rows as the lines of a table that is drawn again and again: a value has one line, changed cells stand out, and columns never get
 * narrower, so that nothing jumps.
 */
final class LiveTable {

    private static final int WIDEST = 60;
    private static final String MORE = "…";
    private static final AttributedStyle HEAD = AttributedStyle.BOLD;
    private static final AttributedStyle CHANGED = AttributedStyle.BOLD.foreground(AttributedStyle.YELLOW);
    private static final AttributedStyle RULE = AttributedStyle.DEFAULT.faint();

    private final List<Column> columns;
    private final @Nullable String nullText;
    private final int[] widths;

    LiveTable(List<Column> columns, @Nullable String nullText) {
        this.columns = columns;
        this.nullText = nullText;
        this.widths = columns.stream()
                .mapToInt(column -> Math.min(WIDEST, Cell.width(Cell.text(column.label()))))
                .toArray();
    }

    /** Head, rule and rows. */
    List<AttributedString> lines(List<ShownRow> rows) {
        List<List<String>> cells = new ArrayList<>();
        for (ShownRow row : rows) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < widths.length; i++) {
                String value = row.values().get(i);
                String text = value == null && nullText != null ? nullText : Cell.text(value);
                texts.add(Cell.cut(text, WIDEST, MORE));
                widths[i] = Math.max(widths[i], Cell.width(texts.get(i)));
            }
            cells.add(texts);
        }
        List<AttributedString> lines = new ArrayList<>();
        lines.add(head());
        lines.add(rule());
        for (int i = 0; i < rows.size(); i++) {
            lines.add(line(cells.get(i), rows.get(i)));
        }
        return lines;
    }

    private AttributedString head() {
        AttributedStringBuilder line = new AttributedStringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.styled(RULE, i == 0 ? " " : " | ");
            line.styled(HEAD, padded(Cell.cut(Cell.text(columns.get(i).label()), WIDEST, MORE), i));
        }
        return line.toAttributedString();
    }

    private AttributedString rule() {
        StringBuilder line = new StringBuilder();
        for (int width : widths) {
            line.append(line.length() == 0 ? "" : "+").append("-".repeat(width + 2));
        }
        return new AttributedString(line, RULE);
    }

    private AttributedString line(List<String> cells, ShownRow row) {
        AttributedStringBuilder line = new AttributedStringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.styled(RULE, i == 0 ? " " : " | ");
            line.styled(row.changed().get(i) ? CHANGED : AttributedStyle.DEFAULT, padded(cells.get(i), i));
        }
        return line.toAttributedString();
    }

    private String padded(String text, int column) {
        return columns.get(column).kind() == Column.Kind.NUMBER
                ? Cell.padLeft(text, widths[column])
                : Cell.padRight(text, widths[column]);
    }
}
