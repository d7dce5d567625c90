package io.tidemark.server.secret;

import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.Lookup;
import io.tidemark.runtime.connector.Source;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Options with the values of the secrets that they refer to, for one connector to be opened with. What a connector fails with does not tell
 * the values, neither then nor later.
 */
public final class RevealedOptions {

    private final Map<String, String> values;
    private final Redaction redaction;
    private final boolean secret;

    /**
     * Options.
     *
     * @param values with the values of secrets
     * @param references what stands for each of these in messages
     */
    RevealedOptions(Map<String, String> values, Map<String, String> references) {
        this.values = values;
        this.redaction = new Redaction(references);
        this.secret = !references.isEmpty();
    }

    /** Opens a source with the options. */
    public Source source(Function<Map<String, String>, Source> open) {
        Source source = with(open);
        return secret ? new RedactedSource(source, redaction) : source;
    }

    /** Opens a sink with the options. */
    public EpochSink sink(Function<Map<String, String>, EpochSink> open) {
        EpochSink sink = with(open);
        return secret ? new RedactedSink(sink, redaction) : sink;
    }

    /** Opens lookups with the options. */
    public Lookup lookup(Function<Map<String, String>, Lookup> open) {
        Lookup lookup = with(open);
        return secret ? new RedactedLookup(lookup, redaction) : lookup;
    }

    /** Looks at the options, or opens something with them that tells nothing later. */
    public <T> T with(Function<Map<String, String>, T> use) {
        Supplier<T> call = () -> use.apply(values);
        return redaction.get(call);
    }
}
