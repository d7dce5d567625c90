package io.tidemark.server.avatica;

import io.tidemark.jdbc.embedded.Reply;
import io.tidemark.server.session.SessionFactory;
import java.time.Clock;
import java.time.Duration;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service;

/** Answers messages of Avatica's protocol that come from this process itself, without a network. Thread-safe. */
public final class MessageService implements AutoCloseable {

    private final ServerMeta meta;
    private final ProtobufHandler protobuf;

    /**
     * Makes one.
     *
     * @param sessions makes the sessions of connections
     * @param idleTimeout how long a connection may say nothing
     */
    public MessageService(SessionFactory sessions, Duration idleTimeout) {
        this.meta = new ServerMeta(sessions, idleTimeout, Clock.systemUTC());
        LocalService service = new LocalService(meta);
        this.protobuf = new ProtobufHandler(service, new ProtobufTranslationImpl(), NoopMetricsSystem.getInstance());
        Service.RpcMetadataResponse here = new Service.RpcMetadataResponse("embedded");
        service.setRpcMetadata(here);
        protobuf.setRpcMetadata(here);
    }

    /** Answers a message; a push query's fetch takes up to a second. */
    public Reply answer(byte[] message) {
        HandlerResponse<byte[]> response = protobuf.apply(message);
        return new Reply(response.getStatusCode(), response.getResponse());
    }

    /** Ends every statement and connection. */
    @Override
    public void close() {
        meta.closeAll();
    }
}
