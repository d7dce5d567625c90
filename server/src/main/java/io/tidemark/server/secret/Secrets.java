package io.tidemark.server.secret;

import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.StoredSecret;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The secrets of a catalog. A value is in the clear while a connector is opened, and in what the connector keeps of it.
 *
 * <p><b>Errors</b>: UNKNOWN_OBJECT for one that is not there; INVALID_CONFIGURATION where its key is not the one by which it was encrypted. Thread-safe.
 */
public final class Secrets {

    private static final Logger LOG = LoggerFactory.getLogger(Secrets.class);

    private final CatalogStore store;
    private final SecretKeys keys;
    private final SecureRandom random = new SecureRandom();

    /** The secrets of a catalog, and the key by which they are encrypted. */
    public Secrets(CatalogStore store, SecretKeys keys) {
        this.store = store;
        this.keys = keys;
    }

    /** Says in the log which secrets cannot be used; whatever needs none of them is not concerned. */
    public void check() {
        for (StoredSecret secret : all()) {
            try {
                value(secret);
            } catch (CodedException e) {
                LOG.warn("secret \"{}\" cannot be used: {}", secret.name(), e.render());
            }
        }
    }

    /** All of them, in their order of creation. */
    public List<StoredSecret> all() {
        return store.secrets();
    }

    /** The secret of a name, without regard to case. */
    public Optional<StoredSecret> find(String name) {
        return store.secrets().stream()
                .filter(secret -> secret.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** Adds a secret, or gives the one of its name another value and owner. */
    public void put(String name, String owner, String value) {
        synchronized (store) {
            SecretCipher cipher = all().isEmpty() ? keys.cipherForFirst(random) : keys.cipher();
            store.putSecret(new StoredSecret(name, owner, cipher.encrypt(name, value, random)));
        }
    }

    /** Removes a secret. */
    public void remove(StoredSecret secret) {
        store.removeSecret(secret.name());
    }

    /** Options with the secrets that they refer to as they are now. */
    public RevealedOptions reveal(Map<String, String> options) {
        Map<String, String> references = new HashMap<>();
        Map<String, String> revealed = new HashMap<>();
        options.forEach((key, text) -> revealed.put(key, SecretReferences.replaced(text, name -> {
            String value = value(require(name));
            references.put(value, SecretReferences.to(name));
            return value;
        })));
        return new RevealedOptions(revealed, references);
    }

    private StoredSecret require(String name) {
        return find(name)
                .orElseThrow(() -> CodedException.of(ErrorCode.UNKNOWN_OBJECT, "no secret \"" + name + "\"")
                        .hint("CREATE SECRET makes one, SHOW SECRETS lists those that there are"));
    }

    private String value(StoredSecret secret) {
        return keys.cipher().decrypt(secret.name(), secret.encrypted());
    }
}
