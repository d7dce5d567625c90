package io.tidemark.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoginLimitsTest {

    private final LoginLimits limits = new LoginLimits();

    @Test
    void fiveAttemptsAreFreeAndEachFurtherOneWaitsTwiceAsLong() {
        for (int attempt = 0; attempt < 4; attempt++) {
            limits.failed("10.0.0.1", "ada", 0);
            assertThat(limits.pauseMillis("10.0.0.1", "ADA", 0)).isZero();
        }
        limits.failed("10.0.0.1", "ada", 0);
        assertThat(limits.pauseMillis("10.0.0.1", "ada", 0)).isEqualTo(1_000);
        assertThat(limits.pauseMillis("10.0.0.1", "ada", 999)).isEqualTo(1);
        assertThat(limits.pauseMillis("10.0.0.1", "ada", 1_000)).isZero();
        limits.failed("10.0.0.1", "ada", 1_000);
        assertThat(limits.pauseMillis("10.0.0.1", "ada", 1_000)).isEqualTo(2_000);
        for (int attempt = 0; attempt < 20; attempt++) {
            limits.failed("10.0.0.1", "ada", 1_000_000_000L * attempt);
        }
        assertThat(limits.pauseMillis("10.0.0.1", "ada", 19_000_000_000L)).isEqualTo(60_000);
    }

    @Test
    void neitherOtherUsersNorOtherAddressesWaitForIt() {
        for (int attempt = 0; attempt < 10; attempt++) {
            limits.failed("10.0.0.1", "ada", 0);
        }
        assertThat(limits.pauseMillis("10.0.0.1", "ben", 0)).isZero();
        assertThat(limits.pauseMillis("10.0.0.2", "ada", 0)).isZero();
    }

    @Test
    void anAddressThatTriesManyNamesIsSlowedDownToOneASecond() {
        for (int name = 0; name < 20; name++) {
            assertThat(limits.pauseMillis("10.0.0.1", "user" + name, 0)).isZero();
            limits.failed("10.0.0.1", "user" + name, 0);
        }
        assertThat(limits.pauseMillis("10.0.0.1", "another", 0)).isEqualTo(1_000);
        assertThat(limits.pauseMillis("10.0.0.1", "another", 1_000)).isZero();
        assertThat(limits.pauseMillis("10.0.0.2", "another", 0)).isZero();
    }

    @Test
    void aSuccessForgetsTheFailuresOfThatUser() {
        for (int attempt = 0; attempt < 8; attempt++) {
            limits.failed("10.0.0.1", "ada", 0);
        }
        limits.succeeded("10.0.0.1", "ada");
        assertThat(limits.pauseMillis("10.0.0.1", "ada", 0)).isZero();
    }
}
