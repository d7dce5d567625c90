package io.tidemark.connectors.kafka;

import io.tidemark.runtime.connector.Options;
import io.tidemark.sql.error.CodedException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a source begins. */
sealed interface StartupMode {

    /**
     * The first offset to be read of each partition.
     *
     * @param ends the present ends of the partitions
     */
    Map<Integer, Long> starts(PartitionFetcher fetcher, Map<Integer, Long> ends);

    /** At the first message that is still there. */
    record Earliest() implements StartupMode {
        @Override
        public Map<Integer, Long> starts(PartitionFetcher fetcher, Map<Integer, Long> ends) {
            return fetcher.beginnings(ends.keySet());
        }
    }

    /** After the last message that is there. */
    record Latest() implements StartupMode {
        @Override
        public Map<Integer, Long> starts(PartitionFetcher fetcher, Map<Integer, Long> ends) {
            return ends;
        }
    }

    /** At the first message of a time or later; after the last if there is none. */
    record FromTimestamp(long millis) implements StartupMode {
        @Override
        public Map<Integer, Long> starts(PartitionFetcher fetcher, Map<Integer, Long> ends) {
            Map<Integer, Long> starts = new TreeMap<>(ends);
            starts.putAll(fetcher.atTime(ends.keySet(), millis));
            return starts;
        }
    }

    /** At an offset for each partition named, at the first message of the others. */
    record FromOffsets(Map<Integer, Long> offsets) implements StartupMode {
        public FromOffsets {
            offsets = Map.copyOf(offsets);
        }

        @Override
        public Map<Integer, Long> starts(PartitionFetcher fetcher, Map<Integer, Long> ends) {
            for (int partition : offsets.keySet()) {
                if (!ends.containsKey(partition)) {
                    throw CodedException.invalidOption(
                            KafkaOptions.STARTUP_OFFSETS,
                            "partition:" + partition,
                            "one of the topic's " + ends.size() + " partitions, numbered from 0");
                }
            }
            Map<Integer, Long> starts = new TreeMap<>(fetcher.beginnings(ends.keySet()));
            starts.putAll(offsets);
            return starts;
        }
    }

    /**
     * Reads the options.
     *
     * @throws CodedException MISSING_OPTION, INVALID_OPTION
     */
    static StartupMode of(Options options) {
        String mode = options.text(KafkaOptions.STARTUP_MODE);
        refuseUnused(options, KafkaOptions.STARTUP_TIMESTAMP, KafkaOptions.TIMESTAMP, mode);
        refuseUnused(options, KafkaOptions.STARTUP_OFFSETS, KafkaOptions.SPECIFIC, mode);
        return switch (mode) {
            case KafkaOptions.EARLIEST -> new Earliest();
            case KafkaOptions.LATEST -> new Latest();
            case KafkaOptions.TIMESTAMP ->
                new FromTimestamp(Long.parseLong(needed(options, KafkaOptions.STARTUP_TIMESTAMP, mode)));
            case KafkaOptions.SPECIFIC -> new FromOffsets(offsets(needed(options, KafkaOptions.STARTUP_OFFSETS, mode)));
            default -> throw CodedException.internal("startup mode \"" + mode + "\" passed the options' check");
        };
    }

    private static void refuseUnused(Options options, String option, String needs, String mode) {
        if (options.has(option) && !mode.equals(needs)) {
            throw CodedException.invalidOption(
                    KafkaOptions.STARTUP_MODE, mode, needs + ", as \"" + option + "\" is given");
        }
    }

    private static String needed(Options options, String option, String mode) {
        return options.find(option)
                .orElseThrow(() -> CodedException.missingOption(
                        option, "option \"" + KafkaOptions.STARTUP_MODE + "\" = \"" + mode + "\""));
    }

    private static Map<Integer, Long> offsets(String text) {
        Pattern part = Pattern.compile("\\s*partition:(\\d{1,9})\\s*,\\s*offset:(\\d{1,18})\\s*");
        Map<Integer, Long> offsets = new TreeMap<>();
        for (String piece : text.split(";", -1)) {
            Matcher matcher = part.matcher(piece);
            if (!matcher.matches()
                    || offsets.put(Integer.valueOf(matcher.group(1)), Long.valueOf(matcher.group(2))) != null) {
                throw CodedException.invalidOption(
                        KafkaOptions.STARTUP_OFFSETS,
                        text,
                        "an offset for each partition, as in partition:0,offset:42;partition:1,offset:300");
            }
        }
        return offsets;
    }
}
