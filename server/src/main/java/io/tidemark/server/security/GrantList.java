package io.tidemark.server.security;

import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.catalog.StoredGrant;
import io.tidemark.server.catalog.StoredRole;
import io.tidemark.server.catalog.StoredSecret;
import io.tidemark.server.query.QueryService;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What SHOW GRANTS lists: of an administrator all, of another user what concerns the user and the user's roles. */
public final class GrantList {

    private static final String OWNER = "OWNER";
    private static final String MEMBER = "MEMBER";

    private final CatalogStore store;
    private final ServerCatalog catalog;
    private final QueryService queries;
    private final Access access;

    /**
     * One thing that is allowed.
     *
     * @param grantee the user or role
     * @param privilege a privilege, {@code OWNER} or {@code MEMBER}
     * @param kind what it is on, such as {@code TABLE}
     * @param object which of that kind; empty for the server
     */
    public record Line(String grantee, String privilege, String kind, String object) {}

    GrantList(CatalogStore store, ServerCatalog catalog, QueryService queries, Access access) {
        this.store = store;
        this.catalog = catalog;
        this.queries = queries;
        this.access = access;
    }

    /** What a user may see of it. */
    public List<Line> of(String user) {
        List<Line> lines = new ArrayList<>();
        for (StoredRole role : store.roles()) {
            role.roles().forEach(other -> lines.add(new Line(role.name(), MEMBER, "ROLE", other)));
            role.grants().forEach(grant -> line(role.name(), grant).ifPresent(lines::add));
        }
        for (Ownership.Owned owned : new Ownership(store, catalog, queries).all()) {
            lines.add(new Line(owned.owner(), OWNER, owned.kind().toUpperCase(Locale.ROOT), owned.name()));
        }
        if (access.isAdministrator(user)) {
            return lines;
        }
        Set<String> own = Set.copyOf(access.rolesOf(user));
        return lines.stream()
                .filter(line -> own.contains(Access.fold(line.grantee())))
                .toList();
    }

    private Optional<Line> line(String grantee, StoredGrant grant) {
        return switch (grant.kind()) {
            case StoredGrant.RELATION ->
                catalog.entries().stream()
                        .filter(entry -> entry.id().equals(grant.object()))
                        .map(CatalogEntry::definition)
                        .map(relation -> new Line(
                                grantee,
                                grant.privilege(),
                                relation.kind().word().toUpperCase(Locale.ROOT),
                                relation.name().toString()))
                        .findFirst();
            case StoredGrant.QUERY ->
                queries.all().stream()
                        .filter(query -> query.id().equals(grant.object()))
                        .map(query -> new Line(grantee, grant.privilege(), "QUERY", query.name()))
                        .findFirst();
            default ->
                Optional.of(
                        new Line(grantee, grant.privilege(), grant.kind(), asWritten(grant.kind(), grant.object())));
        };
    }

    private String asWritten(String kind, String folded) {
        Stream<String> names = switch (kind) {
            case StoredGrant.SCHEMA -> catalog.schemas().stream();
            case StoredGrant.SECRET -> store.secrets().stream().map(StoredSecret::name);
            default -> Stream.empty();
        };
        return names.filter(folded::equalsIgnoreCase).findFirst().orElse(folded);
    }
}
