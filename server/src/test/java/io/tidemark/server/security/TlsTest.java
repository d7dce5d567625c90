package io.tidemark.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.ServerFixture;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections with TLS, with a key made for the test, and where a server listens without. */
class TlsTest {

    private static final String STORE_PASSWORD = "Kennwort-9";
    private static final String PASSWORD = "correct-horse";
    private static final Pattern PORT = Pattern.compile(":([0-9]+)");

    @TempDir
    static Path keys;

    @TempDir
    Path directory;

    private static Path keyStore;
    private static Path certificate;
    private static Path privateKey;

    /** The certificate is made out to localhost and 127.0.0.1. */
    @BeforeAll
    static void makeKey() throws Exception {
        keyStore = keys.resolve("server.p12");
        keytool("-genkeypair", "-alias", "server", "-keyalg", "EC", "-storetype", "PKCS12", "-dname", "CN=test");
        certificate = keys.resolve("server.crt");
        privateKey = keys.resolve("server.key");
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore)) {
            store.load(in, STORE_PASSWORD.toCharArray());
        }
        Key key = store.getKey("server", STORE_PASSWORD.toCharArray());
        Files.writeString(
                certificate, pem("CERTIFICATE", store.getCertificate("server").getEncoded()));
        Files.writeString(privateKey, pem("PRIVATE KEY", key.getEncoded()));
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of(
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-validity",
                "30",
                "-keystore",
                keyStore.toString(),
                "-storepass",
                STORE_PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static String pem(String kind, byte[] encoded) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
    }

    private ServerFixture server(Map<String, String> settings) {
        return new ServerFixture(directory.resolve("data"), settings);
    }

    private static Map<String, String> withKeyStore(String host) {
        return Map.of(
                "server.host",
                host,
                "server.tls.key-store",
                keyStore.toString(),
                "server.tls.key-store-password",
                STORE_PASSWORD);
    }

    private static String url(ServerFixture server, String host, String properties) {
        Matcher port = PORT.matcher(server.url());
        assertThat(port.find()).isTrue();
        return "jdbc:tidemark://" + host + ":" + port.group(1) + properties;
    }

    private static String trusting(String more) {
        return ";ssl=true;sslRootCert=" + certificate + more;
    }

    private static String one(String url, String user) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, PASSWORD);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1")) {
            return ServerFixture.rows(rows).get(0);
        }
    }

    private void createUser() throws SQLException {
        try (ServerFixture server = server(Map.of())) {
            server.execute("CREATE USER ada PASSWORD '" + PASSWORD + "'");
        }
    }

    @Test
    void aPasswordGoesOverTlsToAServerThatIsTheOneMeant() throws SQLException {
        createUser();
        try (ServerFixture server = server(withKeyStore("0.0.0.0"))) {
            assertThat(server.url()).endsWith(";ssl=true");
            assertThat(one(url(server, "127.0.0.1", trusting("")), "ada")).isEqualTo("1");
            assertThat(one(url(server, "localhost", trusting("")), "ada")).isEqualTo("1");
            String store = ";ssl=true;sslTrustStore=" + keyStore + ";sslTrustStorePassword=" + STORE_PASSWORD;
            assertThat(one(url(server, "127.0.0.1", store), "ada")).isEqualTo("1");
            // Not trusted, made out to another host, not encrypted at all, and the wrong user.
            assertThatThrownBy(() -> one(url(server, "127.0.0.1", ";ssl=true"), "ada"))
                    .hasMessageContaining("sslRootCert")
                    .extracting("SQLState")
                    .isEqualTo("08001");
            assertThatThrownBy(() -> one(url(server, "127.0.0.2", trusting("")), "ada"))
                    .extracting("SQLState")
                    .isEqualTo("08001");
            assertThat(one(url(server, "127.0.0.2", trusting(";sslVerifyHost=false")), "ada"))
                    .isEqualTo("1");
            assertThatThrownBy(() -> one(url(server, "127.0.0.1", ""), "ada"))
                    .extracting(e -> ((SQLException) e).getSQLState().substring(0, 2))
                    .isEqualTo("08");
            assertThatThrownBy(() -> one(url(server, "127.0.0.1", trusting("")), "ben"))
                    .extracting("SQLState")
                    .isEqualTo("28000");
            assertThatThrownBy(() -> one(url(server, "127.0.0.1", ";ssl=true;sslRootCert=/nowhere.pem"), "ada"))
                    .hasMessageContaining("/nowhere.pem");
            assertThatThrownBy(() -> one(url(server, "127.0.0.1", ";ssl=perhaps"), "ada"))
                    .hasMessageContaining("expected true or false");
        }
    }

    @Test
    void theKeyMayBeInPemFiles() throws SQLException {
        Map<String, String> pem = Map.of(
                "server.tls.certificate", certificate.toString(), "server.tls.private-key", privateKey.toString());
        try (ServerFixture server = server(pem)) {
            assertThat(one(url(server, "127.0.0.1", trusting("")), "anyone")).isEqualTo("1");
        }
        assertRefused(
                Map.of("server.tls.certificate", certificate.toString()),
                "give server.tls.certificate and server.tls.private-key together");
        assertRefused(
                Map.of(
                        "server.tls.certificate",
                        certificate.toString(),
                        "server.tls.private-key",
                        certificate.toString()),
                "has no BEGIN PRIVATE KEY");
        assertRefused(
                Map.of("server.tls.key-store", keyStore.toString(), "server.tls.key-store-password", "wrong"),
                "its password in server.tls.key-store-password");
    }

    @Test
    void otherMachinesAreNotListenedToWithoutUsersAndTls() throws SQLException {
        Map<String, String> everywhere = Map.of("server.host", "0.0.0.0");
        assertRefused(everywhere, "does not listen on 0.0.0.0 without users and TLS", "CREATE USER there");
        assertRefused(withKeyStore("0.0.0.0"), "without users", "server.insecure-listen = true");
        createUser();
        assertRefused(everywhere, "without TLS", "set server.tls.key-store", "server.insecure-listen = true");
        try (ServerFixture server = server(Map.of("server.host", "0.0.0.0", "server.insecure-listen", "true"))) {
            assertThat(one(url(server, "127.0.0.1", ""), "ada")).isEqualTo("1");
        }
    }

    private void assertRefused(Map<String, String> settings, String... parts) {
        assertThatThrownBy(() -> server(settings).close()).isInstanceOfSatisfying(CodedException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION);
            assertThat(e.render()).contains(parts).doesNotContain(STORE_PASSWORD);
        });
    }

    @Test
    void aConnectionInTheClearIsToldOfSsl() {
        try (ServerFixture server = server(withKeyStore("127.0.0.1"))) {
            assertThatThrownBy(() -> DriverManager.getConnection(url(server, "127.0.0.1", "")))
                    .hasMessageContaining("ssl=true")
                    .extracting("SQLState")
                    .isEqualTo("08001");
        }
    }
}
