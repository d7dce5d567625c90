package io.tidemark.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connectors.testing.Directory;
import io.tidemark.connectors.testing.TestClock;
import io.tidemark.runtime.connector.Connector;
import io.tidemark.runtime.connector.LookupConnector;
import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.SinkConnector;
import io.tidemark.runtime.connector.SourceConnector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of options in {@code docs/connectors.md}; {@code -Dgolden.update=true} writes them anew. */
class OptionTablesTest {

    private static final Pattern TABLE = Pattern.compile(
            "(<!-- options of (\\S+) (source|sink|lookup) -->\n).*?(<!-- end of options -->)", Pattern.DOTALL);

    private static String table(MatchResult marked) {
        Connector connector = Connectors.all(new TestClock(), System.out, Directory.ALONE).stream()
                .filter(known -> known.name().equals(marked.group(2)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no connector " + marked.group(2)));
        List<Option> options = switch (marked.group(3)) {
            case "source" -> ((SourceConnector) connector).sourceOptions();
            case "sink" -> ((SinkConnector) connector).sinkOptions();
            default -> ((LookupConnector) connector).lookupOptions();
        };
        String rows = options.stream().map(OptionTablesTest::row).collect(Collectors.joining());
        return marked.group(1) + "| option | default | |\n|---|---|---|\n" + rows + marked.group(4);
    }

    private static String row(Option option) {
        String other = option.required() ? "required" : "";
        boolean none = option.defaultValue() == null || option.defaultValue().isEmpty();
        String value = none ? other : "`" + option.defaultValue() + "`";
        return "| `" + option.name() + "` | " + value + " | " + option.description() + " |\n";
    }

    @Test
    void theTablesSayWhatTheConnectorsTake() throws IOException {
        Path page = Path.of(System.getProperty("tidemark.rootDirectory"), "docs", "connectors.md");
        String text = Files.readString(page);
        for (Connector connector : Connectors.all(new TestClock(), System.out, Directory.ALONE)) {
            assertThat(text).contains("## " + connector.name() + "\n");
            if (connector instanceof SourceConnector source
                    && !source.sourceOptions().isEmpty()) {
                assertThat(text).contains("options of " + connector.name() + " source");
            }
            if (connector instanceof SinkConnector sink && !sink.sinkOptions().isEmpty()) {
                assertThat(text).contains("options of " + connector.name() + " sink");
            }
            if (connector instanceof LookupConnector) {
                assertThat(text).contains("options of " + connector.name() + " lookup");
            }
        }
        String expected = TABLE.matcher(text).replaceAll(marked -> Matcher.quoteReplacement(table(marked)));
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(page, expected);
        } else {
            assertThat(text).isEqualTo(expected);
        }
    }
}
