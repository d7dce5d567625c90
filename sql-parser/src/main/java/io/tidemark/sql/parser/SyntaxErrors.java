package io.tidemark.sql.parser;

import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.NearestName;
import io.tidemark.sql.error.SourcePosition;
import io.tidemark.sql.parser.generated.ParseException;
import io.tidemark.sql.parser.generated.TokenMgrError;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Words the generated parser's complaint about one text for a person. */
final class SyntaxErrors {
    private static final String NOT_A_QUERY = "Non-query expression encountered in illegal context";
    private static final String EMIT_FORMS =
            "APPEND, UPDATE or COMPLETE, then EVERY an interval or ONCE, or one of the two";
    private static final Pattern LEXICAL_ERROR = Pattern.compile("^Lexical error at line ([0-9]+), column ([0-9]+)");

    private final String sql;
    private final ParseRun.Goal goal;
    private final IdentifierQuoting quoting;
    private final List<TokenScanner.Token> tokens;
    private final Continuations continuations;

    SyntaxErrors(String sql, ParseRun.Goal goal, IdentifierQuoting quoting) {
        this.sql = sql;
        this.goal = goal;
        this.quoting = quoting;
        this.tokens = TokenScanner.scan(sql, quoting);
        this.continuations = new Continuations(tokens, goal, quoting);
    }

    /** Translates a run that failed. */
    CodedException translate(ParseRun run) {
        Throwable failure = run.failure();
        if (failure instanceof CodedException coded) {
            return coded.position().map(p -> coded.at(p, sql)).orElse(coded);
        }
        if (failure instanceof StackOverflowError) {
            return CodedException.nestedTooDeeply();
        }
        if (goal == ParseRun.Goal.STATEMENT && !beginsStatement(tokens.get(0))) {
            return badBeginning(tokens.get(0));
        }
        if (failure instanceof TokenMgrError) {
            return badCharacter(failure);
        }
        boolean noQuery = failure.getCause() != null
                && String.valueOf(failure.getCause().getMessage()).startsWith(NOT_A_QUERY);
        if (failure instanceof ParseException || noQuery) {
            return unexpected(run.reachedEnd() ? tokens.size() : indexAt(offset(run)));
        }
        return refused(failure);
    }

    private static boolean beginsStatement(TokenScanner.Token first) {
        return Vocabulary.VERBS.stream().anyMatch(first::is)
                || Vocabulary.OTHER_BEGINNINGS.stream().anyMatch(first::is);
    }

    private CodedException badBeginning(TokenScanner.Token first) {
        List<String> some = Vocabulary.VERBS.subList(0, 8);
        return at(CodedException.syntax("no statement begins with " + quoted(first)), first)
                .hint(NearestName.of(first.text(), Vocabulary.VERBS)
                        .map(near -> "did you mean " + near + "?")
                        .orElse("begin with " + String.join(", ", some) + " or another verb"));
    }

    private CodedException unexpected(int wrong) {
        for (int suspect = wrong; suspect >= Math.max(0, wrong - 1); suspect--) {
            Optional<String> hint = suspect < tokens.size() ? better(suspect, wrong) : Optional.empty();
            if (hint.isPresent()) {
                TokenScanner.Token token = tokens.get(suspect);
                return at(CodedException.syntax("unexpected " + quoted(token)), token)
                        .hint(hint);
            }
        }
        boolean afterEmit = wrong > 0 && tokens.get(wrong - 1).is("EMIT") && continuations.possible(wrong, "ONCE");
        String expected = "expected " + (afterEmit ? EMIT_FORMS : continuations.phrase(wrong));
        if (wrong == tokens.size()) {
            return CodedException.syntax("unexpected end of the statement")
                    .at(TokenScanner.position(sql, end(), end() + 1))
                    .hint(expected);
        }
        TokenScanner.Token token = tokens.get(wrong);
        CodedException error = at(CodedException.syntax("unexpected " + quoted(token)), token);
        if (token.is("EMIT")) {
            return error.hint("EMIT stands once, last in a SELECT, an INSERT or a CREATE MATERIALIZED VIEW");
        }
        if (tokens.size() > 1 && tokens.get(0).is("SELECT") && tokens.get(1).is("TOP")) {
            return error.hint("instead of TOP write LIMIT, or FETCH FIRST … ROWS ONLY, at the end of the query");
        }
        if (token.is("\"") || token.is("`")) {
            return error.hint("names are quoted with " + quoting.character() + ", strings with '");
        }
        return error.hint(expected);
    }

