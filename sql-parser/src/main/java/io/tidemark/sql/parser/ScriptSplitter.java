package io.tidemark.sql.parser;

import java.util.ArrayList;
import java.util.List;

/** Cuts a script at its semicolons, except those between BEGIN and END of a statement set. */
final class ScriptSplitter {
    /** Offsets of a statement's first character and after its last. */
    record Piece(int start, int end) {}

    private int nesting;
    private int matched;

    private ScriptSplitter() {}

    /** Returns the statements that are not empty. */
    static List<Piece> split(List<TokenScanner.Token> tokens) {
        ScriptSplitter splitter = new ScriptSplitter();
        List<Piece> pieces = new ArrayList<>();
        int start = -1;
        int end = -1;
        for (TokenScanner.Token token : tokens) {
            if (token.is(";") && splitter.nesting == 0) {
                if (start >= 0) {
                    pieces.add(new Piece(start, end));
                }
                start = -1;
                splitter.matched = 0;
                continue;
            }
            start = start < 0 ? token.start() : start;
            end = token.end();
            splitter.follow(token);
        }
        if (start >= 0) {
            pieces.add(new Piece(start, end));
        }
        return pieces;
    }

    /** Keeps count of STATEMENT SET BEGIN and, inside, of CASE and END. */
    private void follow(TokenScanner.Token token) {
        if (nesting > 0) {
            if (token.is("CASE")) {
                nesting++;
            } else if (token.is("END")) {
                nesting--;
            }
            return;
        }
        List<String> opening = List.of("STATEMENT", "SET", "BEGIN");
        if (token.is(opening.get(matched))) {
            matched++;
        } else {
            matched = token.is(opening.get(0)) ? 1 : 0;
        }
        if (matched == opening.size()) {
            matched = 0;
            nesting = 1;
        }
    }
}
