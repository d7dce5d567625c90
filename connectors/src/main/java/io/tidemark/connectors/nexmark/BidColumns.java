package io.tidemark.connectors.nexmark;

import io.tidemark.connectors.generator.Randomness;
import io.tidemark.runtime.batch.TypeKind;
import java.util.List;

/**
 * Bids: half of them for the hot auction, three in four by the hot bidder, half of them through one of four hot channels. Each column has a loop
 * of its own, because bids are what a benchmark waits for.
 */
final class BidColumns implements EventColumns {

    private static final int USED_BYTES = 32;
    private static final int ROW_BYTES = 100;

    private final Randomness random;
    private final EventClock clock;
    private final EventText text;
    private final Prices prices = new Prices();

    BidColumns(Randomness random, EventClock clock, EventText text) {
        this.random = random;
        this.clock = clock;
        this.text = text;
    }

    @Override
    public List<Definition> all() {
        return List.of(
                new Definition("auction", TypeKind.BIGINT, this::auctions),
                new Definition("bidder", TypeKind.BIGINT, this::bidders),
                new Definition("price", TypeKind.BIGINT, this::prices),
                new Definition(
                        "channel", TypeKind.VARCHAR, (events, values) -> channels(text.channels, events, values)),
                new Definition("url", TypeKind.VARCHAR, (events, values) -> channels(text.urls, events, values)),
                new Definition("dateTime", TypeKind.TIMESTAMP, this::times),
                new Definition("extra", TypeKind.VARCHAR, this::extras));
    }

    private void auctions(long[] events, long[] values) {
        Randomness own = random.derived(0);
        for (int i = 0; i < events.length; i++) {
            long bits = own.bits(events[i]);
            long auction =
                    (bits & 1) == 0 ? Draws.hot(Draws.lastAuction(events[i])) : Draws.anyAuction(events[i], bits);
            values[i] = Draws.FIRST_ID + auction;
        }
    }

    private void bidders(long[] events, long[] values) {
        Randomness own = random.derived(1);
        for (int i = 0; i < events.length; i++) {
            long bits = own.bits(events[i]);
            long bidder =
                    (bits & 3) != 0 ? Draws.hot(Draws.lastPerson(events[i])) + 1 : Draws.anyPerson(events[i], bits);
            values[i] = Draws.FIRST_ID + bidder;
        }
    }

    private void prices(long[] events, long[] values) {
        Randomness own = random.derived(2);
        for (int i = 0; i < events.length; i++) {
            values[i] = prices.price(own.bits(events[i]));
        }
    }

    /** Channel and address are drawn alike, so that each channel has one address. */
    private void channels(long[] list, long[] events, long[] values) {
        Randomness own = random.derived(3);
        for (int i = 0; i < events.length; i++) {
            long bits = own.bits(events[i]);
            long channel = (bits & 1) == 0
                    ? (bits >>> 1) & (EventText.HOT_CHANNELS - 1)
                    : EventText.HOT_CHANNELS + Draws.below(bits, EventText.CHANNELS);
            values[i] = list[(int) channel];
        }
    }

    private void times(long[] events, long[] values) {
        for (int i = 0; i < events.length; i++) {
            values[i] = clock.micros(events[i]);
        }
    }

    private void extras(long[] events, long[] values) {
        Randomness lengths = random.derived(4);
        Randomness places = random.derived(5);
        for (int i = 0; i < events.length; i++) {
            int length = Draws.extraLength(lengths, events[i], USED_BYTES, ROW_BYTES);
            values[i] = text.stretch(places.bits(events[i]), length);
        }
    }
}
