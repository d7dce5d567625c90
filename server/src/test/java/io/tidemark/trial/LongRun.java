package io.tidemark.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Many trials, on one thread, to be interrupted and gone on with. A file holds the seed, the number of trials done and that of failures; without it
 * a run begins. Failures go to a file of the same name with {@code .failures} behind it.
 */
public final class LongRun {

    private static final int TOLD_EVERY = 500;

    private final Trial.Topic topic;
    private final Path file;
    private final long seed;
    private int done;
    private int failures;

    private LongRun(Trial.Topic topic, Path file, long seed) throws IOException {
        this.topic = topic;
        this.file = file;
        if (Files.exists(file)) {
            List<String> words = List.of(Files.readString(file).strip().split(" ", -1));
            this.seed = Long.parseLong(words.get(0));
            this.done = Integer.parseInt(words.get(1));
            this.failures = Integer.parseInt(words.get(2));
        } else {
            this.seed = seed;
        }
    }

    /** The main class: topic, file, count, and a seed for a run that begins. Ends with 1 if any trial has failed. */
    public static void main(String[] arguments) throws IOException, SQLException {
        long seed = arguments.length > 3 ? Long.parseLong(arguments[3]) : System.nanoTime();
        Trial.Topic topic = Trial.Topic.valueOf(arguments[0]);
        System.exit(run(topic, Path.of(arguments[1]), Integer.parseInt(arguments[2]), seed) == 0 ? 0 : 1);
    }

    /**
     * Runs what is left.
     *
     * @param topic what it is about
     * @param count the trials of the whole run
     * @param seed of a run that begins
     * @return how many have failed, those before the interruption included
     */
    static int run(Trial.Topic topic, Path file, int count, long seed) throws IOException, SQLException {
        LongRun run = new LongRun(topic, file, seed);
        run.run(count);
        return run.failures;
    }

    private void run(int count) throws IOException, SQLException {
        long began = System.nanoTime();
        int before = done;
        System.out.println("seed " + seed + ", trial " + done + " of " + count);
        try (Trials trials = new Trials()) {
            while (done < count) {
                Optional<Trials.Failure> failure = trials.run(new Trial(topic, seed, done));
                done++;
                if (failure.isPresent()) {
                    failed(failure.get());
                }
                if (done % Trial.PER_QUESTION == 0) {
                    Files.writeString(file, seed + " " + done + " " + failures);
                }
                if (done % TOLD_EVERY == 0) {
                    Duration each = Duration.ofNanos((System.nanoTime() - began) / (done - before));
                    System.out.println(done + " trials, " + failures + " failed, " + each.toMillis() + " ms each");
                }
            }
            trials.refused().forEach((message, times) -> System.out.println(times + " refused: " + message));
        }
    }

    private void failed(Trials.Failure failure) throws IOException {
        failures++;
        String report = failure.report() + "\n\n";
        System.out.println(report);
        Files.writeString(Path.of(file + ".failures"), report, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        // What else is wrong with the same question is most likely the same.
        while (done % Trial.PER_QUESTION != 0) {
            done++;
        }
    }
}
