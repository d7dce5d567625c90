package io.tidemark.connectors.nexmark;

import io.tidemark.connectors.generator.Randomness;
import io.tidemark.runtime.batch.TypeKind;
import java.util.List;

/** Persons, who sell and bid. */
final class PersonColumns implements EventColumns {

    /** About what the other columns take. */
    private static final int USED_BYTES = 65;

    private static final int ROW_BYTES = 200;

    private final Randomness random;
    private final EventClock clock;
    private final EventText text;

    PersonColumns(Randomness random, EventClock clock, EventText text) {
        this.random = random;
        this.clock = clock;
        this.text = text;
    }

    @Override
    public List<Definition> all() {
        return List.of(
                new Definition("id", TypeKind.BIGINT, PersonColumns::ids),
                oneOf("name", text.names, 0),
                oneOf("emailAddress", text.emails, 1),
                oneOf("creditCard", text.creditCards, 2),
                oneOf("city", text.cities, 3),
                oneOf("state", text.states, 4),
                new Definition("dateTime", TypeKind.TIMESTAMP, this::times),
                new Definition("extra", TypeKind.VARCHAR, this::extras));
    }

    private static void ids(long[] events, long[] values) {
        for (int i = 0; i < events.length; i++) {
            values[i] = Draws.FIRST_ID + Draws.lastPerson(events[i]);
        }
    }

    private Definition oneOf(String name, long[] list, int purpose) {
        Randomness own = random.derived(purpose);
        return new Definition(name, TypeKind.VARCHAR, (events, values) -> {
            for (int i = 0; i < events.length; i++) {
                values[i] = list[(int) own.below(events[i], list.length)];
            }
        });
    }

    private void times(long[] events, long[] values) {
        for (int i = 0; i < events.length; i++) {
            values[i] = clock.micros(events[i]);
        }
    }

    private void extras(long[] events, long[] values) {
        Randomness lengths = random.derived(5);
        Randomness places = random.derived(6);
        for (int i = 0; i < events.length; i++) {
            int length = Draws.extraLength(lengths, events[i], USED_BYTES, ROW_BYTES);
            values[i] = text.stretch(places.bits(events[i]), length);
        }
    }
}
