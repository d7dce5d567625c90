package io.tidemark.runtime.pace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {

    @Test
    void epochsBeginAtLeastTheSpacingApart() {
        Pacer pacer = Pacer.spaced(20);
        assertThat(pacer.waitMillis(1000)).isZero();
        pacer.began(1000);
        assertThat(pacer.waitMillis(1005)).isEqualTo(15);
        assertThat(pacer.waitMillis(1020)).isZero();
    }

    @Test
    void pointsOfTheGridThatWereMissedAreSkipped() {
        Pacer pacer = Pacer.grid(100);
        assertThat(pacer.waitMillis(1030)).isZero();
        pacer.began(1030);
        assertThat(pacer.waitMillis(1040)).isEqualTo(60);
        assertThat(pacer.waitMillis(1350)).isLessThanOrEqualTo(0);
        pacer.began(1350);
        assertThat(pacer.waitMillis(1351)).isEqualTo(49);
    }

    @Test
    void theWaitDoublesUntilSomethingSucceeds() {
        Backoff backoff = new Backoff();
        long first = backoff.failed(0);
        assertThat(backoff.failed(first)).isEqualTo(2 * first);
        assertThat(backoff.waitMillis(first)).isEqualTo(2 * first);
        for (int i = 0; i < 20; i++) {
            backoff.failed(0);
        }
        assertThat(backoff.failed(0)).isEqualTo(30_000);
        backoff.succeeded();
        assertThat(backoff.waitMillis(0)).isZero();
        assertThat(backoff.failed(0)).isEqualTo(first);
    }

    @Test
    void theSizeOfAnEpochFollowsItsSpeedWithinBounds() {
        SizeController size = new SizeController();
        SizeController.Bounds bounds = new SizeController.Bounds(4_096, 1_000_000, 500_000_000);
        assertThat(size.rows(bounds)).isEqualTo(65_536);
        size.ran(65_536, 10_000_000, bounds);
        assertThat(size.rows(bounds)).isEqualTo(1_000_000);
        size.ran(1_000_000, 2_000_000_000, bounds);
        assertThat(size.rows(bounds)).isLessThanOrEqualTo(500_000);
        size.ran(10, 5_000_000_000L, bounds);
        assertThat(size.rows(bounds)).isGreaterThan(4_096);
        assertThat(size.rows(new SizeController.Bounds(1, 1, 1))).isEqualTo(1);
    }
}
