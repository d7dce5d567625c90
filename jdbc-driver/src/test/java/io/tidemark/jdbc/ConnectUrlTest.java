package io.tidemark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectUrlTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:tidemark://db.example:8080, db.example:8080",
        "jdbc:tidemark://db.example, db.example:7474",
        "jdbc:tidemark://127.0.0.1:1/sales, 127.0.0.1:1",
        "jdbc:tidemark://[::1]:9;user=me, [::1]:9",
    })
    void theServerIsTakenFromTheUrl(String url, String server) throws SQLException {
        assertThat(ConnectUrl.parse(url, new Properties()).server()).isEqualTo(server);
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:tidemark://h/sales;user=me;password=a%3Bb;set.query.timeout=5",
        "jdbc:tidemark://h/sales?user=me&password=a%3Bb&set.query.timeout=5",
    })
    void propertiesFollowASemicolonOrAQuestionMark(String url) throws SQLException {
        assertThat(ConnectUrl.parse(url, new Properties()).properties())
                .containsEntry("schema", "sales")
                .containsEntry("user", "me")
                .containsEntry("password", "a;b")
                .containsEntry("set.query.timeout", "5");
    }

    @Test
    void thePasswordIsNoPropertyOfTheSession() throws SQLException {
        ConnectUrl url = ConnectUrl.parse("jdbc:tidemark://127.0.0.1;user=me;password=geheim", new Properties());
        assertThat(url.sessionProperties()).containsEntry("user", "me").doesNotContainKey("password");
        assertThat(url.authorization()).contains("Basic bWU6Z2VoZWlt");
    }

    @Test
    void aPasswordIsSentInTheClearToThisMachineAlone() throws SQLException {
        for (String near : List.of("127.0.0.1", "127.9.9.9", "[::1]", "localhost")) {
            assertThat(ConnectUrl.parse("jdbc:tidemark://" + near + ";user=me;password=geheim", new Properties())
                            .authorization())
                    .isPresent();
        }
        ConnectUrl far = ConnectUrl.parse("jdbc:tidemark://192.0.2.1;user=me;password=geheim", new Properties());
        assertThatThrownBy(far::authorization)
                .hasMessageContaining("192.0.2.1:7474")
                .hasMessageContaining("ssl=true")
                .hasMessageNotContaining("geheim")
                .extracting("SQLState")
                .isEqualTo("28000");
        assertThat(ConnectUrl.parse("jdbc:tidemark://192.0.2.1;user=me", new Properties())
                        .authorization())
                .isPresent();
    }

    @Test
    void theUrlWinsOverTheProperties() throws SQLException {
        Properties info = new Properties();
        info.setProperty("user", "other");
        info.setProperty("TIMEZONE", "Europe/Berlin");
        assertThat(ConnectUrl.parse("jdbc:tidemark://h;USER=me", info).sessionProperties())
                .containsEntry("user", "me")
                .containsEntry("timeZone", "Europe/Berlin");
    }

    @Test
    void aPlusSignInAPasswordStaysOne() throws SQLException {
        assertThat(ConnectUrl.parse("jdbc:tidemark://h;password=a+b", new Properties())
                        .properties())
                .containsEntry("password", "a+b");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:tidemark:h:1, does not begin with",
        "jdbc:tidemark://h:port, names no host",
        "jdbc:tidemark://h:99999, its port is 99999",
        "jdbc:tidemark://h:0, ports go from 1 to 65535",
        "jdbc:tidemark://h;colour=red, no property \"colour\"",
        "jdbc:tidemark://h;user, \"user\" is not property=value",
        "jdbc:tidemark://h;fetchSize=many, expected a whole number",
        "jdbc:tidemark://h;user=%zz, property \"user\" has a %",
        "jdbc:tidemark://h;us%zz=me, the name of a property has a %",
        "jdbc:tidemark:embedded:d%zz, the directory has a %",
        "jdbc:tidemark://h;user=ada;USER=ben, property \"user\" is given twice",
        "jdbc:tidemark://h;sslRootCert=a.crt, add ssl=true",
        "jdbc:tidemark://h;sslTrustStore=a.p12;ssl=false, add ssl=true",
    })
    void aUrlThatCannotBeReadIsRefusedWithTheReason(String url, String reason) {
        assertThatThrownBy(() -> ConnectUrl.parse(url, new Properties()))
                .hasMessageContaining(reason)
                .asInstanceOf(type(SQLException.class))
                .extracting(SQLException::getSQLState)
                .isEqualTo("08001");
    }

    @Test
    void theMessageDoesNotRepeatThePassword() {
        for (String properties : List.of(
                ";password=secret;x=1",
                ";password=se;cret",
                ";password=se;cret=1",
                "?password=se&cret",
                ";password=%secret")) {
            assertThatThrownBy(() -> ConnectUrl.parse("jdbc:tidemark://h" + properties, new Properties()))
                    .hasMessageContaining("\"password\"")
                    .hasMessageNotContaining("cret");
        }
    }

    @Test
    void anEmbeddedServerIsNamedByItsDirectory() throws SQLException {
        ConnectUrl target = ConnectUrl.parse(
                "jdbc:tidemark:embedded:/my%20data;schema=sales;config.workers.count=2", new Properties());
        assertThat(target.embeddedDirectory()).contains("/my data");
        assertThat(target.serverSettings()).containsOnly(Map.entry("workers.count", "2"));
        assertThat(target.sessionProperties()).containsEntry("schema", "sales");
        assertThatThrownBy(() -> ConnectUrl.parse("jdbc:tidemark:embedded:", new Properties()))
                .hasMessageContaining("it names no directory");
    }

    @Test
    void anEmbeddedServerNeedsTheServersJars() {
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:tidemark:embedded:data"))
                .hasMessageContaining("needs the server's jars")
                .asInstanceOf(type(SQLException.class))
                .extracting(SQLException::getSQLState)
                .isEqualTo("0A000");
    }
}
