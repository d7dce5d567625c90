package io.tidemark.connectors;

import io.tidemark.connectors.filesystem.FilesystemConnector;
import io.tidemark.connectors.json.JsonLinesFormat;
import io.tidemark.runtime.connector.Connector;
import java.time.Clock;
import java.util.List;

/** Every connector there is. A new one is added here. */
public final class Connectors {

    private Connectors() {}

    /**
     * Makes the connectors.
     *
     * @param clock tells how long a file has been unchanged, and paces generated rows
     */
    public static List<Connector> all(Clock clock) {
        return List.of(new FilesystemConnector(List.of(new JsonLinesFormat()), clock));
    }
}
