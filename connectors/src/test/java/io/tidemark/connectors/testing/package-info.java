/** What the tests of connectors share: contracts, schemas and rows as text, directories under test. */
@NullMarked
package io.tidemark.connectors.testing;

import org.jspecify.annotations.NullMarked;
