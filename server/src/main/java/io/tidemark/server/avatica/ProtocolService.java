package io.tidemark.server.avatica;

import io.tidemark.server.frame.ColumnFrame;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.proto.Common;
import org.apache.calcite.avatica.proto.Requests;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the bytes of a request into those of its answer. Thread-safe. */
final class ProtocolService {

    private static final Logger LOG = LoggerFactory.getLogger(ProtocolService.class);

    /** A request for further rows is smaller than this. */
    private static final int FETCH_BYTES = 1024;

    private final ServerMeta meta;
    private final LocalService service;
    private final ProtobufTranslationImpl translation = new ProtobufTranslationImpl() {
        @Override
        public Service.Request parseRequest(byte[] request) {
            try {
                return super.parseRequest(request);
            } catch (IOException | RuntimeException e) {
                throw SqlErrors.wire(unreadable(e));
            }
        }

        @Override
        public byte[] serializeResponse(Service.Response response) throws IOException {
            return response instanceof Service.FetchResponse fetched && fetched.frame instanceof ColumnFrame columns
                    ? columns.bytes()
                    : super.serializeResponse(response);
        }
    };
    private final ProtobufHandler handler;

    ProtocolService(ServerMeta meta) {
        this.meta = meta;
        this.service = new LocalService(meta);
        this.handler = new ProtobufHandler(service, translation, NoopMetricsSystem.getInstance()) {
            @Override
            public HandlerResponse<byte[]> convertToErrorResponse(Exception error) {
                return super.convertToErrorResponse(isOfRequest(error) ? SqlErrors.wire(unusable(error)) : error);
            }
        };
    }

    /** Whether a request lacks what it needs, or has it in a form that it can't have: Avatica does not look before it uses it. */
    private static boolean isOfRequest(Exception error) {
        return error instanceof NullPointerException
                || error instanceof IllegalArgumentException
                || error instanceof IndexOutOfBoundsException
                || error instanceof ClassCastException
                || error instanceof UnsupportedOperationException;
    }

    private static CodedException unusable(Exception error) {
        LOG.warn("a request cannot be carried out as it was sent", error);
        return CodedException.of(
                        ErrorCode.PROTOCOL, "the request lacks something, or has something that it cannot have")
                .hint("connect with the JDBC driver of Tidemark")
                .cause(error);
    }

    /** Says under which address the server is known. */
    void listensAt(String address) {
        Service.RpcMetadataResponse metadata = new Service.RpcMetadataResponse(address);
        service.setRpcMetadata(metadata);
        handler.setRpcMetadata(metadata);
    }

    private static CodedException unreadable(Exception error) {
        return CodedException.of(
                        ErrorCode.PROTOCOL, "what was sent is no message of the protocol, expected Avatica's protobuf")
                .hint("connect with the JDBC driver of Tidemark")
                .cause(error);
    }

    /** Answers a request; what is no message of the protocol gets an error too. */
    HandlerResponse<byte[]> answer(byte[] request) {
        return handler.apply(request);
    }

    /** The answer that a request is refused. */
    HandlerResponse<byte[]> refusal(CodedException error) {
        return handler.convertToErrorResponse(SqlErrors.wire(error));
    }

    /** Completes when a request can be answered without waiting for rows of a push query; the caller may complete it before. */
    CompletableFuture<Void> whenReady(byte[] request) {
        if (request.length > FETCH_BYTES) {
            return CompletableFuture.completedFuture(null);
        }
        try {
            Common.WireMessage message = Common.WireMessage.parseFrom(request);
            if (message.getName().endsWith("$FetchRequest")) {
                Requests.FetchRequest fetch = Requests.FetchRequest.parseFrom(message.getWrappedMessage());
                return meta.whenReady(fetch.getConnectionId(), fetch.getStatementId());
            }
        } catch (IOException e) {
            // The answer says that it cannot be read.
            return CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.completedFuture(null);
    }
}
