package io.tidemark.connectors.nexmark;

import io.tidemark.connectors.generator.Randomness;
import io.tidemark.runtime.batch.TypeKind;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** Auctions: three in four by the hot seller; each is open for up to twice the time in which a hundred auctions begin. */
final class AuctionColumns implements EventColumns {

    private static final int USED_BYTES = 48;
    private static final int ROW_BYTES = 500;
    private static final int SHORTEST_WORD = 3;
    private static final int NAME_SPAN = 17;
    private static final int DESCRIPTION_SPAN = 97;
    private static final int FIRST_CATEGORY = 10;
    private static final int CATEGORIES = 5;
    private static final int AUCTIONS_PER_CYCLE = 3;
    private static final long MICROS_PER_MILLI = 1000;

    private final Randomness random;
    private final EventClock clock;
    private final EventText text;
    private final Prices prices = new Prices();

    AuctionColumns(Randomness random, EventClock clock, EventText text) {
        this.random = random;
        this.clock = clock;
        this.text = text;
    }

    @Override
    public List<Definition> all() {
        return List.of(
                column("id", TypeKind.BIGINT, event -> Draws.FIRST_ID + Draws.lastAuction(event)),
                column("itemName", TypeKind.VARCHAR, event -> text.stretch(bits(0, event), nameLength(event))),
                column(
                        "description",
                        TypeKind.VARCHAR,
                        event -> text.stretch(bits(1, event), descriptionLength(event))),
                column("initialBid", TypeKind.BIGINT, this::initialBid),
                column("reserve", TypeKind.BIGINT, event -> initialBid(event) + prices.price(bits(3, event))),
                column("dateTime", TypeKind.TIMESTAMP, clock::micros),
                column("expires", TypeKind.TIMESTAMP, this::expires),
                column("seller", TypeKind.BIGINT, this::seller),
                column("category", TypeKind.BIGINT, event -> FIRST_CATEGORY + Draws.below(bits(6, event), CATEGORIES)),
                column("extra", TypeKind.VARCHAR, this::extra));
    }

    private static Definition column(String name, TypeKind kind, LongUnaryOperator value) {
        return new Definition(name, kind, (events, values) -> {
            for (int i = 0; i < events.length; i++) {
                values[i] = value.applyAsLong(events[i]);
            }
        });
    }

    private long bits(int purpose, long event) {
        return random.derived(purpose).bits(event);
    }

    private int nameLength(long event) {
        return SHORTEST_WORD + (int) Draws.below(bits(7, event), NAME_SPAN);
    }

    private int descriptionLength(long event) {
        return SHORTEST_WORD + (int) Draws.below(bits(8, event), DESCRIPTION_SPAN);
    }

    private long initialBid(long event) {
        return prices.price(bits(2, event));
    }

    private long expires(long event) {
        long begin = clock.micros(event);
        long later = event + (long) Draws.AUCTIONS_IN_FLIGHT * ArrivalOrder.CYCLE / AUCTIONS_PER_CYCLE;
        long millis = Math.max(1, 2 * (clock.micros(later) - begin) / MICROS_PER_MILLI);
        return begin + (1 + random.derived(4).below(event, millis)) * MICROS_PER_MILLI;
    }

    private long seller(long event) {
        long bits = bits(5, event);
        long seller = (bits & 3) != 0 ? Draws.hot(Draws.lastPerson(event)) : Draws.anyPerson(event, bits);
        return Draws.FIRST_ID + seller;
    }

    private long extra(long event) {
        int used = USED_BYTES + nameLength(event) + descriptionLength(event);
        return text.stretch(bits(9, event), Draws.extraLength(random.derived(10), event, used, ROW_BYTES));
    }
}
