package io.tidemark.server.security;

import io.tidemark.server.audit.AuditEntry;
import io.tidemark.server.audit.AuditLog;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.StoredRole;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Finds out who sends a request. While there are no users, anyone may; then each request needs a user and the user's password.
 *
 * <p>An unknown user and a wrong password get the same answer after the same work. Passwords are hashed one at a time, so that guessing never takes
 * more than one core, and only as fast as {@link LoginLimits} allows. A password that was right is known again without hashing: whoever is
 * in does not wait for those who guess.
 *
 * <p><b>Errors</b>: AUTHENTICATION. Thread-safe.
 */
public final class Authenticator {

    private static final String FAST_HASH = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int MAX_WAITING = 64;

    private final CatalogStore store;
    private final Clock clock;
    private final AuditLog audit;
    private final byte[] key;
    private final PasswordHash nobody;
    private final Map<String, Known> known = new ConcurrentHashMap<>();
    private final LoginLimits limits = new LoginLimits();
    private final ReentrantLock hashing = new ReentrantLock(true);
    private final Semaphore waiting = new Semaphore(MAX_WAITING);

    /** A password that was right: what was kept of it when it was, and its hash under a key of this process alone. */
    private record Known(String passwordHash, String fastHash) {}

    /** An authenticator for the users of a catalog; a password that is wrong is told to the audit log. */
    public Authenticator(CatalogStore store, Clock clock, AuditLog audit) {
        this.store = store;
        this.clock = clock;
        this.audit = audit;
        SecureRandom random = new SecureRandom();
        this.key = new byte[KEY_BYTES];
        random.nextBytes(key);
        this.nobody = PasswordHash.ofNobody(random);
    }

    /** Who sends a request without a user; AUTHENTICATION if there are users. */
    public Login anonymous(String address) {
        if (hasUsers()) {
            throw CodedException.of(ErrorCode.AUTHENTICATION, "this server asks for a user and a password")
                    .hint("connect with the properties user and password");
        }
        return new Login("", address);
    }

    private boolean hasUsers() {
        return store.roles().stream().anyMatch(StoredRole::isUser);
    }

    /** Who sends a request with a user and password. While there are no users, any will do, and none is meant. */
    public Login authenticate(String user, String password, String address) {
        if (!hasUsers()) {
            return new Login("", address);
        }
        Optional<StoredRole> role = store.role(user).filter(StoredRole::isUser);
        String fastHash = fastHash(password);
        if (role.isPresent() && isKnown(role.get(), fastHash)) {
            return new Login(role.get().name(), address);
        }
        if (!waiting.tryAcquire()) {
            throw CodedException.of(ErrorCode.RESOURCE_CONNECTIONS, "too many clients are logging in at this moment")
                    .hint("try again in a few seconds");
        }
        try {
            hashing.lock();
            try {
                return checked(user, password, address, role, fastHash);
            } finally {
                hashing.unlock();
            }
        } finally {
            waiting.release();
        }
    }

    private Login checked(String user, String password, String address, Optional<StoredRole> role, String fastHash) {
        if (role.isPresent() && isKnown(role.get(), fastHash)) {
            return new Login(role.get().name(), address);
        }
        long pauseMillis = limits.pauseMillis(address, user, clock.millis());
        if (pauseMillis > 0) {
            throw CodedException.of(
                            ErrorCode.AUTHENTICATION,
                            "too many attempts to log in with a wrong user or password have come from this address")
                    .hint("try again in " + (pauseMillis + 999) / 1000 + " s");
        }
        boolean right = role.flatMap(StoredRole::passwordHash)
                .map(PasswordHash::parse)
                .orElse(nobody)
                .matches(password);
        if (!right || role.isEmpty()) {
            limits.failed(address, user, clock.millis());
            CodedException wrong = CodedException.of(ErrorCode.AUTHENTICATION, "user or password is wrong");
            audit.writeRefusal(new AuditEntry.Origin(user, address, ""), AuditEntry.LOGIN, wrong);
            throw wrong;
        }
        limits.succeeded(address, user);
        StoredRole found = role.get();
        known.put(fold(found.name()), new Known(found.passwordHash().orElseThrow(), fastHash));
        return new Login(found.name(), address);
    }

    private boolean isKnown(StoredRole role, String fastHash) {
        Known before = known.get(fold(role.name()));
        return before != null
                && role.passwordHash().filter(before.passwordHash()::equals).isPresent()
                && MessageDigest.isEqual(bytes(before.fastHash()), bytes(fastHash));
    }

    private String fastHash(String password) {
        try {
            Mac mac = Mac.getInstance(FAST_HASH);
            mac.init(new SecretKeySpec(key, FAST_HASH));
            return HexFormat.of().formatHex(mac.doFinal(bytes(password)));
        } catch (GeneralSecurityException e) {
            throw CodedException.internal("this Java cannot compute " + FAST_HASH)
                    .cause(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
