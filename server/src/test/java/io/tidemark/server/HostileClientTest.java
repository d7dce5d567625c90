package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that mean harm are refused with a code, and a session beside them gets right answers all the time. */
@Timeout(180)
class HostileClientTest {

    private static final int MEGABYTE = 1 << 20;
    private static final int STATEMENTS_PER_CONNECTION = 2000;

    @TempDir
    static Path directory;

    private static ServerFixture server;
    private static ExecutorService threads;
    private static HttpClient http;

    private final AtomicLong answers = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();
    private final CountDownLatch begun = new CountDownLatch(3);
    private Future<?> wellBehaved;

    @BeforeAll
    static void startServer() throws SQLException {
        server = new ServerFixture(
                directory.resolve("data"),
                Map.of("server.request-timeout", "2 s", "server.max-running-statements", "8"));
        threads = Executors.newCachedThreadPool();
        http = HttpClient.newHttpClient();
        server.execute("CREATE TABLE counted (n BIGINT NOT NULL, PRIMARY KEY (n))");
        server.execute("CREATE TABLE secrets (text STRING)");
        server.execute("INSERT INTO secrets VALUES ('open sesame')");
    }

    @AfterAll
    static void stopServer() {
        threads.shutdownNow();
        server.close();
    }

    /** A session that counts up to the number of its rows, and looks each time. */
    @BeforeEach
    void beginWellBehavedSession() throws InterruptedException {
        wellBehaved = threads.submit(() -> {
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO counted VALUES (?)")) {
                statement.execute("DELETE FROM counted");
                for (long n = 1; !over.get(); n++) {
                    insert.setLong(1, n);
                    assertThat(insert.executeUpdate()).isEqualTo(1);
                    try (ResultSet rows = statement.executeQuery("SELECT COUNT(*), MAX(n), SUM(n) FROM counted")) {
                        assertThat(ServerFixture.rows(rows)).containsExactly(n + "|" + n + "|" + n * (n + 1) / 2);
                    }
                    answers.incrementAndGet();
                    begun.countDown();
                }
            }
            return null;
        });
        begun.await();
    }

    /** It has had no wrong answer and no error, and gets answers still. */
    @AfterEach
    void askWellBehavedSession() throws Exception {
        long before = answers.get();
        while (answers.get() < before + 3 && !wellBehaved.isDone()) {
            Thread.onSpinWait();
        }
        over.set(true);
        wellBehaved.get();
        assertThat(server.rows("SELECT text FROM secrets")).containsExactly("open sesame");
    }

    private static URI uri() {
        return uri(server);
    }

    private static URI uri(ServerFixture of) {
        return URI.create(of.url().replace("jdbc:tidemark", "http"));
    }

    private static HttpResponse<byte[]> post(BodyPublisher body) throws IOException, InterruptedException {
        return post(uri(), body);
    }

    private static HttpResponse<byte[]> post(URI to, BodyPublisher body) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(to).POST(body).build(), BodyHandlers.ofByteArray());
    }

    private static Service.ErrorResponse refused(HttpResponse<byte[]> answer) throws IOException {
        assertThat(answer.statusCode()).isEqualTo(500);
        return (Service.ErrorResponse) new ProtobufTranslationImpl().parseResponse(answer.body());
    }

    @Test
    void garbage_for_protobuf_is_refused() throws Exception {
        Random random = new Random(42);
        byte[] valid = new ProtobufTranslationImpl()
                .serializeRequest(new Service.PrepareAndExecuteRequest("none", 1, "SELECT text FROM secrets", 10));
        List<byte[]> garbage = new ArrayList<>(List.of(new byte[0], "SELECT 1".getBytes(StandardCharsets.UTF_8)));
        for (int i = 0; i < 200; i++) {
            byte[] noise = new byte[random.nextInt(5000)];
            random.nextBytes(noise);
            garbage.add(noise);
            byte[] mangled = valid.clone();
            mangled[random.nextInt(mangled.length)] = (byte) random.nextInt();
            garbage.add(java.util.Arrays.copyOf(mangled, 1 + random.nextInt(mangled.length)));
        }
        for (byte[] body : garbage) {
            Service.ErrorResponse refused = refused(post(BodyPublishers.ofByteArray(body)));
            assertThat(refused.sqlState).as(refused.errorMessage).startsWith("08");
        }
        // Well formed, but of a connection that was never opened.
        assertThat(refused(post(BodyPublishers.ofByteArray(valid))).sqlState).isEqualTo("08003");
    }

    @Test
    void garbage_for_http_is_refused() throws Exception {
        Random random = new Random(42);
        List<byte[]> garbage = new ArrayList<>();
        for (String text : List.of(
                "SELECT 1\r\n\r\n",
                "POST / HTTP/9.9\r\nHost: x\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
                "GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nPadding: " + "x".repeat(MEGABYTE) + "\r\n\r\n")) {
            garbage.add(text.getBytes(StandardCharsets.ISO_8859_1));
        }
        for (int i = 0; i < 50; i++) {
            byte[] noise = new byte[1 + random.nextInt(2000)];
            random.nextBytes(noise);
            garbage.add(noise);
        }
        for (byte[] bytes : garbage) {
            String answer = rawAnswer(bytes);
            assertThat(answer).doesNotContain("open sesame", "root:");
            if (!answer.isEmpty()) {
                assertThat(answer).startsWith("HTTP/1.1 ").doesNotStartWith("HTTP/1.1 200");
            }
        }
    }

    /** What comes back until the server closes the connection. */
    private static String rawAnswer(byte[] bytes) throws IOException {
        try (Socket socket = new Socket(uri().getHost(), uri().getPort())) {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (SocketException closed) {
            return "";
        }
    }

    @Test
    void a_statement_of_100_megabytes_is_refused_however_it_is_sent() throws Exception {
        byte[] megabyte = new byte[MEGABYTE];
        BodyPublisher withoutLength = BodyPublishers.ofInputStream(() -> {
            List<InputStream> parts = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                parts.add(new java.io.ByteArrayInputStream(megabyte));
            }
            return new SequenceInputStream(Collections.enumeration(parts));
        });
        BodyPublisher withLength = BodyPublishers.fromPublisher(
                BodyPublishers.ofByteArrays(Collections.nCopies(100, megabyte)), 100L * MEGABYTE);
        // How long they take to arrive is up to the machine.
        try (ServerFixture patient =
                new ServerFixture(directory.resolve("patient"), Map.of("server.request-timeout", "1 h"))) {
            for (BodyPublisher body : List.of(withLength, withoutLength)) {
                Service.ErrorResponse refused = refused(post(uri(patient), body));
                assertThat(refused.sqlState).isEqualTo("53400");
                assertThat(refused.errorMessage)
                        .isEqualTo(
                                "the request is larger than 16777216 bytes. send rows as a batch of several executions,"
                                        + " or raise server.max-request-size");
            }
            statementsThatAreTooLarge(patient);
        }
    }

    private static void statementsThatAreTooLarge(ServerFixture patient) throws SQLException {
        try (Connection connection = patient.connect();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("SELECT '" + "x".repeat(17 * MEGABYTE) + "'"))
                    .isInstanceOf(SQLException.class)
                    .extracting(e -> ((SQLException) e).getSQLState())
                    .isEqualTo("53400");
            try (ResultSet rows = statement.executeQuery("SELECT CHAR_LENGTH('" + "x".repeat(MEGABYTE) + "')")) {
                assertThat(ServerFixture.rows(rows)).containsExactly("1048576");
            }
        }
    }

    @Test
    void ten_thousand_statements_can_be_open_but_not_more_than_allowed_of_one_connection() throws Exception {
        List<Connection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < 5; i++) {
                Connection connection = server.connect();
                connections.add(connection);
                List<Statement> open = new ArrayList<>();
                for (int j = 0; j < STATEMENTS_PER_CONNECTION; j++) {
                    open.add(connection.createStatement());
                }
                assertThatThrownBy(connection::createStatement)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("the connection has 2000 open statements, the most that one may have")
                        .extracting(e -> ((SQLException) e).getSQLState())
                        .isEqualTo("53400");
                open.get(7).close();
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("SELECT text FROM secrets")) {
                    assertThat(rows.next()).isTrue();
                }
            }
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    @Test
    void a_slow_loris_holds_no_thread_and_is_cut_off() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 400; i++) {
                Socket socket = new Socket(uri().getHost(), uri().getPort());
                sockets.add(socket);
                String begin = i % 2 == 0
                        ? "POST / HTTP/1.1\r\nHost: x\r\nPadd"
                        : "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx";
                socket.getOutputStream().write(begin.getBytes(StandardCharsets.ISO_8859_1));
            }
            long answered = answers.get();
            for (Socket socket : sockets) {
                assertThat(dribbleUntilClosed(socket)).isTrue();
            }
            assertThat(answers.get()).isGreaterThan(answered);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /** Sends a byte now and then, as long as the server listens. */
    private static boolean dribbleUntilClosed(Socket socket) throws IOException {
        socket.setSoTimeout(100);
        OutputStream out = socket.getOutputStream();
        while (true) {
            try {
                if (socket.getInputStream().read() < 0) {
                    return true;
                }
            } catch (java.net.SocketTimeoutException stillOpen) {
                try {
                    out.write('x');
                } catch (SocketException closed) {
                    return true;
                }
            } catch (SocketException closed) {
                return true;
            }
        }
    }
}
