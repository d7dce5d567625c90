package io.tidemark.server.catalog;

import io.tidemark.runtime.checkpoint.DurableFiles;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The durable catalog: {@code catalog.log} in the data directory, written anew at each start. Every change is forced to disk when its method
 * returns, so that neither {@code kill -9} nor a loss of power takes back what was acknowledged.
 *
 * <p><b>Errors</b>: EXTERNAL_IO if the log can't be read or written; then nothing has changed. CORRUPTED if it is damaged. Safe for use by several
 * threads.
 */
public final class CatalogStore implements AutoCloseable {

    private static final String FILE = "catalog.log";
    private static final String FORMER_FILE = "catalog.mv.db";

    private final CatalogLog log;
    private final CatalogContents contents;
    private volatile Map<String, StoredRole> roles;
    private volatile Map<String, String> schemaOwners;

    private CatalogStore(CatalogLog log, CatalogContents contents) {
        this.log = log;
        this.contents = contents;
        this.roles = contents.roles();
        this.schemaOwners = contents.schemaOwners();
    }

    /** Opens the catalog of a data directory, or makes an empty one. */
    public static CatalogStore open(Path dataDirectory, DurableFiles files) {
        Path file = dataDirectory.toAbsolutePath().resolve(FILE);
        if (Files.notExists(file) && Files.exists(dataDirectory.resolve(FORMER_FILE))) {
            throw CodedException.of(
                            ErrorCode.INVALID_CONFIGURATION,
                            "data directory \"" + dataDirectory
                                    + "\" was written by a former version, whose catalog this one does not read")
                    .hint("give the server another data directory with --data-dir");
        }
        CatalogContents contents = new CatalogContents();
        CatalogLog.read(file, files).forEach(contents::apply);
        return new CatalogStore(CatalogLog.rewrite(file, contents.records(), files), contents);
    }

    /** A number greater than that of anything ever added. */
    public synchronized long nextSequence() {
        return contents.nextSequence();
    }

    /** The names of the schemas created, as they were written; in no particular order. */
    public synchronized List<String> schemas() {
        return contents.schemas();
    }

    /** The relations in their order of creation. */
    public synchronized List<StoredRelation> relations() {
        return contents.relations();
    }

    /** The indexes of a relation in their order of creation. */
    public synchronized List<StoredIndex> indexes(String relationId) {
        return contents.indexes(relationId);
    }

    /** The queries in their order of creation. */
    public synchronized List<StoredQuery> queries() {
        return contents.queries();
    }

    /** The functions in their order of creation. */
    public synchronized List<StoredFunction> functions() {
        return contents.functions();
    }

    /** The users and roles in their order of creation. */
    public List<StoredRole> roles() {
        return List.copyOf(roles.values());
    }

    /** The user or role of a name, without regard to case. */
    public Optional<StoredRole> role(String name) {
        return Optional.ofNullable(roles.get(name.toLowerCase(Locale.ROOT)));
    }

    /** Adds a user or role, or replaces the one with its name, without regard to case. */
    public void putRole(StoredRole role) {
        change(new CatalogRecord.RoleStored(role));
    }

    /** Removes a user or role. */
    public void removeRole(String name) {
        change(new CatalogRecord.RoleRemoved(name));
    }

    /** The secrets in their order of creation, encrypted. */
    public synchronized List<StoredSecret> secrets() {
        return contents.secrets();
    }

    /** Adds a secret, or replaces the one with its name, without regard to case. */
    public void putSecret(StoredSecret secret) {
        change(new CatalogRecord.SecretStored(secret));
    }

    /** Removes a secret. */
    public void removeSecret(String name) {
        change(new CatalogRecord.SecretRemoved(name));
    }

    /** The owner of a schema; empty if it belongs to no one or is not there. */
    public Optional<String> schemaOwner(String name) {
        return Optional.ofNullable(schemaOwners.get(name.toLowerCase(Locale.ROOT)))
                .filter(owner -> !owner.isEmpty());
    }

    /** Adds a schema, or changes its owner; it belongs to a user, or to no one. */
    public void addSchema(String name, String owner) {
        change(new CatalogRecord.SchemaAdded(name, owner));
    }

    /** Removes a schema. */
    public void removeSchema(String name) {
        change(new CatalogRecord.SchemaRemoved(name.toLowerCase(Locale.ROOT)));
    }

    /** Adds a relation. */
    public void addRelation(StoredRelation relation) {
        change(new CatalogRecord.RelationAdded(relation));
    }

    /** Removes a relation. */
    public void removeRelation(String id) {
        change(new CatalogRecord.RelationRemoved(id));
    }

    /** Puts a version of a materialized view and its query in the place of another one, of these ids, whose indexes it takes over. At once. */
    public void replaceView(String formerRelation, String formerQuery, StoredRelation relation, StoredQuery query) {
        change(new CatalogRecord.ViewReplaced(formerRelation, formerQuery, relation, query));
    }

    /** Adds an index. */
    public void addIndex(StoredIndex index) {
        change(new CatalogRecord.IndexAdded(index));
    }

    /** Removes an index. */
    public void removeIndex(String relationId, String name) {
        change(new CatalogRecord.IndexRemoved(relationId, name));
    }

    /** Adds a function, or replaces the one with its name, without regard to case. */
    public void addFunction(StoredFunction function) {
        change(new CatalogRecord.FunctionAdded(function));
    }

    /** Removes a function. */
    public void removeFunction(String name) {
        change(new CatalogRecord.FunctionRemoved(name));
    }

    /** Adds a query. */
    public void addQuery(StoredQuery query) {
        change(new CatalogRecord.QueryStored(query));
    }

    /** Keeps what a query was told to be; nothing if it is gone. */
    public synchronized void setQueryState(String id, StoredQuery.State state) {
        contents.query(id).ifPresent(query -> change(new CatalogRecord.QueryStored(query.withState(state))));
    }

    /** Keeps a query's options; nothing if it is gone. */
    public synchronized void setQueryOptions(String id, Map<String, String> options) {
        contents.query(id).ifPresent(query -> change(new CatalogRecord.QueryStored(query.withOptions(options))));
    }

    /** Gives a query another owner; nothing if it is gone. */
    public synchronized void setQueryOwner(String id, String owner) {
        contents.query(id).ifPresent(query -> change(new CatalogRecord.QueryStored(query.withOwner(owner))));
    }

    /** Gives a relation another owner; nothing if it is gone. */
    public synchronized void setRelationOwner(String id, String owner) {
        contents.relations().stream()
                .filter(relation -> relation.id().equals(id))
                .findFirst()
                .ifPresent(relation -> change(new CatalogRecord.RelationAdded(relation.withOwner(owner))));
    }

    /** Removes a query. */
    public void removeQuery(String id) {
        change(new CatalogRecord.QueryRemoved(id));
    }

    private synchronized void change(CatalogRecord record) {
        log.append(record);
        contents.apply(record);
        // Asked for with each request, which must not wait for a disk.
        roles = contents.roles();
        schemaOwners = contents.schemaOwners();
    }

    @Override
    public synchronized void close() {
        log.close();
    }
}
