package io.tidemark.server.avatica;

import io.tidemark.server.http.RequestBody;
import io.tidemark.server.http.RequestMemory;
import io.tidemark.server.http.SlowConnections;
import io.tidemark.server.security.Login;
import io.tidemark.server.security.RequestGate;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Takes POST requests with a protobuf message, and answers everything else with a line for people.
 *
 * <p>A request holds a thread only while it is carried out: not while it arrives, and not while a push query waits for rows.
 */
final class ProtocolHandler extends Handler.Abstract {

    /** How long a push query without rows keeps its client waiting for a sign of life. */
    private static final Duration LONG_POLL = Duration.ofSeconds(1);

    private final ProtocolService protocol;
    private final RequestGate gate;
    private final CallOrigin origin;
    private final RequestMemory memory;
    private final EndpointSettings settings;
    private final SlowConnections slow;
    private final Executor threads;

    /** One request and where its answer goes. */
    private record Exchange(Request request, Response response, Callback callback, Login sender) {}

    /**
     * A handler.
     *
     * @param gate finds out who sends a request
     * @param threads carry out what could not be carried out at once
     */
    ProtocolHandler(
            ProtocolService protocol,
            RequestGate gate,
            CallOrigin origin,
            RequestMemory memory,
            EndpointSettings settings,
            SlowConnections slow,
            Executor threads) {
        this.protocol = protocol;
        this.gate = gate;
        this.origin = origin;
        this.memory = memory;
        this.settings = settings;
        this.slow = slow;
        this.threads = threads;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The last step deals with failures itself.
    public boolean handle(Request request, Response response, Callback callback) {
        slow.begins(request);
        if (!request.getMethod().equals("POST")) {
            response.setStatus(HttpStatus.METHOD_NOT_ALLOWED_405);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
            Content.Sink.write(
                    response, true, "Tidemark speaks JDBC here: connect with jdbc:tidemark://host:port\n", callback);
            return true;
        }
        Exchange exchange;
        try {
            // Before the body is read: who may not be here does not get to send much.
            exchange = new Exchange(request, response, callback, gate.admit(request));
        } catch (CodedException e) {
            turnAway(response, callback, e);
            return true;
        }
        RequestBody body;
        try {
            body = new RequestBody(request, request.getLength(), settings.requestBytes(), memory);
        } catch (CodedException e) {
            refuse(exchange, e);
            return true;
        }
        CompletableFuture<byte[]> arrived = body.read();
        if (!arrived.isDone()) {
            arrived = arrived.orTimeout(settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
        }
        arrived.whenComplete((bytes, failure) -> {
            if (failure == null) {
                carryOut(exchange, bytes, body);
            } else {
                body.close();
                refuse(exchange, failure);
            }
        });
        return true;
    }

    /** Answers when a push query has rows, or gives a sign of life. */
    @SuppressWarnings("FutureReturnValueIgnored") // The last step deals with failures itself.
    private void carryOut(Exchange exchange, byte[] bytes, RequestBody body) {
        CompletableFuture<Void> ready =
                origin.from(exchange.sender(), address(exchange.request()), () -> protocol.whenReady(bytes));
        if (ready.isDone()) {
            answer(exchange, body, () -> protocol.answer(bytes));
            return;
        }
        ready.completeOnTimeout(null, LONG_POLL.toMillis(), TimeUnit.MILLISECONDS)
                .whenCompleteAsync((nothing, failure) -> answer(exchange, body, () -> protocol.answer(bytes)), threads);
    }

    private void answer(Exchange exchange, RequestBody body, Supplier<HandlerResponse<byte[]>> made) {
        HandlerResponse<byte[]> answer;
        try {
            answer = origin.from(exchange.sender(), address(exchange.request()), made);
        } catch (RuntimeException | Error e) {
            exchange.callback().failed(e);
            return;
        } finally {
            body.close();
        }
        send(exchange, answer);
    }

    private void turnAway(Response response, Callback callback, CodedException error) {
        boolean unknown = error.code() == ErrorCode.AUTHENTICATION;
        if (unknown) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Basic realm=\"Tidemark\"");
        }
        HandlerResponse<byte[]> answer = protocol.refusal(error);
        int status = unknown ? HttpStatus.UNAUTHORIZED_401 : answer.getStatusCode();
        send(response, callback, status, answer.getResponse());
    }

    private static String address(Request request) {
        return Request.getRemoteAddr(request) + ":" + Request.getRemotePort(request);
    }

    private void refuse(Exchange exchange, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof CodedException coded) {
            send(exchange, protocol.refusal(coded));
        } else if (cause instanceof TimeoutException) {
            exchange.response().getHeaders().put(HttpHeader.CONNECTION, "close");
            send(exchange, protocol.refusal(tooSlow(settings.requestTimeout())));
        } else {
            exchange.callback().failed(cause);
        }
    }

    private static CodedException tooSlow(Duration timeout) {
        return CodedException.of(
                        ErrorCode.RESOURCE_LIMIT, "the request has not arrived within " + timeout.toSeconds() + " s")
                .hint("send less at a time, or raise server.request-timeout");
    }

    private static void send(Exchange exchange, HandlerResponse<byte[]> answer) {
        send(exchange.response(), exchange.callback(), answer.getStatusCode(), answer.getResponse());
    }

    private static void send(Response response, Callback callback, int status, byte[] message) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/octet-stream;charset=utf-8");
        response.write(true, ByteBuffer.wrap(message), callback);
    }
}
