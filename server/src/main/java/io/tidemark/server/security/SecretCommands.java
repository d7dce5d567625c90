package io.tidemark.server.security;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.statement.Privilege;
import io.tidemark.planner.statement.Statement;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.catalog.StoredSecret;
import io.tidemark.server.secret.SecretReferences;
import io.tidemark.server.secret.Secrets;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * CREATE, ALTER and DROP SECRET, and who may refer to one. One is made with the privilege CREATE on the server, referred to with USAGE on it, and
 * changed and dropped with ADMIN.
 *
 * <p><b>Errors</b>: INSUFFICIENT_PRIVILEGE; UNKNOWN_OBJECT with the names that the user may know.
 */
public final class SecretCommands {

    private final Secrets secrets;
    private final ServerCatalog catalog;
    private final Access access;

    /**
     * A secret as it is listed.
     *
     * @param usedBy the relations whose options refer to it, in words
     */
    public record Line(String name, String owner, List<String> usedBy) {}

    SecretCommands(Secrets secrets, ServerCatalog catalog, Access access) {
        this.secrets = secrets;
        this.catalog = catalog;
        this.access = access;
    }

    /** The secrets with which a user may do something, by their time of creation, and those of their uses that the user may know of. */
    public List<Line> visible(String user) {
        return secrets.all().stream()
                .filter(secret -> access.sees(user, secret))
                .map(secret -> new Line(
                        secret.name(), secret.owner(), usedBy(secret.name(), entry -> access.sees(user, entry))))
                .toList();
    }

    /** CREATE SECRET, as the user given. */
    public void create(String by, Statement.CreateSecret create) {
        Optional<StoredSecret> taken = secrets.find(create.name());
        if (taken.isEmpty() && !access.mayOnServer(by, Privilege.CREATE)) {
            throw Denial.onServer(by, Privilege.CREATE);
        }
        if (taken.isPresent()) {
            switch (create.ifExists()) {
                case KEEP -> {
                    return;
                }
                case FAIL ->
                    throw CodedException.duplicateName("secret", taken.get().name());
                case REPLACE -> require(by, Privilege.ADMIN, taken.get());
            }
        }
        String value = usable(create.name(), create.value().reveal());
        secrets.put(
                taken.map(StoredSecret::name).orElse(create.name()),
                taken.map(StoredSecret::owner).orElse(by),
                value);
    }

    private static String usable(String name, String value) {
        if (name.isBlank() || name.contains("}")) {
            throw CodedException.of(ErrorCode.INVALID_DEFINITION, "\"" + name + "\" cannot be the name of a secret")
                    .hint("give a name without a brace");
        }
        if (value.isEmpty()) {
            throw CodedException.of(ErrorCode.INVALID_PARAMETER, "the secret is empty")
                    .hint("give it a value of at least one character");
        }
        return value;
    }

    /** ALTER SECRET, as the user given. Whoever has been given the former value goes on with it. */
    public void alter(String by, Statement.AlterSecret alter) {
        StoredSecret secret = require(by, Privilege.ADMIN, alter.name());
        secrets.put(
                secret.name(),
                secret.owner(),
                usable(secret.name(), alter.value().reveal()));
    }

    /** DROP SECRET, as the user given; only one that nothing refers to. */
    public void drop(String by, Statement.DropSecret drop) {
        if (drop.ifExists() && secrets.find(drop.name()).isEmpty()) {
            return;
        }
        StoredSecret secret = require(by, Privilege.ADMIN, drop.name());
        List<String> usedBy = usedBy(secret.name(), entry -> true);
        if (!usedBy.isEmpty()) {
            throw CodedException.dependents("secret", secret.name(), usedBy)
                    .hint("drop them first, or give the secret another value by ALTER SECRET");
        }
        secrets.remove(secret);
    }

    private List<String> usedBy(String name, Predicate<CatalogEntry> which) {
        return catalog.entries().stream()
                .filter(which)
                .map(CatalogEntry::definition)
                .filter(relation ->
                        SecretReferences.names(relation.options().values()).contains(name))
                .map(SecretCommands::words)
                .toList();
    }

    private static String words(RelationDefinition relation) {
        return relation.kind().word() + " \"" + relation.name() + "\"";
    }

    /** Throws unless a user may refer to all the secrets that options refer to. */
    public void requireUsable(String user, Map<String, String> options) {
        for (String name : SecretReferences.names(options.values())) {
            require(user, Privilege.USAGE, name);
        }
    }

    /** The secret of a name; throws unless a user may do something with it. */
    StoredSecret require(String user, Privilege privilege, String name) {
        StoredSecret secret = secrets.find(name)
                .orElseThrow(() -> CodedException.unknownObject(
                        "secret", name, visible(user).stream().map(Line::name).toList()));
        require(user, privilege, secret);
        return secret;
    }

    private void require(String user, Privilege privilege, StoredSecret secret) {
        if (!access.may(user, privilege, secret)) {
            throw Denial.of(user, privilege, "secret", secret.name());
        }
    }
}
