package io.tidemark.trial.relational;

import io.tidemark.trial.data.SourceKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** The chance that makes one query, the names that it has used up, and the sources that it reads. */
final class Dice {

    private static final List<SourceKind> SOURCES = List.of(
            SourceKind.FIRST,
            SourceKind.FIRST,
            SourceKind.SECOND,
            SourceKind.SECOND,
            SourceKind.THIRD,
            SourceKind.GROWING);

    private final Random random;
    private final Set<SourceKind> sources = EnumSet.noneOf(SourceKind.class);
    private int names;

    Dice(Random random) {
        this.random = random;
    }

    Random random() {
        return random;
    }

    boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    int upTo(int bound) {
        return random.nextInt(bound);
    }

    <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** A name that nothing has yet. */
    String name(String stem) {
        return stem + ++names;
    }

    /** Any source, which the query then reads. */
    SourceKind source() {
        SourceKind source = oneOf(SOURCES);
        sources.add(source);
        return source;
    }

    Set<SourceKind> sources() {
        return sources;
    }
}
