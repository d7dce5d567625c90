package io.tidemark.server.activity;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A client's session as others see it: who it is, what it runs, and how it is ended. Thread-safe. */
public final class ConnectedSession implements AutoCloseable {

    private static final int SHOWN_CHARACTERS = 255;

    private final int number;
    private final String user;
    private final String address;
    private volatile String program;
    private final Instant connectedAt;
    private final Clock clock;
    private final Runnable onClose;
    private final Map<Integer, RunningStatement> statements = new ConcurrentSkipListMap<>();
    private final AtomicInteger lastStatement = new AtomicInteger();
    private volatile Runnable disconnect = () -> {};
    private volatile boolean killed;

    /**
     * Who has opened a session.
     *
     * @param program what it calls itself; may be empty
     * @param address where it is
     */
    public record Client(String program, String address) {}

    ConnectedSession(int number, String user, Client client, Clock clock, Runnable onClose) {
        this.number = number;
        this.user = user;
        this.program = shown(client.program());
        this.address = client.address();
        this.clock = clock;
        this.connectedAt = clock.instant();
        this.onClose = onClose;
    }

    /** Names it in KILL SESSION. */
    public String id() {
        return Integer.toString(number);
    }

    /** Who is connected. */
    public String user() {
        return user;
    }

    /** The program, as it calls itself, and its address. */
    public String client() {
        return (program + " " + address).strip();
    }

    /** The program calls itself otherwise from now on. */
    public void setProgram(String name) {
        program = shown(name);
    }

    private static String shown(String program) {
        return program.length() <= SHOWN_CHARACTERS ? program : program.substring(0, SHOWN_CHARACTERS);
    }

    /** When it was opened. */
    public Instant connectedAt() {
        return connectedAt;
    }

    /** What it runs, oldest first. */
    public List<RunningStatement> statements() {
        return List.copyOf(statements.values());
    }

    /**
     * Notes that a statement begins.
     *
     * @return to be run when it has ended
     * @throws CodedException EXTERNAL_CONNECTION_LOST if the session was killed
     */
    public Runnable begin(String sql, StatementControl control) {
        int statement = lastStatement.incrementAndGet();
        statements.put(statement, new RunningStatement(id() + "." + statement, sql, clock.instant(), control));
        if (killed) {
            statements.remove(statement);
            throw killedError();
        }
        return () -> statements.remove(statement);
    }

    /** Says how the client is cut off when the session is killed. */
    public void onKill(Runnable action) {
        disconnect = action;
    }

    /** Whether {@link #kill} was called. */
    public boolean isKilled() {
        return killed;
    }

    /** What the client of a killed session is told. */
    public CodedException killedError() {
        return CodedException.of(ErrorCode.EXTERNAL_CONNECTION_LOST, "the session was ended by KILL SESSION")
                .hint("connect again");
    }

    /** The error that the client is given: the one at hand, unless it was cancelled because the session was killed. */
    public CodedException reported(CodedException error) {
        return killed && error.code() == ErrorCode.CANCELLED ? killedError() : error;
    }

    /**
     * Ends the session: its statements end, its transaction is rolled back and its client is cut off.
     *
     * @return completes when that is done
     */
    public CompletableFuture<Void> kill() {
        killed = true;
        statements.values().forEach(statement -> statement.control().cancel());
        CompletableFuture<Void> done = new CompletableFuture<>();
        // On a thread of its own: a rollback waits for the session's statements, and two sessions may kill each other.
        Thread ending = new Thread(() -> end(done), "kill-" + number);
        ending.setDaemon(true);
        ending.start();
        return done;
    }

    private void end(CompletableFuture<Void> done) {
        try {
            disconnect.run();
            done.complete(null);
        } catch (RuntimeException e) {
            done.completeExceptionally(e);
        }
    }

    /** The client has gone. */
    @Override
    public void close() {
        onClose.run();
    }
}
