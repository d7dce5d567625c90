package io.tidemark.connectors.nexmark;

import io.tidemark.connectors.generator.Randomness;
import io.tidemark.runtime.batch.BytesPool;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/**
 * The texts of events, all in one pool that is filled once: a row's text is a reference into it. Long texts are stretches of one page of random
 * letters, short ones are taken from lists.
 */
final class EventText {

    /** How many e-mail addresses and credit cards there are to choose from. */
    static final int ADDRESSES = 4096;

    /** How many channels are not hot. */
    static final int CHANNELS = 10_000;

    /** How many channels are hot; they come first. */
    static final int HOT_CHANNELS = 4;

    private static final int FILLER_BYTES = 1 << 20;
    private static final int LETTERS = 26;
    private static final int WORD_SPAN = 16;
    private static final int LONGEST_STRETCH = 1024;
    private static final int WORD_BYTES = 4;
    private static final List<String> FIRST_NAMES =
            List.of("Ada", "Bruno", "Clara", "David", "Elena", "Farid", "Grace", "Henry", "Ines", "Jonas", "Kofi");
    private static final List<String> LAST_NAMES =
            List.of("Abbott", "Baker", "Costa", "Dietrich", "Eriksen", "Fischer", "Garcia", "Hansen", "Ito");
    private static final List<String> CITIES = List.of(
            "Phoenix",
            "Los Angeles",
            "San Francisco",
            "Boise",
            "Portland",
            "Bend",
            "Redmond",
            "Seattle",
            "Kent",
            "Cheyenne");
    private static final List<String> STATES = List.of("AZ", "CA", "ID", "OR", "WA", "WY");
    private static final List<String> HOT = List.of("Google", "Facebook", "Baidu", "Apple");

    private final BytesPool pool = new BytesPool();
    private final Randomness random;
    private final int filler;

    /** The full names of persons. */
    final long[] names;

    final long[] emails;
    final long[] creditCards;
    final long[] cities;
    final long[] states;

    /** The channels, the hot ones first. */
    final long[] channels;

    /** The address of each channel. */
    final long[] urls;

    EventText(Randomness random) {
        this.random = random;
        this.filler = pool.addPage(fillerPage());
        this.names = list(
                FIRST_NAMES.size() * LAST_NAMES.size(),
                i -> FIRST_NAMES.get((int) i % FIRST_NAMES.size()) + " "
                        + LAST_NAMES.get((int) i / FIRST_NAMES.size()));
        this.emails = list(ADDRESSES, i -> word(2 * i, 5) + "@" + word(2 * i + 1, 3) + ".com");
        this.creditCards = list(ADDRESSES, this::creditCard);
        this.cities = list(CITIES.size(), i -> CITIES.get((int) i));
        this.states = list(STATES.size(), i -> STATES.get((int) i));
        this.channels = list(
                HOT_CHANNELS + CHANNELS, i -> i < HOT_CHANNELS ? HOT.get((int) i) : "channel-" + (i - HOT_CHANNELS));
        this.urls = list(HOT_CHANNELS + CHANNELS, this::url);
    }

    /** Where all texts are. */
    BytesPool pool() {
        return pool;
    }

    /** Letters, with a blank after some words; a blank neither at a multiple of four bytes nor just before one. */
    private byte[] fillerPage() {
        Randomness letters = random.derived(0);
        byte[] page = new byte[FILLER_BYTES];
        for (int i = 0; i < page.length; i++) {
            long bits = letters.bits(i);
            boolean blank = i % WORD_BYTES == 2 && (bits & 3) == 0;
            page[i] = (byte) (blank ? ' ' : 'a' + Draws.below(bits, LETTERS));
        }
        return page;
    }

    /** A text of so many random letters and blanks; at most {@value #LONGEST_STRETCH}. */
    long stretch(long bits, int length) {
        int offset = (int) Draws.below(bits, FILLER_BYTES - LONGEST_STRETCH) / WORD_BYTES * WORD_BYTES;
        return BytesPool.reference(filler, offset, length);
    }

    private long[] list(int size, LongFunction<String> text) {
        long[] references = new long[size];
        for (int i = 0; i < size; i++) {
            byte[] bytes = text.apply(i).getBytes(StandardCharsets.UTF_8);
            references[i] = pool.append(bytes, 0, bytes.length);
        }
        return references;
    }

    private String word(long number, int letters) {
        Randomness own = random.derived(1);
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < letters; i++) {
            word.append((char) ('a' + Draws.below(own.bits(number * WORD_SPAN + i), LETTERS)));
        }
        return word.toString();
    }

    private String creditCard(long number) {
        String digits = String.format(Locale.ROOT, "%016d", random.derived(2).below(number, 10_000_000_000_000_000L));
        return String.join(
                " ", digits.substring(0, 4), digits.substring(4, 8), digits.substring(8, 12), digits.substring(12));
    }

    /** Of the channels that are not hot, nine in ten have an id. */
    private String url(long channel) {
        Randomness own = random.derived(3);
        String path = "https://www.nexmark.com/" + word(ADDRESSES * 2 + 3 * channel, 4) + "/"
                + word(ADDRESSES * 2 + 3 * channel + 1, 3) + "/" + word(ADDRESSES * 2 + 3 * channel + 2, 4)
                + "/item.htm?query=1";
        boolean hasId = channel >= HOT_CHANNELS && own.below(channel, 10) > 0;
        return hasId ? path + "&channel_id=" + own.derived(0).below(channel, Integer.MAX_VALUE) : path;
    }
}
