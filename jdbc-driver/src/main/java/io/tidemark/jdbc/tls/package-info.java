/**
 * Whom the driver trusts when it connects with TLS.
 *
 * <p>Requests are made elsewhere. Read {@link io.tidemark.jdbc.tls.TlsOptions} first.
 */
@NullMarked
package io.tidemark.jdbc.tls;

import org.jspecify.annotations.NullMarked;
