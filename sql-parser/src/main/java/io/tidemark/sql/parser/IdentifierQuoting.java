package io.tidemark.sql.parser;

import org.apache.calcite.avatica.util.Quoting;

/** Which character encloses a name. */
public enum IdentifierQuoting {
    /** {@code "name"}, as in standard SQL: the default. */
    DOUBLE_QUOTE('"', Quoting.DOUBLE_QUOTE),
    /** {@code `name`}, for text written for Flink or MySQL: connection property {@code lex=java}. */
    BACK_TICK('`', Quoting.BACK_TICK);

    private final char character;
    private final Quoting calcite;

    IdentifierQuoting(char character, Quoting calcite) {
        this.character = character;
        this.calcite = calcite;
    }

    char character() {
        return character;
    }

    Quoting calcite() {
        return calcite;
    }

    /** Returns the name enclosed, with enclosing characters inside it doubled. */
    public String quote(String name) {
        String mark = String.valueOf(character);
        return mark + name.replace(mark, mark + mark) + mark;
    }
}
