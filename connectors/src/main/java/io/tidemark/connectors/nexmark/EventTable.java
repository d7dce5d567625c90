package io.tidemark.connectors.nexmark;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What kinds of events there are. Of each {@value ArrivalOrder#CYCLE} events the first is a person, the next three are auctions, all others bids. */
enum EventTable {
    PERSON(0, 1),
    AUCTION(1, 4),
    BID(4, ArrivalOrder.CYCLE);

    private final int first;
    private final int end;

    EventTable(int first, int end) {
        this.first = first;
        this.end = end;
    }

    /** The one of that name in lower case. */
    static EventTable of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** The name as options have it. */
    String optionText() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All names. */
    static List<String> names() {
        return Stream.of(values()).map(EventTable::optionText).toList();
    }

    /** How many of the events of a cycle are rows of this table. */
    int perCycle() {
        return end - first;
    }

    private boolean holds(long event) {
        long place = event % ArrivalOrder.CYCLE;
        return place >= first && place < end;
    }

    /** The places within a cycle of arrivals at which rows of this table come. A group's size being whole cycles, they are the same in each. */
    int[] arrivals(ArrivalOrder order) {
        int[] places = new int[perCycle()];
        int found = 0;
        for (int arrival = 0; arrival < ArrivalOrder.CYCLE; arrival++) {
            if (holds(arrival * order.step())) {
                places[found++] = arrival;
            }
        }
        return places;
    }

    /** How many rows of this table are among the first events to come. */
    long rows(long events, ArrivalOrder order) {
        long rows = events / ArrivalOrder.CYCLE * perCycle();
        for (int place : arrivals(order)) {
            if (place < events % ArrivalOrder.CYCLE) {
                rows++;
            }
        }
        return rows;
    }
}
