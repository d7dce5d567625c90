package io.tidemark.trial.relational;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A piece of SQL that knows what can be left out of it. What is left need not be valid. */
sealed interface Phrase {

    /** The SQL. */
    String text();

    /** The same with one thing less. */
    Stream<Phrase> smaller();

    /** Words of which nothing can be left out. */
    record Words(String text) implements Phrase {

        @Override
        public Stream<Phrase> smaller() {
            return Stream.empty();
        }
    }

    /** One phrase behind the other. */
    record Sequence(List<Phrase> parts) implements Phrase {

        public Sequence {
            parts = List.copyOf(parts);
        }

        @Override
        public String text() {
            return parts.stream().map(Phrase::text).collect(Collectors.joining());
        }

        @Override
        public Stream<Phrase> smaller() {
            return IntStream.range(0, parts.size())
                    .boxed()
                    .flatMap(i -> parts.get(i).smaller().map(part -> new Sequence(replaced(parts, i, part))));
        }
    }

    /**
     * A list, each of whose elements can be left out; without any of them there is nothing.
     *
     * @param before what stands before the list
     * @param between what stands between two elements
     * @param least how many have to be left
     */
    record Several(String before, String between, List<Phrase> elements, int least) implements Phrase {

        public Several {
            elements = List.copyOf(elements);
        }

        @Override
        public String text() {
            return elements.isEmpty()
                    ? ""
                    : before + elements.stream().map(Phrase::text).collect(Collectors.joining(between));
        }

        @Override
        public Stream<Phrase> smaller() {
            Stream<Phrase> fewer = elements.size() <= least
                    ? Stream.empty()
                    : IntStream.range(0, elements.size())
                            .mapToObj(i -> new Several(before, between, without(elements, i), least));
            Stream<Phrase> within = IntStream.range(0, elements.size())
                    .boxed()
                    .flatMap(i -> elements.get(i)
                            .smaller()
                            .map(element -> new Several(before, between, replaced(elements, i, element), least)));
            return Stream.concat(fewer, within);
        }
    }

    /** A phrase, and others that can stand in its place. */
    record Choice(Phrase whole, List<Phrase> instead) implements Phrase {

        public Choice {
            instead = List.copyOf(instead);
        }

        @Override
        public String text() {
            return whole.text();
        }

        @Override
        public Stream<Phrase> smaller() {
            return Stream.concat(instead.stream(), whole.smaller().map(less -> new Choice(less, instead)));
        }
    }

    /** Words. */
    static Phrase words(String text) {
        return new Words(text);
    }

    /** Phrases and texts, one behind the other. */
    static Phrase sequence(Object... parts) {
        return new Sequence(Stream.of(parts)
                .map(part -> part instanceof Phrase phrase ? phrase : words((String) part))
                .toList());
    }

    private static List<Phrase> replaced(List<Phrase> phrases, int index, Phrase phrase) {
        List<Phrase> others = new ArrayList<>(phrases);
        others.set(index, phrase);
        return others;
    }

    private static List<Phrase> without(List<Phrase> phrases, int index) {
        List<Phrase> others = new ArrayList<>(phrases);
        others.remove(index);
        return others;
    }
}
