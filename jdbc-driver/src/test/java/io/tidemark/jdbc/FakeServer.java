package io.tidemark.jdbc;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service.RpcMetadataResponse;

/** A real Avatica endpoint on a free port, whose answers are scripted in {@link FakeMeta}. */
public final class FakeServer implements AutoCloseable {

    private final FakeMeta meta = new FakeMeta();
    private final LocalService service = new LocalService(meta);
    private final ProtobufHandler handler =
            new ProtobufHandler(service, new ProtobufTranslationImpl(), NoopMetricsSystem.getInstance());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer http;
    private volatile int fixedStatus;

    /** Starts the endpoint. */
    public FakeServer() {
        // This server writes head and body apart; without the option each answer waits 40 ms for an acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        service.setRpcMetadata(new RpcMetadataResponse("127.0.0.1:" + port()));
        http.setExecutor(threads);
        http.createContext("/", this::answer);
        http.start();
    }

    /** What it answers. */
    public FakeMeta meta() {
        return meta;
    }

    int port() {
        return http.getAddress().getPort();
    }

    /** The URL under which the driver reaches it. */
    public String url() {
        return "jdbc:tidemark://127.0.0.1:" + port();
    }

    /** From now on every request is answered with this HTTP status and no message of the protocol. */
    void answerOnlyWith(int status) {
        fixedStatus = status;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] request = exchange.getRequestBody().readAllBytes();
            if (fixedStatus != 0) {
                exchange.sendResponseHeaders(fixedStatus, -1);
                return;
            }
            HandlerResponse<byte[]> response = handler.apply(request);
            exchange.sendResponseHeaders(response.getStatusCode(), response.getResponse().length);
            exchange.getResponseBody().write(response.getResponse());
        }
    }

    @Override
    public void close() {
        meta.shutdown();
        http.stop(0);
        threads.shutdownNow();
    }
}
