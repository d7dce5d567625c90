package io.tidemark.jdbc;

import io.tidemark.jdbc.wire.WireService;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.remote.Service;

/** Avatica makes the transport of each connection through this class, which it finds by the name in the properties. */
public final class WireServiceFactory implements Service.Factory {

    /** Called by Avatica. */
    public WireServiceFactory() {}

    @Override
    public Service create(AvaticaConnection connection) {
        return new WireService((RemoteConnection) connection);
    }
}
