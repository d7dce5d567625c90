package io.tidemark.shell.live;

import io.tidemark.shell.format.Cell;
import java.util.ArrayList;
import java.util.List;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/**
 * A terminal as a screen whose content is replaced in place, with a status line at its foot. What was on the terminal before is
 * back when it is closed, with the last frame below it.
 */
final class LiveScreen implements AutoCloseable {

    private static final AttributedStyle STATUS = AttributedStyle.INVERSE;
    private static final int SMALLEST_WIDTH = 10;
    private static final int SMALLEST_HEIGHT = 5;
    private static final long ESCAPE_MILLIS = 50;

    private final Terminal terminal;
    private final Attributes attributes;
    private final Display display;
    private final BindingReader keys;
    private final KeyMap<Key> keyMap = keyMap();
    private Size size = Size.of(0, 0);
    private List<AttributedString> last = List.of();

    /** What the user wants. */
    enum Key {
        /** To leave. */
        QUIT,
        /** One row up. */
        UP,
        /** One row down. */
        DOWN,
        /** A screen up. */
        PAGE_UP,
        /** A screen down. */
        PAGE_DOWN,
        /** The first row. */
        TOP,
        /** Nothing. */
        NONE
    }

    LiveScreen(Terminal terminal) {
        this.terminal = terminal;
        this.attributes = terminal.enterRawMode();
        this.display = new Display(terminal, true);
        this.keys = new BindingReader(terminal.reader());
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.keypad_xmit);
        terminal.puts(Capability.cursor_invisible);
        resize();
    }

    /** Whether a terminal can move its cursor, without which there is no such screen. */
    static boolean isPossible(Terminal terminal) {
        return !terminal.getType().startsWith(Terminal.TYPE_DUMB)
                && terminal.getStringCapability(Capability.cursor_address) != null;
    }

    private static KeyMap<Key> keyMap() {
        KeyMap<Key> map = new KeyMap<>();
        map.setAmbiguousTimeout(ESCAPE_MILLIS);
        map.setNomatch(Key.NONE);
        map.setUnicode(Key.NONE);
        map.bind(Key.QUIT, "q", "Q", KeyMap.ctrl('C'), KeyMap.ctrl('D'));
        map.bind(Key.UP, "k", "\u001b[A", "\u001bOA");
        map.bind(Key.DOWN, "j", "\u001b[B", "\u001bOB");
        map.bind(Key.PAGE_UP, "b", "\u001b[5~");
        map.bind(Key.PAGE_DOWN, " ", "\u001b[6~");
        map.bind(Key.TOP, "g", "\u001b[H", "\u001bOH", "\u001b[1~");
        return map;
    }

    private void resize() {
        Size now = terminal.getSize();
        if (now.getColumns() != size.getColumns() || now.getRows() != size.getRows()) {
            size = Size.of(Math.max(SMALLEST_WIDTH, now.getColumns()), Math.max(SMALLEST_HEIGHT, now.getRows()));
            display.resize(size);
            display.clear();
        }
    }

    /** Columns of the terminal. */
    int width() {
        resize();
        return size.getColumns();
    }

    /** Lines above the status line. */
    int height() {
        resize();
        return size.getRows() - 1;
    }

    /** Replaces what is shown; lines that are too long are cut, and lines beyond the height left out. */
    void draw(List<AttributedString> lines, String status) {
        int height = height();
        last = List.copyOf(lines.subList(0, Math.min(height, lines.size())));
        List<AttributedString> shown = new ArrayList<>();
        for (AttributedString line : last) {
            shown.add(line.columnSubSequence(0, size.getColumns()));
        }
        while (shown.size() < height) {
            shown.add(AttributedString.EMPTY);
        }
        String foot = Cell.cut(status, size.getColumns() - 1, "…");
        shown.add(new AttributedString(Cell.padRight(foot, size.getColumns() - 1), STATUS));
        display.update(shown, 0);
    }

    /** The next key, or NONE if none comes within the time; QUIT if the terminal is gone. */
    Key poll(long millis) {
        int next = keys.peekCharacter(Math.max(1, millis));
        if (next == NonBlockingReader.READ_EXPIRED) {
            return Key.NONE;
        }
        Key key = next < 0 ? null : keys.readBinding(keyMap);
        return key == null ? Key.QUIT : key;
    }

    @Override
    public void close() {
        terminal.puts(Capability.cursor_visible);
        terminal.puts(Capability.keypad_local);
        terminal.puts(Capability.exit_ca_mode);
        terminal.setAttributes(attributes);
        for (AttributedString line : last) {
            terminal.writer()
                    .println(line.columnSubSequence(0, size.getColumns()).toAnsi(terminal));
        }
        terminal.flush();
    }
}
