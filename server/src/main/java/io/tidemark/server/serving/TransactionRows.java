package io.tidemark.server.serving;

import io.tidemark.runtime.serving.SnapshotSpec.Input;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot.KeyLookup;
import io.tidemark.server.catalog.CatalogEntry;
import java.util.Optional;

/** What the statements of a transaction read in place of what is committed now: what was there when it began, and its own changes. */
public interface TransactionRows {

    /** The rows of an internal table, all or those of some keys. */
    Input table(CatalogEntry entry, Optional<KeyLookup> lookup);

    /** The rows of an internal stream. */
    Input stream(CatalogEntry entry);

    /** The version of a materialized view; nothing for one that was not open yet. */
    Optional<VersionedSnapshot> view(CatalogEntry entry);
}
