package io.tidemark.jdbc.wire;

import io.tidemark.jdbc.embedded.Reply;
import io.tidemark.jdbc.error.EncryptionFailures;
import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.frame.ColumnFrame;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.apache.calcite.avatica.remote.ProtobufService;
import org.apache.calcite.avatica.remote.ProtobufTranslation;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one connection. Each is one message with its answer; they are registered by statement, and can be given up from other threads.
 *
 * <p>A request that changes something is sent once. One that changes nothing is repeated once if its TCP connection turns out
 * to have been closed by the server; and any is if the server refused it because it does not know the connection, which is then opened again.
 */
public final class WireService extends ProtobufService {

    private static final int NO_STATEMENT = -1;
    private static final int UNAUTHORIZED = 401;

    private final Reopening reopening;
    private final ProtobufTranslation translation = new ProtobufTranslationImpl();
    private final Set<Call> callsInFlight = ConcurrentHashMap.newKeySet();
    private final AtomicInteger lastStatement = new AtomicInteger();
    private volatile Duration answerTimeout = Duration.ZERO;
    private volatile @Nullable Transport transport;
    private volatile boolean opened;

    /** What becomes of a connection that the server does not know any longer. */
    public interface Reopening {
        /** How often the connection has been opened. */
        int openings();

        /**
         * Opens the connection again, unless that has been done since it was opened for the given time.
         *
         * @return whether it is open now
         * @throws SQLException if it cannot be opened, or something would be lost
         */
        boolean reopen(int opening, SQLException cause) throws SQLException;
    }

    /** A request that is waiting for its answer. */
    private static final class Call {
        private final int statementId;
        private final CompletableFuture<Reply> answer;
        private volatile boolean givenUp;

        Call(int statementId, CompletableFuture<Reply> answer) {
            this.statementId = statementId;
            this.answer = answer;
        }

        void giveUp() {
            givenUp = true;
            answer.cancel(true);
        }
    }

    /**
     * Makes the calls of a connection.
     *
     * @param reopening what becomes of the connection if the server does not know it any longer
     */
    public WireService(Reopening reopening) {
        this.reopening = reopening;
    }

    /** Sets how messages reach the server. */
    public void through(Transport way) {
        transport = way;
    }

    private Transport transport() {
        return Objects.requireNonNull(transport, "the connection is not open");
    }

    /** The server, as error messages name it. */
    public String server() {
        return transport().server();
    }

    /** Sets how long a call may go without an answer; zero waits for ever, as push queries do between two heartbeats. */
    public void answerTimeout(Duration timeout) {
        answerTimeout = timeout;
    }

    /** The greatest number of a statement that the server has given. */
    public int lastStatement() {
        return lastStatement.get();
    }

    /** Whether a thread is waiting for an answer to a call of the statement. */
    public boolean isWaiting(int statementId) {
        return callsInFlight.stream().anyMatch(call -> call.statementId == statementId);
    }

    /** Makes the threads that wait for calls of the statement return with a cancellation. */
    public void giveUp(int statementId) {
        callsInFlight.stream().filter(call -> call.statementId == statementId).forEach(Call::giveUp);
    }

    /** Makes all waiting threads return with a cancellation. */
    public void giveUpAll() {
        callsInFlight.forEach(Call::giveUp);
    }

    /** Gives up all calls, and lets go of the way to the server. */
    public void close() {
        giveUpAll();
        Transport way = transport;
        if (way != null) {
            way.close();
        }
    }

    @Override
    public Response _apply(Request request) {
        try {
            return answer(request, answerTimeout);
        } catch (SQLException e) {
            throw Failures.throwThrough(e);
        }
    }

    /** The answer to a request, for which the connection is opened again if need be. */
    public Response answer(Request request, Duration timeout) throws SQLException {
        int opening = reopening.openings();
        try {
            return answerOnce(request, timeout);
        } catch (SQLException e) {
            if (!Failures.isUnknownConnection(e)
                    || !WireRequests.isForAnySession(request)
                    || !reopening.reopen(opening, e)) {
                throw e;
            }
        }
        return answerOnce(request, timeout);
    }

    /** The answer of the session that the server has now. */
    public Response answerOnce(Request request, Duration timeout) throws SQLException {
        try {
            byte[] body = WireNames.toWire(translation.serializeRequest(WireRequests.lean(request)));
            Reply answer = exchange(request, body, timeout);
            opened = true;
            Optional<Response> closed = WireRequests.closed(request);
            if (answer.status() == UNAUTHORIZED && closed.isPresent()) {
                // Whoever is no longer let in, as after a change of the password, has nothing there that could be
                // closed.
                return closed.get();
            }
            Response response = read(answer);
            WireRequests.statementOf(response).ifPresent(id -> lastStatement.accumulateAndGet(id, Math::max));
            return response;
        } catch (IOException e) {
            throw Failures.connectionLost(server(), e);
        }
    }

    private Reply exchange(Request request, byte[] body, Duration timeout) throws SQLException {
        try {
            return await(request, body, timeout);
        } catch (SSLException e) {
            throw opened ? Failures.connectionLost(server(), e) : EncryptionFailures.noTls(server(), e);
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw opened ? Failures.connectionLost(server(), e) : Failures.unreachable(server(), e);
        } catch (IOException e) {
            if (!WireRequests.changesNothing(request)) {
                throw Failures.connectionLost(server(), e);
            }
        }
        try {
            return await(request, body, timeout);
        } catch (ConnectException e) {
            throw opened ? Failures.connectionLost(server(), e) : Failures.unreachable(server(), e);
        } catch (IOException e) {
            throw opened ? Failures.connectionLost(server(), e) : EncryptionFailures.noAnswer(server(), e);
        }
    }

    private Reply await(Request request, byte[] body, Duration timeout) throws IOException, SQLException {
        Call call = new Call(
                WireRequests.statementOf(request).orElse(NO_STATEMENT),
                transport().send(body, timeout));
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
            if (cause instanceof TimeoutException) {
                throw new IOException("no answer within " + timeout.toMillis() + " ms", cause);
            }
            throw cause instanceof IOException ? (IOException) cause : new IOException(cause);
        } finally {
            callsInFlight.remove(call);
        }
    }

    private Response read(Reply answer) throws SQLException {
        int status = answer.status();
        Response response = status == 200 || status == 500 || status == 401 || status == 403 ? parse(answer) : null;
        if (response instanceof ErrorResponse) {
            throw Failures.ofServer((ErrorResponse) response, server());
        }
        if (status == 401 || status == 403) {
            throw Failures.wrongPassword(server());
        }
        if (status == 503) {
            throw Failures.overloaded(server());
        }
        if (response == null) {
            throw Failures.notTidemark(server(), "it answers HTTP " + status);
        }
        return response;
    }

    private @Nullable Response parse(Reply answer) throws SQLException {
        if (ColumnFrame.isIn(answer.body())) {
            return new FetchResponse(ColumnFrame.read(answer.body()), false, false, null);
        }
        try {
            return translation.parseResponse(WireNames.fromWire(answer.body()));
        } catch (IOException | IllegalArgumentException e) {
            if (answer.status() == 200) {
                throw Failures.notTidemark(server(), "its answer is not a message of the protocol");
            }
            return null;
        }
    }
}
