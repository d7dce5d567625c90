package io.tidemark.server.system;

import io.tidemark.planner.statement.Privilege;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.query.RunningQuery;
import io.tidemark.server.security.Access;
import java.util.List;

/**
 * Who reads a system table.
 *
 * @param user empty where there are no users
 */
public record Viewer(String user, Access access) {

    /** The relations that the user may do something with, by schema and name. */
    public List<CatalogEntry> of(ServerCatalog catalog) {
        return catalog.entries().stream().filter(this::sees).toList();
    }

    /** Whether the user may see something that belongs to an owner, such as a session. */
    public boolean seesOf(String owner) {
        return access.seesOf(user, owner);
    }

    /** Whether the user may do something with a relation. */
    public boolean sees(CatalogEntry relation) {
        return access.sees(user, relation);
    }

    /** Whether the user may do everything with a relation, and so may know how it is defined. */
    public boolean owns(CatalogEntry relation) {
        return access.may(user, Privilege.ADMIN, relation);
    }

    /** The queries of which the user sees how they run: the user's own, and those that privileges allow. */
    public List<RunningQuery> of(QueryService queries) {
        return queries.all().stream()
                .filter(query -> access.may(user, Privilege.SELECT, query))
                .toList();
    }

    /** Throws INSUFFICIENT_PRIVILEGE unless the user may see what is for administrators alone. */
    public void requireAdministrator() {
        access.requireAdministrator(user);
    }
}
