package io.tidemark.server.security;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.catalog.SinkTraits;
import io.tidemark.planner.statement.Privilege;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.ServerCatalog;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The catalog as a user may use it: relations that the user may do nothing with are refused where they are named, and are not among the names that
 * could have been meant; views are read with the rights of their owners.
 *
 * <p><b>Errors</b>: INSUFFICIENT_PRIVILEGE.
 *
 * @param user whose rights count
 * @param view the view that is read with them because the user owns it; empty for the statement itself
 */
public record AuthorizedCatalog(ServerCatalog catalog, Access access, String user, Optional<RelationName> view)
        implements Catalog {

    /** The catalog as a user may use it in a statement. */
    public AuthorizedCatalog(ServerCatalog catalog, Access access, String user) {
        this(catalog, access, user, Optional.empty());
    }

    @Override
    public Optional<RelationDefinition> relation(RelationName name) {
        Optional<CatalogEntry> found = catalog.entry(name);
        found.filter(entry -> !access.sees(user, entry)).ifPresent(entry -> {
            throw denied(entry.definition());
        });
        return found.map(CatalogEntry::definition);
    }

    private RuntimeException denied(RelationDefinition relation) {
        String kind = relation.kind().word();
        String name = relation.name().toString();
        return view.map(reader -> Denial.toOwner(reader, user, Privilege.SELECT, kind, name))
                .orElseGet(() -> Denial.of(user, Privilege.SELECT, kind, name));
    }

    @Override
    public void requireReadable(RelationDefinition relation) {
        catalog.entry(relation.name())
                .filter(entry -> !access.may(user, Privilege.SELECT, entry))
                .ifPresent(entry -> {
                    throw denied(relation);
                });
    }

    @Override
    public Catalog ofView(RelationDefinition view) {
        String owner = catalog.entry(view.name()).map(CatalogEntry::owner).orElse(user);
        return new AuthorizedCatalog(catalog, access, owner, Optional.of(view.name()));
    }

    @Override
    public List<String> schemas() {
        return catalog.schemas();
    }

    @Override
    public List<RelationDefinition> relations(String schema) {
        return catalog.entries().stream()
                .filter(entry -> entry.definition().name().schema().equalsIgnoreCase(schema))
                .filter(entry -> access.sees(user, entry))
                .map(CatalogEntry::definition)
                .toList();
    }

    @Override
    public Optional<FunctionDefinition> function(String name) {
        return catalog.function(name);
    }

    @Override
    public SinkTraits sinkTraits(RelationDefinition relation) {
        return catalog.sinkTraits(relation);
    }

    @Override
    public Optional<Duration> maxFutureSkew(RelationDefinition relation) {
        return catalog.maxFutureSkew(relation);
    }
}
