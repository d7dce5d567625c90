package io.tidemark.connectors.filesystem;

import static java.util.stream.Collectors.toSet;

import io.tidemark.connectors.format.DataFile;
import io.tidemark.connectors.format.FilePart;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The files that are waiting to be read, in the order in which they will be: as they were found complete, those found at the same time by
 * modification time, then by name.
 *
 * <p>A file is complete when it has been unchanged for 200 ms: its modification time says so, or it has been looked at for so long.
 */
final class FileInbox {

    static final long UNCHANGED_MILLIS = 200;

    private static final Comparator<DataFile> AGE =
            Comparator.comparingLong(DataFile::modifiedMicros).thenComparing(DataFile::name);

    private final FileListing listing;
    private final Clock clock;
    private final boolean bounded;

    /** The names that a bounded source reads. */
    private final Set<String> members;

    private final Map<String, DataFile> ready = new LinkedHashMap<>();
    private final Map<String, Observed> unsettled = new HashMap<>();

    /** A file that may still be being written, and since when it has looked so. */
    private record Observed(DataFile file, long sinceMillis) {}

    /**
     * Looks at the directory for the first time.
     *
     * @throws io.tidemark.sql.error.CodedException if there is none
     */
    FileInbox(FileListing listing, Clock clock, boolean bounded) {
        this.listing = listing;
        this.clock = clock;
        this.bounded = bounded;
        List<DataFile> first = listing.list(clock.millis());
        this.members = bounded ? first.stream().map(DataFile::name).collect(toSet()) : Set.of();
    }

    boolean isBounded() {
        return bounded;
    }

    /**
     * Looks at the directory again and drops what has been read by now.
     *
     * @throws io.tidemark.sql.error.CodedException EXTERNAL_DATA_LOST if a file has grown or shrunk since it was read
     */
    void refresh(FilePosition position) {
        long now = clock.millis();
        ready.keySet().removeIf(name -> isRead(name, position));
        unsettled.keySet().removeIf(name -> isRead(name, position));
        Set<String> present = new HashSet<>();
        for (DataFile file : listing.list(now)) {
            present.add(file.name());
            if (!isRead(file.name(), position)) {
                discover(file, now);
            } else {
                verifySize(file, position.taken().sizeOf(file.name()));
            }
        }
        unsettled.keySet().retainAll(present);
        settle(now);
    }

    private static boolean isRead(String name, FilePosition position) {
        FilePart open = position.open();
        return position.taken().contains(name)
                || (open != null && open.file().name().equals(name));
    }

    private static void verifySize(DataFile file, OptionalLong taken) {
        if (taken.isPresent() && taken.getAsLong() != file.sizeBytes()) {
            throw file.lost("has changed its size from " + taken.getAsLong() + " to " + file.sizeBytes() + " bytes");
        }
    }

    private void discover(DataFile file, long now) {
        if (!ready.containsKey(file.name()) && (!bounded || members.contains(file.name()))) {
            unsettled.putIfAbsent(file.name(), new Observed(file, now));
        }
    }

    private void settle(long now) {
        List<DataFile> complete = new ArrayList<>();
        for (Observed seen : List.copyOf(unsettled.values())) {
            DataFile file = FileListing.current(seen.file());
            if (file == null) {
                unsettled.remove(seen.file().name());
            } else if (isComplete(file, seen, now)) {
                complete.add(file);
                unsettled.remove(file.name());
            } else if (!file.equals(seen.file())) {
                unsettled.put(file.name(), new Observed(file, now));
            }
        }
        complete.sort(AGE);
        complete.forEach(file -> ready.put(file.name(), file));
    }

    private static boolean isComplete(DataFile file, Observed seen, long now) {
        return now - TimeUnit.MICROSECONDS.toMillis(file.modifiedMicros()) >= UNCHANGED_MILLIS
                || (file.equals(seen.file()) && now - seen.sinceMillis() >= UNCHANGED_MILLIS);
    }

    /** The files that are complete, in order, apart from those that have changed since or are gone; those wait again. */
    @Nullable
    DataFile next(Set<String> except) {
        for (DataFile file : List.copyOf(ready.values())) {
            if (except.contains(file.name())) {
                continue;
            }
            DataFile now = FileListing.current(file);
            if (file.equals(now)) {
                return file;
            }
            ready.remove(file.name());
            if (now != null) {
                unsettled.put(file.name(), new Observed(now, clock.millis()));
            }
        }
        return null;
    }

    /** Whether nothing is waiting, apart from the files named. */
    boolean isEmptyExcept(Set<String> names) {
        return unsettled.isEmpty() && names.containsAll(ready.keySet());
    }

    /** Everything that is there at this moment, complete or not. */
    List<DataFile> present() {
        return listing.list(clock.millis()).stream()
                .filter(file -> !bounded || members.contains(file.name()))
                .toList();
    }
}
