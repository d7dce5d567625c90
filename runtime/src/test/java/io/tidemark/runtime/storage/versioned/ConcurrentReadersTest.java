package io.tidemark.runtime.storage.versioned;

import static io.tidemark.runtime.storage.versioned.Rows.ALL;
import static io.tidemark.runtime.storage.versioned.Rows.BY_ID;
import static io.tidemark.runtime.storage.versioned.Rows.SCHEMA;
import static io.tidemark.runtime.storage.versioned.Rows.keys;
import static io.tidemark.runtime.storage.versioned.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.storage.change.Change;
import io.tidemark.runtime.storage.change.FeedLimits;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConcurrentReadersTest {

    private static final int KEYS = 2500;
    private static final int VERSIONS = 200;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final VersionedRows rows = new VersionedRows(SCHEMA, BY_ID);

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    /** At each version every key that is there has the version's text, so a reader can tell a half version from a whole one. */
    @Test
    void readersDuringWritesSeeWholeVersionsByScanAndByLookup() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        List<Future<Integer>> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Random random = new Random(i);
            readers.add(threads.submit(() -> readUntil(done, random)));
        }
        Future<?> writer = threads.submit(this::writeAll);
        writer.get();
        done.set(true);
        for (Future<Integer> reader : readers) {
            assertThat(reader.get()).isPositive();
        }
    }

    private static boolean isThere(long key, long version) {
        return (key * 31 + version) % 5 != 0;
    }

    private void writeAll() {
        for (long version = 1; version <= VERSIONS; version++) {
            Rows batch = new Rows();
            for (long key = 0; key < KEYS; key++) {
                if (isThere(key, version)) {
                    batch.add(1, key, "at " + version);
                } else if (version > 1 && isThere(key, version - 1)) {
                    batch.add(-1, key, null);
                }
                if (batch.isFull()) {
                    rows.apply(batch.build());
                }
            }
            rows.apply(batch.build());
            rows.publish(version);
        }
    }

    private int readUntil(AtomicBoolean done, Random random) {
        int read = 0;
        do {
            try (VersionedSnapshot snapshot = rows.pin()) {
                checkScan(snapshot);
                for (int i = 0; i < 100; i++) {
                    checkLookup(snapshot, random.nextInt(KEYS));
                }
                checkScan(snapshot);
            }
            read++;
        } while (!done.get());
        return read;
    }

    /** Within a version each row is changed several times, so that its newest version is taken back while readers look at it. */
    @Test
    void aLookupMissesNoRowThatIsChangedSeveralTimesInAVersion() throws Exception {
        int keys = 20;
        Future<?> writer = threads.submit(() -> {
            for (long version = 1; version <= 3000; version++) {
                for (String text : List.of("once", "twice", "at " + version)) {
                    Rows batch = new Rows();
                    for (long key = 0; key < keys; key++) {
                        batch.add(1, key, text);
                    }
                    rows.apply(batch.build());
                }
                rows.publish(version);
            }
        });
        int read = 0;
        do {
            try (VersionedSnapshot snapshot = rows.pin()) {
                for (long key = 0; snapshot.version() > 0 && key < keys; key++) {
                    Batch found = snapshot.lookup(keys(key), ALL);
                    assertThat(found.rowCount()).isEqualTo(1);
                    assertThat(((BytesColumn) found.column(1)).string(0)).isEqualTo("at " + snapshot.version());
                }
            }
            read++;
        } while (!writer.isDone());
        writer.get();
        assertThat(read).isPositive();
    }

    private static void checkScan(VersionedSnapshot snapshot) {
        long count = 0;
        Iterator<Batch> batches = snapshot.scan(List.of(1));
        while (batches.hasNext()) {
            Batch batch = batches.next();
            BytesColumn names = (BytesColumn) batch.column(0);
            for (int i = 0; i < batch.rowCount(); i++) {
                if (!names.string(i).equals("at " + snapshot.version())) {
                    throw new AssertionError(names.string(i) + " is seen at " + snapshot.version());
                }
            }
            count += batch.rowCount();
        }
        assertThat(count).isEqualTo(snapshot.rowCount());
    }

    private static void checkLookup(VersionedSnapshot snapshot, long key) {
        Batch found = snapshot.lookup(keys(key), ALL);
        boolean expected = snapshot.version() > 0 && isThere(key, snapshot.version());
        assertThat(found.rowCount()).isEqualTo(expected ? 1 : 0);
        if (expected) {
            assertThat(((BytesColumn) found.column(1)).string(0)).isEqualTo("at " + snapshot.version());
        }
    }

    @Test
    void aSubscriberGetsItsSnapshotAndThenEveryVersionWithoutAGap() throws Exception {
        Future<?> writer = threads.submit(this::writeAll);
        List<Future<Boolean>> followers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            followers.add(threads.submit(this::followToTheEnd));
        }
        writer.get();
        for (Future<Boolean> follower : followers) {
            assertThat(follower.get()).isTrue();
        }
    }

    private boolean followToTheEnd() throws InterruptedException {
        try (Subscription subscription = rows.changes().subscribe(new FeedLimits(Long.MAX_VALUE, 0))) {
            Map<String, Integer> followed =
                    new TreeMap<>(Rows.multiset(subscription.snapshot().scan()));
            long version = subscription.snapshot().version();
            subscription.snapshot().close();
            while (version < VERSIONS) {
                Change change = subscription.poll(Duration.ofSeconds(30));
                assertThat(change).isNotNull();
                assertThat(change.version()).isEqualTo(version + 1);
                version = change.version();
                change.deltas().forEach(delta -> Rows.addTo(followed, delta));
            }
            try (VersionedSnapshot last = rows.pin()) {
                return followed.equals(Rows.multiset(last.scan()));
            }
        }
    }

    @Test
    void aSubscriberThatFallsBehindGetsAClearErrorAndHoldsNobodyUp() {
        Subscription slow = rows.changes().subscribe(new FeedLimits(10, 0));
        for (int version = 1; version <= 11; version++) {
            rows.apply(row(1, version, "a"));
            rows.publish(version);
        }
        assertThatThrownBy(() -> slow.poll(Duration.ZERO))
                .hasMessage("SUBSCRIPTION-LAG: 11 changed rows wait at version 11, expected at most 10")
                .satisfies(e -> assertThat(((CodedException) e).code()).isEqualTo(ErrorCode.SUBSCRIPTION_LAG));
    }

    @Test
    void closingTheFeedEndsWaitingSubscribersWithTheReason() {
        Subscription subscription = rows.changes().subscribe(new FeedLimits(10, 0));
        Future<Change> waiting = threads.submit(() -> subscription.poll(Duration.ofMinutes(1)));
        CodedException reason = CodedException.of(ErrorCode.CANCELLED, "view \"v\" was dropped");

        rows.changes().close(reason);

        assertThatThrownBy(waiting::get).isInstanceOf(ExecutionException.class).hasCause(reason);
        assertThatThrownBy(() -> rows.changes().subscribe(new FeedLimits(1, 0))).isEqualTo(reason);
        rows.changes().reopen();
        assertThat(rows.changes().subscribe(new FeedLimits(1, 0)).isEnded()).isFalse();
    }

    @Test
    void aFeedThatFinishesEndsSubscriptionsAfterTheChangesThatWait() throws InterruptedException {
        Subscription subscription = rows.changes().subscribe(new FeedLimits(10, 0));
        rows.publish(1);

        rows.changes().finish();

        assertThat(subscription.isEnded()).isFalse();
        assertThat(subscription.poll(Duration.ofMinutes(1))).isNotNull();
        assertThat(subscription.isEnded()).isTrue();
        assertThat(subscription.poll(Duration.ofMinutes(1))).isNull();
        assertThat(rows.changes().subscribe(new FeedLimits(10, 0)).isEnded()).isTrue();
    }
}
