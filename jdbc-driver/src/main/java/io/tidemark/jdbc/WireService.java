package io.tidemark.jdbc;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.calcite.avatica.remote.ProtobufService;
import org.apache.calcite.avatica.remote.ProtobufTranslation;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.jspecify.annotations.Nullable;

/**
 * The transport of one connection: each call is one HTTP request with a protobuf body, over the JDK's HTTP client.
 *
 * <p>The client opens as many TCP connections as there are calls at a time, so that push queries, each of which keeps one
 * waiting, do not starve the rest. Calls are registered by statement, and can be given up from other threads.
 *
 * <p>A request that changes something is sent once. One that changes nothing is repeated once if its TCP connection turns out
 * to have been closed by the server.
 */
final class WireService extends ProtobufService {

    private static final int NO_STATEMENT = -1;

    private final HttpClient http;
    private final URI uri;
    private final String server;
    private final ProtobufTranslation translation = new ProtobufTranslationImpl();
    private final Set<Call> callsInFlight = ConcurrentHashMap.newKeySet();
    private volatile Duration answerTimeout = Duration.ZERO;
    private volatile boolean opened;

    /** A request that is waiting for its answer. */
    private static final class Call {
        private final int statementId;
        private final CompletableFuture<HttpResponse<byte[]>> answer;
        private volatile boolean givenUp;

        Call(int statementId, CompletableFuture<HttpResponse<byte[]>> answer) {
            this.statementId = statementId;
            this.answer = answer;
        }

        void giveUp() {
            givenUp = true;
            answer.cancel(true);
        }
    }

    WireService(HttpClient http, String url) {
        this.http = http;
        this.uri = URI.create(url);
        this.server = uri.getAuthority();
    }

    /** Sets how long a call may go without an answer; zero waits for ever, as push queries do between two heartbeats. */
    void answerTimeout(Duration timeout) {
        answerTimeout = timeout;
    }

    /** Whether a thread is waiting for an answer to a call of the statement. */
    boolean isWaiting(int statementId) {
        return callsInFlight.stream().anyMatch(call -> call.statementId == statementId);
    }

    /** Makes the threads that wait for calls of the statement return with a cancellation. */
    void giveUp(int statementId) {
        callsInFlight.stream().filter(call -> call.statementId == statementId).forEach(Call::giveUp);
    }

    /** Makes all waiting threads return with a cancellation. */
    void giveUpAll() {
        callsInFlight.forEach(Call::giveUp);
    }

    @Override
    public Response _apply(Request request) {
        try {
            byte[] body = WireNames.toWire(translation.serializeRequest(request));
            HttpResponse<byte[]> answer = exchange(request, body);
            opened = true;
            return read(answer);
        } catch (IOException e) {
            throw Failures.throwThrough(Failures.connectionLost(server, e));
        } catch (SQLException e) {
            throw Failures.throwThrough(e);
        }
    }

    private HttpResponse<byte[]> exchange(Request request, byte[] body) throws SQLException {
        try {
            return await(request, body);
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw opened ? Failures.connectionLost(server, e) : Failures.unreachable(server, e);
        } catch (IOException e) {
            if (!WireRequests.changesNothing(request)) {
                throw Failures.connectionLost(server, e);
            }
        }
        try {
            return await(request, body);
        } catch (IOException e) {
            throw opened ? Failures.connectionLost(server, e) : Failures.unreachable(server, e);
        }
    }

    private HttpResponse<byte[]> await(Request request, byte[] body) throws IOException, SQLException {
        HttpRequest.Builder post = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/octet-stream")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        Duration timeout = answerTimeout;
        if (!timeout.isZero()) {
            post.timeout(timeout);
        }
        Call call = new Call(
                WireRequests.statementOf(request).orElse(NO_STATEMENT),
                http.sendAsync(post.build(), HttpResponse.BodyHandlers.ofByteArray()));
        callsInFlight.add(call);
        try {
            return call.answer.get();
        } catch (InterruptedException e) {
            call.giveUp();
            Thread.currentThread().interrupt();
            throw Failures.interrupted(e);
        } catch (CancellationException e) {
            throw Failures.cancelled(e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (call.givenUp) {
                throw Failures.cancelled(cause);
            }
            throw cause instanceof IOException ? (IOException) cause : new IOException(cause);
        } finally {
            callsInFlight.remove(call);
        }
    }

    private Response read(HttpResponse<byte[]> answer) throws SQLException {
        int status = answer.statusCode();
        Response response = status == 200 || status == 500 || status == 401 || status == 403 ? parse(answer) : null;
        if (response instanceof ErrorResponse) {
            throw Failures.ofServer((ErrorResponse) response, server);
        }
        if (status == 401 || status == 403) {
            throw Failures.wrongPassword(server);
        }
        if (status == 503) {
            throw Failures.overloaded(server);
        }
        if (response == null) {
            throw Failures.notTidemark(server, "it answers HTTP " + status);
        }
        return response;
    }

    private @Nullable Response parse(HttpResponse<byte[]> answer) throws SQLException {
        try {
            return translation.parseResponse(WireNames.fromWire(answer.body()));
        } catch (IOException | IllegalArgumentException e) {
            if (answer.statusCode() == 200) {
                throw Failures.notTidemark(server, "its answer is not a message of the protocol");
            }
            return null;
        }
    }
}
