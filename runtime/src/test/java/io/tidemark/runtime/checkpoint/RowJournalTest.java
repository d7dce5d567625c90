package io.tidemark.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.checkpoint.RowJournal.Retention;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RowJournalTest {

    private final FaultyFiles files = new FaultyFiles();

    private RowJournal open(int rows) {
        return new RowJournal(Path.of("q"), files, KeptRow.Kind.LATE, new Retention(rows, 1 << 20));
    }

    private static KeptRow row(long offset, String payload) {
        return new KeptRow(KeptRow.Kind.LATE, 3, 77, "s", 1, offset, 4, 5, "why", payload);
    }

    private static void add(RowJournal journal, long from, long to) {
        LongStream.range(from, to).forEach(offset -> journal.add(row(offset, "p")));
        journal.endEpoch();
    }

    private static byte[] mark(RowJournal journal) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        journal.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static void load(RowJournal journal, byte[] mark) throws IOException {
        journal.load(new DataInputStream(new ByteArrayInputStream(mark)));
    }

    @Test
    void rowsAreReadAsTheyWereAdded() {
        RowJournal journal = open(10);
        journal.clear();
        journal.add(row(1, "größe \uD83D\uDE00"));
        assertThat(journal.keptRows()).isEmpty();
        journal.endEpoch();
        assertThat(journal.keptRows()).containsExactly(row(1, "größe \uD83D\uDE00"));
    }

    @Test
    void aLongPayloadIsCutBetweenCharacters() {
        RowJournal journal = open(10);
        journal.clear();
        journal.add(row(1, "x" + "ü".repeat(KeptRow.MAX_PAYLOAD_BYTES)));
        journal.endEpoch();
        assertThat(journal.keptRows().get(0).payload()).isEqualTo("x" + "ü".repeat(KeptRow.MAX_PAYLOAD_BYTES / 2 - 1));
    }

    @Test
    void onlyTheNewestRowsAreKept() {
        RowJournal journal = open(100);
        journal.clear();
        for (int epoch = 0; epoch < 50; epoch++) {
            add(journal, epoch * 10L, epoch * 10L + 10);
        }
        assertThat(journal.keptRows())
                .extracting(KeptRow::offset)
                .containsExactlyElementsOf(LongStream.range(400, 500).boxed().toList());
        assertThat(files.all(Path.of("q"))).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void afterACrashItIsCutToTheCheckpointAndReplayAddsTheRestAgain() throws IOException {
        RowJournal journal = open(100);
        journal.clear();
        add(journal, 0, 30);
        byte[] mark = mark(journal);
        journal.force();
        add(journal, 30, 120);
        add(journal, 120, 130);
        files.crash(FaultyFiles.Loss.TORN, new Random(5));
        RowJournal reopened = open(100);
        load(reopened, mark);
        assertThat(reopened.keptRows()).hasSize(30);
        add(reopened, 30, 60);
        assertThat(reopened.keptRows())
                .extracting(KeptRow::offset)
                .containsExactlyElementsOf(LongStream.range(0, 60).boxed().toList());
    }
}
