package io.tidemark.server.secret;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.Lookup;
import java.util.List;

/** A lookup whose errors tell no secret. */
record RedactedLookup(Lookup lookup, Redaction redaction) implements Lookup {

    @Override
    public List<Batch> find(Batch keys) {
        return redaction.get(() -> lookup.find(keys));
    }

    @Override
    public void close() {
        redaction.run(lookup::close);
    }
}
