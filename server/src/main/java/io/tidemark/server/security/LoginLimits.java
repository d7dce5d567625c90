package io.tidemark.server.security;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How fast passwords may be tried.
 *
 * <p>A user's password may be tried five times in a row from one address, then once after 1 s, after 2 s, after 4 s and so on up to a minute;
 * one success forgets all that. An address may try twenty times whichever users it names, and then once a second. Other addresses are not
 * touched by either. Used by one thread at a time.
 */
final class LoginLimits {

    private static final int FREE_ATTEMPTS = 5;
    private static final long FIRST_PAUSE_MILLIS = 1_000;
    private static final long LONGEST_PAUSE_MILLIS = 60_000;
    private static final double ADDRESS_ATTEMPTS = 20;
    private static final double ADDRESS_ATTEMPTS_PER_MILLI = 0.001;
    private static final int MAX_KEPT = 10_000;

    private final Map<Origin, Failures> failures = new Recent<>();
    private final Map<String, Allowance> allowances = new Recent<>();

    private record Origin(String address, String user) {}

    private record Failures(int count, long notBeforeMillis) {}

    private record Allowance(double attempts, long atMillis) {}

    /** The entries used last; what a flood of names and addresses pushes out has been quiet for longest. */
    private static final class Recent<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1L;

        Recent() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > MAX_KEPT;
        }
    }

    /** Milliseconds until a password may be tried; 0 if one may be now. */
    long pauseMillis(String address, String user, long nowMillis) {
        Failures before = failures.get(origin(address, user));
        long forUser = before == null ? 0 : before.notBeforeMillis() - nowMillis;
        double missing = 1 - allowance(address, nowMillis);
        long forAddress = missing <= 0 ? 0 : (long) Math.ceil(missing / ADDRESS_ATTEMPTS_PER_MILLI);
        return Math.max(0, Math.max(forUser, forAddress));
    }

    private double allowance(String address, long nowMillis) {
        Allowance before = allowances.get(address);
        return before == null
                ? ADDRESS_ATTEMPTS
                : Math.min(
                        ADDRESS_ATTEMPTS,
                        before.attempts() + (nowMillis - before.atMillis()) * ADDRESS_ATTEMPTS_PER_MILLI);
    }

    /** A password was wrong. */
    void failed(String address, String user, long nowMillis) {
        Origin origin = origin(address, user);
        Failures before = failures.get(origin);
        int count = before == null ? 1 : before.count() + 1;
        int doublings = Math.min(count - FREE_ATTEMPTS, 16);
        long pause = doublings < 0 ? 0 : Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << doublings);
        failures.put(origin, new Failures(count, nowMillis + pause));
        allowances.put(address, new Allowance(allowance(address, nowMillis) - 1, nowMillis));
    }

    /** A password was right. */
    void succeeded(String address, String user) {
        failures.remove(origin(address, user));
    }

    private static Origin origin(String address, String user) {
        return new Origin(address, user.toLowerCase(Locale.ROOT));
    }
}
