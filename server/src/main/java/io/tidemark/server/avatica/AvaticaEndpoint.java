package io.tidemark.server.avatica;

import io.tidemark.server.session.SessionFactory;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The HTTP server that speaks Avatica's protobuf protocol.
 *
 * <p>Each request holds a thread while it is carried out; a push query's fetch up to a second.
 *
 * <p><b>Errors</b>: EXTERNAL_ADDRESS_IN_USE if the port is taken.
 */
public final class AvaticaEndpoint implements AutoCloseable {

    private static final int MAX_THREADS = 512;
    private static final int IDLE_MILLIS = 60_000;

    private final Server server;
    private final ServerConnector connector;
    private final ServerMeta meta;

    private AvaticaEndpoint(Server server, ServerConnector connector, ServerMeta meta) {
        this.server = server;
        this.connector = connector;
        this.meta = meta;
    }

    /** Begins to listen on {@code host:port}; port 0 takes any that is free. */
    public static AvaticaEndpoint start(String host, int port, SessionFactory sessions, Duration idleTimeout) {
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 4, IDLE_MILLIS);
        threads.setName("jdbc");
        threads.setDaemon(true);
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost(host);
        connector.setPort(port);
        server.addConnector(connector);
        ServerMeta meta = new ServerMeta(sessions, idleTimeout, Clock.systemUTC());
        LocalService service = new LocalService(meta);
        ProtobufHandler protobuf =
                new ProtobufHandler(service, new ProtobufTranslationImpl(), NoopMetricsSystem.getInstance());
        server.setHandler(new ProtocolHandler(protobuf));
        try {
            server.start();
        } catch (Exception e) {
            throw notStarted(host, port, e);
        }
        String address = host + ":" + connector.getLocalPort();
        Service.RpcMetadataResponse metadata = new Service.RpcMetadataResponse(address);
        service.setRpcMetadata(metadata);
        protobuf.setRpcMetadata(metadata);
        return new AvaticaEndpoint(server, connector, meta);
    }

    private static CodedException notStarted(String host, int port, Exception e) {
        Throwable cause = e;
        while (cause != null && !(cause instanceof BindException)) {
            cause = cause.getCause();
        }
        if (cause != null) {
            return CodedException.of(ErrorCode.EXTERNAL_ADDRESS_IN_USE, "cannot listen on " + host + ":" + port)
                    .hint("stop what listens there, or give another port with --port (0 picks a free one)")
                    .cause(e);
        }
        return CodedException.of(ErrorCode.EXTERNAL_IO, "cannot listen on " + host + ":" + port + ": " + e.getMessage())
                .cause(e);
    }

    /** The address listened on. */
    public InetSocketAddress address() {
        return new InetSocketAddress(connector.getHost(), connector.getLocalPort());
    }

    /** Ends every statement and connection, and stops listening. */
    @Override
    public void close() {
        meta.closeAll();
        try {
            server.stop();
        } catch (Exception e) {
            throw CodedException.externalIo("cannot stop the JDBC endpoint: " + e.getMessage(), e);
        }
    }

    /** Takes POST requests with a protobuf message, and answers everything else with a line for people. */
    private static final class ProtocolHandler extends Handler.Abstract {

        private final ProtobufHandler protobuf;

        ProtocolHandler(ProtobufHandler protobuf) {
            this.protobuf = protobuf;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (!request.getMethod().equals("POST")) {
                response.setStatus(405);
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
                Content.Sink.write(
                        response,
                        true,
                        "Tidemark speaks JDBC here: connect with jdbc:tidemark://host:port\n",
                        callback);
                return true;
            }
            byte[] body = Content.Source.asInputStream(request).readAllBytes();
            HandlerResponse<byte[]> answer = protobuf.apply(body);
            response.setStatus(answer.getStatusCode());
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/octet-stream;charset=utf-8");
            response.write(true, ByteBuffer.wrap(answer.getResponse()), callback);
            return true;
        }
    }
}
