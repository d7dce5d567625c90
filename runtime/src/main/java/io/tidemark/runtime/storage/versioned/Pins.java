package io.tidemark.runtime.storage.versioned;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What readers have pinned. Neither readers nor the writer wait. */
final class Pins {

    private final Set<Pin> held = ConcurrentHashMap.newKeySet();

    /** A reader's hold on a published sequence. */
    static final class Pin {
        private volatile Published published;

        private Pin(Published published) {
            this.published = published;
        }

        Published published() {
            return published;
        }
    }

    /**
     * Pins what is published now. The pin is announced first and then confirmed: if something else has been published in between, the writer may
     * have looked at the pins too early, and it is tried again.
     */
    Pin pin(Supplier<Published> current) {
        Pin pin = new Pin(current.get());
        held.add(pin);
        for (Published now = current.get(); now.sequence() != pin.published.sequence(); now = current.get()) {
            pin.published = now;
        }
        return pin;
    }

    void unpin(Pin pin) {
        held.remove(pin);
    }

    /** The least sequence that a reader now or later can see, if the one given is published. */
    long horizon(long publishedSequence) {
        long least = publishedSequence;
        for (Pin pin : held) {
            least = Math.min(least, pin.published.sequence());
        }
        return least;
    }
}
