/** The connector {@code blackhole}: a sink that counts rows and drops them. Read {@link io.tidemark.connectors.blackhole.BlackholeConnector}. */
@NullMarked
package io.tidemark.connectors.blackhole;

import org.jspecify.annotations.NullMarked;
