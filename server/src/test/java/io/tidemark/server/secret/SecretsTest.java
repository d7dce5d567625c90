package io.tidemark.server.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.checkpoint.LocalFiles;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.StoredSecret;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {

    private static final String VALUE = "Geheimnis-$1\\2";

    @TempDir
    Path directory;

    private CatalogStore store;
    private Secrets secrets;

    @BeforeEach
    void open() {
        store = CatalogStore.open(directory, new LocalFiles());
        secrets = with(Optional.empty());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Secrets with(Optional<String> key) {
        return new Secrets(store, new SecretKeys(key, Optional.empty(), directory, new LocalFiles()));
    }

    private static String key(int fill) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) fill);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private String encrypted(String name) {
        return secrets.find(name).orElseThrow().encrypted();
    }

    private static String revealed(Secrets from, String text) {
        return from.reveal(Map.of("option", text)).with(options -> options.get("option"));
    }

    @Test
    void aReferenceIsReplacedWithinALongerText() {
        secrets.put("p", "", VALUE);
        secrets.put("user name", "", "ada");
        assertThat(revealed(secrets, "login required username=\"${secret:User Name}\" password=\"${secret:P}\";"))
                .isEqualTo("login required username=\"ada\" password=\"" + VALUE + "\";");
    }

    @Test
    void whatComesInPlaceOfAReferenceIsNotLookedAtAgain() {
        secrets.put("p", "", "${secret:q}");
        assertThat(revealed(secrets, "${secret:p}")).isEqualTo("${secret:q}");
    }

    @Test
    void anUnknownSecretIsNamed() {
        assertThatThrownBy(() -> secrets.reveal(Map.of("password", "${secret:nothing}")))
                .isInstanceOfSatisfying(
                        CodedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_OBJECT))
                .hasMessage("no secret \"nothing\"");
    }

    @Test
    void theSameValueIsNeverEncryptedToTheSameText() {
        secrets.put("p", "", VALUE);
        String before = encrypted("p");
        secrets.put("p", "", VALUE);
        assertThat(encrypted("p")).isNotEqualTo(before);
        assertThat(revealed(secrets, "${secret:p}")).isEqualTo(VALUE);
    }

    @Test
    void whatIsKeptOfOneSecretIsNothingForAnother() {
        secrets.put("p", "", VALUE);
        store.putSecret(new StoredSecret("q", "", encrypted("p")));
        assertThatThrownBy(() -> revealed(secrets, "${secret:q}"))
                .hasMessageStartingWith("secret \"q\" was encrypted with another key than that of ")
                .hasMessageEndingWith("secrets.key\", or is damaged");
    }

    @Test
    void aKeyIsMadeThatOnlyTheOwnerMayRead() throws IOException {
        Path file = directory.resolve("secrets.key");
        assertThat(file).doesNotExist();
        secrets.put("p", "", VALUE);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Base64.getDecoder().decode(Files.readString(file).strip())).hasSize(32);
    }

    @Test
    void aMissingKeyIsNotReplacedWhileThereAreSecrets() throws IOException {
        secrets.put("p", "", VALUE);
        Files.delete(directory.resolve("secrets.key"));
        secrets.check();
        for (Runnable use :
                List.<Runnable>of(() -> revealed(secrets, "${secret:p}"), () -> secrets.put("q", "", VALUE))) {
            assertThatThrownBy(use::run)
                    .hasMessageContaining("the key for secrets cannot be read from \"")
                    .hasMessageContaining("secrets.key");
        }
    }

    @Test
    void underAnotherKeyASecretCanOnlyBeGivenItsValueAgain() {
        with(Optional.of(key(1))).put("p", "", VALUE);
        Secrets other = with(Optional.of(key(2)));
        assertThatThrownBy(() -> revealed(other, "${secret:p}"))
                .hasMessage(
                        "secret \"p\" was encrypted with another key than that of server.secrets.key, or is damaged");
        other.put("p", "", VALUE);
        assertThat(revealed(other, "${secret:p}")).isEqualTo(VALUE);
    }

    @Test
    void aKeyThatIsNoneIsNotQuoted() {
        assertThatThrownBy(() -> SecretKeys.requireKey("too-short"))
                .hasMessage("server.secrets.key has no key of 32 bytes in Base64");
    }

    @Test
    void anErrorDoesNotTellWhatTheConnectorWasGiven() {
        secrets.put("p", "", VALUE);
        RevealedOptions options = secrets.reveal(Map.of("url", "jdbc:x?password=${secret:p}"));
        assertThatThrownBy(() -> options.with(values -> {
                    throw CodedException.invalidOption("url", values.get("url"), "an address")
                            .hint("not " + VALUE)
                            .cause(new IllegalStateException(VALUE));
                }))
                .isInstanceOfSatisfying(CodedException.class, e -> {
                    assertThat(e.render())
                            .isEqualTo("option \"url\" is \"jdbc:x?password=${secret:p}\", expected an address."
                                    + " not ${secret:p}");
                    assertThat(e.getCause()).isNull();
                });
        assertThatThrownBy(() -> options.with(values -> {
                    throw new UncheckedIOException(new IOException("no " + values.get("url")));
                }))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("${secret:p}")
                .satisfies(e -> assertThat(e.toString() + e.getCause()).doesNotContain(VALUE));
    }
}
