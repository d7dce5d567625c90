package io.tidemark.runtime.connector;

import java.util.List;

/** A connector whose rows can be looked up by a key while a query runs. */
public interface LookupConnector extends Connector {

    /** Every option that a relation that is looked up takes. */
    List<Option> lookupOptions();

    /**
     * Checks the options for lookups as far as that goes without the outside world.
     *
     * @throws io.tidemark.sql.error.CodedException INVALID_OPTION, naming the option
     */
    void validateLookup(Options options);

    /**
     * Makes a relation ready to be looked up. The outside world is not touched before {@link Lookup#find}.
     *
     * @throws io.tidemark.sql.error.CodedException naming the option or the column at fault
     */
    Lookup openLookup(LookupSpec spec);
}
