package io.tidemark.runtime.translate.library;

import io.tidemark.runtime.translate.function.RowFailures;
import io.tidemark.runtime.translate.function.Slice;
import io.tidemark.runtime.translate.function.Zone;
import java.time.DateTimeException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Times in a zone that a text names, as in {@code Europe/Berlin} or {@code +05:30}. <b>Units</b>: micros. <b>Errors</b>: {@code ROW-10} for a
 * zone that there is not. Not for use by several threads.
 */
public final class ZoneCache {

    private final Slice lastName = new Slice();
    private @Nullable Zone zone;

    /** The instant at which clocks of the zone show a time; in a gap they move on, in an overlap it is the earlier one. */
    public long toInstant(long local, Slice name) {
        return zone(name).toInstant(local);
    }

    /** What clocks of the zone show at an instant. */
    public long toLocal(long instant, Slice name) {
        return zone(name).toLocal(instant);
    }

    private Zone zone(Slice name) {
        Zone current = zone;
        if (current == null || !Slice.equal(name, lastName)) {
            try {
                current = new Zone(ZoneId.of(name.string()));
            } catch (DateTimeException unknown) {
                throw RowFailures.invalidArgument("AT TIME ZONE", "there is no zone \"" + name.string() + "\"")
                        .cause(unknown);
            }
            lastName.point(name.copy(), 0, name.length);
            zone = current;
        }
        return current;
    }
}
