package io.tidemark.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Statements with a token lost, doubled or swapped: whatever comes out, it is a tree or a decent refusal. */
class MangledStatementTest {
    private static final long SEED = Long.getLong("tidemark.test.seed", 20_240_117L);

    private final StatementParser parser = new StatementParser();

    @Test
    void a_mangled_statement_parses_or_is_refused_at_a_place_inside_it() throws IOException {
        Random random = new Random(SEED);
        for (String sql : StatementCorpusTest.statements()) {
            String mangled = mangle(sql, random);
            try {
                parser.parse(mangled);
            } catch (CodedException e) {
                assertThat(e.position()).as("seed %d: %s", SEED, mangled).hasValueSatisfying(position -> {
                    int start = position.startOffset(mangled + " ");
                    assertThat(start).isBetween(0, mangled.length());
                });
                assertThat(e.getMessage()).as("seed %d: %s", SEED, mangled).doesNotContain("ncountered", "null", "\n");
            }
        }
    }

    private static String mangle(String sql, Random random) {
        List<TokenScanner.Token> tokens = TokenScanner.scan(sql, IdentifierQuoting.DOUBLE_QUOTE);
        TokenScanner.Token one = tokens.get(random.nextInt(tokens.size()));
        TokenScanner.Token other = tokens.get(random.nextInt(tokens.size()));
        String replacement = switch (random.nextInt(3)) {
            case 0 -> "";
            case 1 -> one.text() + " " + one.text();
            default -> other.text();
        };
        return sql.substring(0, one.start()) + replacement + sql.substring(one.end());
    }
}
