package io.tidemark.server.security;

import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.catalog.StoredSecret;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.query.RunningQuery;
import java.util.ArrayList;
import java.util.List;

/** What belongs to whom: whoever created it. */
record Ownership(CatalogStore store, ServerCatalog catalog, QueryService queries) {

    /** One thing that belongs to someone; the kind in words. */
    record Owned(String owner, String kind, String name) {}

    /** Everything that belongs to someone. */
    List<Owned> all() {
        List<Owned> all = new ArrayList<>();
        for (String schema : catalog.schemas()) {
            store.schemaOwner(schema).ifPresent(owner -> all.add(new Owned(owner, "schema", schema)));
        }
        for (CatalogEntry entry : catalog.entries()) {
            all.add(new Owned(
                    entry.owner(),
                    entry.definition().kind().word(),
                    entry.definition().name().toString()));
        }
        for (RunningQuery query : queries.all()) {
            if (!query.isView()) {
                all.add(new Owned(query.owner(), "query", query.name()));
            }
        }
        store.secrets().forEach(secret -> all.add(new Owned(secret.owner(), "secret", secret.name())));
        return all.stream().filter(owned -> !owned.owner().isEmpty()).toList();
    }

    /** Gives everything that belongs to one user to another one. */
    void reassign(String from, String to) {
        for (String schema : catalog.schemas()) {
            if (store.schemaOwner(schema).filter(from::equalsIgnoreCase).isPresent()) {
                store.addSchema(schema, to);
            }
        }
        for (CatalogEntry entry : catalog.entries()) {
            if (entry.owner().equalsIgnoreCase(from)) {
                store.setRelationOwner(entry.id(), to);
                catalog.put(entry.withOwner(to));
            }
        }
        for (RunningQuery query : queries.all()) {
            if (query.owner().equalsIgnoreCase(from)) {
                store.setQueryOwner(query.id(), to);
                query.setOwner(to);
            }
        }
        for (StoredSecret secret : store.secrets()) {
            if (secret.owner().equalsIgnoreCase(from)) {
                store.putSecret(new StoredSecret(secret.name(), to, secret.encrypted()));
            }
        }
        catalog.accessChanged();
    }
}