    /** Returns a hint if a word, quoted or spelt otherwise, lets the parser get further. */
    private Optional<String> better(int suspect, int wrong) {
        TokenScanner.Token token = tokens.get(suspect);
        if (token.kind() != TokenScanner.Kind.WORD) {
            return Optional.empty();
        }
        if (Vocabulary.instance().isKeyword(token.text())) {
            String name = quoting.quote(token.text());
            return Vocabulary.instance().mayBeName(token.text()) && continuations.helps(suspect, name, wrong)
                    ? Optional.of(token.text() + " is a keyword here; to use it as a name, write " + name)
                    : Optional.empty();
        }
        return NearestName.of(token.text(), continuations.keywordsLike(suspect, token.text()))
                .filter(near -> !near.equalsIgnoreCase(token.text()) && continuations.helps(suspect, near, wrong))
                .map(near -> "did you mean " + near + "?");
    }

    private CodedException badCharacter(Throwable failure) {
        Matcher place = LEXICAL_ERROR.matcher(String.valueOf(failure.getMessage()));
        if (!place.find()) {
            return CodedException.syntax("unexpected character").cause(failure);
        }
        int offset = SourcePosition.at(Integer.parseInt(place.group(1)), Integer.parseInt(place.group(2)))
                .startOffset(sql);
        TokenScanner.Token token = tokens.get(Math.min(indexAt(offset), tokens.size() - 1));
        CodedException error = at(CodedException.syntax("unexpected character " + quoted(token)), token);
        return token.is("`")
                ? error.hint("names are quoted with " + quoting.character() + ", as in " + quoting.quote("name"))
                : error.hint("put it in a string, or quote the name it belongs to");
    }

    private CodedException refused(Throwable failure) {
        Throwable reason =
                failure instanceof CalciteContextException && failure.getCause() != null ? failure.getCause() : failure;
        String message = String.valueOf(reason.getMessage()).lines().findFirst().orElse("not understood");
        String text = message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
        boolean sentence = text.length() > 1 && Character.isLowerCase(text.charAt(1));
        CodedException error = CodedException.syntax(
                        sentence ? text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1) : text)
                .cause(failure);
        if (failure instanceof CalciteContextException context && context.getPosLine() > 0) {
            SqlParserPos pos = new SqlParserPos(
                    context.getPosLine(), context.getPosColumn(), context.getEndPosLine(), context.getEndPosColumn());
            return Positions.of(pos).map(p -> error.at(p, sql)).orElse(error);
        }
        return error;
    }

    private int offset(ParseRun run) {
        return SourcePosition.at(run.furthest().beginLine, run.furthest().beginColumn)
                .startOffset(sql);
    }

    /** Returns the index of the first token that does not end before an offset. */
    private int indexAt(int offset) {
        int index = 0;
        while (index < tokens.size() && tokens.get(index).end() <= offset) {
            index++;
        }
        return index;
    }

    private int end() {
        return tokens.isEmpty() ? 0 : tokens.get(tokens.size() - 1).end();
    }

    private CodedException at(CodedException error, TokenScanner.Token token) {
        return error.at(TokenScanner.position(sql, token.start(), token.end()));
    }

    private static String quoted(TokenScanner.Token token) {
        boolean bare = token.kind() != TokenScanner.Kind.QUOTED_NAME && token.kind() != TokenScanner.Kind.STRING;
        return bare ? "\"" + token.text() + "\"" : token.text();
    }
}
