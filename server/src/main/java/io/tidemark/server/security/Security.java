package io.tidemark.server.security;

import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.secret.Secrets;

/**
 * Users, and what they may do.
 *
 * @param users who may connect
 * @param access who may do what
 * @param grants changes what users may do
 * @param list lists it
 * @param statements checks statements
 * @param secrets changes secrets
 * @param privileges lists privileges on relations
 */
public record Security(
        Users users,
        Access access,
        Grants grants,
        GrantList list,
        StatementAccess statements,
        SecretCommands secrets,
        RelationPrivileges privileges) {

    /** The users of a catalog, and what they may do with its relations and these queries. */
    public static Security of(CatalogStore store, ServerCatalog catalog, QueryService queries, Secrets secrets) {
        Access access = new Access(store);
        SecretCommands commands = new SecretCommands(secrets, catalog, access);
        StatementAccess statements = new StatementAccess(access, catalog, queries);
        return new Security(
                new Users(store, new Ownership(store, catalog, queries), access),
                access,
                new Grants(store, catalog, access, statements, commands),
                new GrantList(store, catalog, queries, access),
                statements,
                commands,
                new RelationPrivileges(store, catalog, access));
    }
}
