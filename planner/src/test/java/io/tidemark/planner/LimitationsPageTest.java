package io.tidemark.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * What {@code limitations.sql} lists is refused with SQLSTATE 0A000 and a place, and {@code docs/limitations.md} is written from that;
 * {@code -Dgolden.update=true} rewrites the page. What is done one day has to leave the list.
 */
class LimitationsPageTest {
    private static final Path PAGE = Path.of(System.getProperty("tidemark.rootDirectory"), "docs", "limitations.md");
    private static final String COMMENT = "-- ";
    private static final String UNSUPPORTED = "0A000";

    @Test
    void everyLimitationIsRefusedAndListed() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Limitations

                What is refused, with SQLSTATE 0A000 and the place in the statement; never ignored, never done in another way than it says. This page is written
                from `planner/src/test/resources/golden/limitations.sql`, whose statements a test asks, by `mvn verify -Dgolden.update=true`.
                """);
        List<String> lines = new GoldenFile("limitations.sql").read().lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean title = line.startsWith(COMMENT)
                    && i + 1 < lines.size()
                    && lines.get(i + 1).startsWith(COMMENT);
            if (title) {
                page.append("\n## ").append(line.substring(COMMENT.length())).append("\n");
            } else if (line.startsWith(COMMENT)) {
                page.append("\n")
                        .append(sentence(line.substring(COMMENT.length())))
                        .append("\n\n");
            } else {
                page.append(refusal(line.replaceFirst(";$", "")));
            }
        }
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, page.toString());
        }
        assertThat(page.toString()).isEqualTo(Files.readString(PAGE));
    }

    private static String sentence(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ":";
    }

    private static String refusal(String sql) {
        try {
            new Statements(RefusalGoldenTest.catalog()).run(sql);
        } catch (CodedException e) {
            assertThat(e.code().sqlState()).as(sql + ": " + e).isEqualTo(UNSUPPORTED);
            assertThat(e.position()).as(sql + ": " + e).isPresent();
            return "- `" + sql + "`: " + e.getMessage() + "\n";
        }
        throw new AssertionError("no limitation any more: " + sql);
    }
}
