package io.tidemark.runtime.lookup;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.RowGather;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.AnswerLog;
import io.tidemark.runtime.connector.Lookup;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Joins each row that comes with the rows that the outside world has for its key at that time: Δout = ΔL ⋈ R, with R as it is in the epoch. What has
 * come out is not changed when R changes.
 *
 * <p>The keys of a batch that are not known yet are asked for together, each once. What is answered in an epoch holds for all of the epoch, and is
 * recorded before anything comes out: an epoch that runs again takes it from the record, and asks only for what is not there. Answers of earlier epochs
 * hold as long as the cache says.
 *
 * <p><b>Shape</b>: rows are only added; out has the input's columns, then those of the table. A row with NULL in a key has no match. <b>Errors</b>: those of
 * {@link Lookup}; INTERNAL when a row is taken back. <b>Cost</b>: one question a batch; O(matches) a row; what is remembered: see {@link LookupCache}.
 */
public final class LookupJoinOperator implements Operator {

    private final LookupJoinSpec spec;
    private final Lookup lookup;
    private final AnswerLog log;
    private final LongSupplier clock;
    private final LookupCache cache;
    private final BatchBuilder added;
    private final int[] rows = new int[Batch.MAX_ROWS];

    private LookupAnswers answers;

    /** The keys used in the epoch, and whether they were asked for in it. */
    private Map<LookupKey, Boolean> used = new LinkedHashMap<>();

    private boolean begun;

    /**
     * Makes one that remembers nothing.
     *
     * @param log what was answered when an epoch ran before
     * @param clock the epoch's clock, in micros
     */
    public LookupJoinOperator(LookupJoinSpec spec, Lookup lookup, AnswerLog log, LongSupplier clock) {
        this.spec = spec;
        this.lookup = lookup;
        this.log = log;
        this.clock = clock;
        this.cache = new LookupCache(spec);
        this.answers = new LookupAnswers(spec.table(), spec.tableKeys());
        this.added = new BatchBuilder(new Schema(spec.table().fields().stream()
                .map(field -> new Field(field.name(), field.type().withNullable(true)))
                .toList()));
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        if (!begun) {
            begun = true;
            log.recorded(spec.id()).forEach(answers::decode);
        }
        List<Optional<LookupKey>> keys = new ArrayList<>(batch.selectedCount());
        Map<LookupKey, Integer> missing = new LinkedHashMap<>();
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            if (batch.weight(position) < 0) {
                throw CodedException.internal("a row was taken back that had been joined with what was looked up");
            }
            Optional<LookupKey> key = LookupKey.of(batch, spec.leftKeys(), position);
            keys.add(key);
            if (key.isPresent() && !isKnown(key.get())) {
                missing.putIfAbsent(key.get(), position);
            }
        }
        if (!missing.isEmpty()) {
            ask(batch, missing);
        }
        give(batch, keys, out);
    }

    /** Whether a key's rows are known, as answered in this epoch or remembered. */
    private boolean isKnown(LookupKey key) {
        if (answers.has(key)) {
            used.putIfAbsent(key, true);
            return true;
        }
        Optional<Batch> remembered = cache.find(key, clock.getAsLong());
        remembered.ifPresent(rows -> {
            answers.add(List.of(key), List.of(rows));
            used.put(key, false);
        });
        return remembered.isPresent();
    }

    private void ask(Batch batch, Map<LookupKey, Integer> missing) {
        List<LookupKey> keys = List.copyOf(missing.keySet());
        int[] positions = missing.values().stream().mapToInt(Integer::intValue).toArray();
        List<Column> columns = spec.leftKeys().stream()
                .map(column -> RowGather.gather(batch.column(column), positions, positions.length))
                .toList();
        List<Batch> found;
        try {
            found = lookup.find(Batch.of(positions.length, columns));
        } catch (RuntimeException e) {
            lookup.close();
            throw e;
        }
        log.record(spec.id(), LookupAnswers.encode(keys, found));
        answers.add(keys, found);
        keys.forEach(key -> used.put(key, true));
    }

    private void give(Batch batch, List<Optional<LookupKey>> keys, Output out) {
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            List<LookupAnswers.Row> matches = keys.get(i).map(answers::rows).orElse(List.of());
            for (LookupAnswers.Row match : matches) {
                RowCopy.copy(match.batch(), match.position(), added);
                end(batch, position, out);
            }
            if (matches.isEmpty() && spec.outer()) {
                end(batch, position, out);
            }
        }
        emit(batch, out);
    }

    private void end(Batch batch, int position, Output out) {
        rows[added.rowCount()] = position;
        added.endRow();
        if (added.isFull()) {
            emit(batch, out);
        }
    }

    private void emit(Batch batch, Output out) {
        int count = added.rowCount();
        if (count > 0) {
            Batch anew = RowGather.rows(batch, rows, count);
            List<Column> columns = new ArrayList<>(anew.columns());
            columns.addAll(added.build().columns());
            out.emit(anew.withColumns(List.copyOf(columns)));
        }
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        cache.endEpoch(epoch.number(), clock.getAsLong(), used, answers);
        answers = new LookupAnswers(spec.table(), spec.tableKeys());
        used = new LinkedHashMap<>();
        begun = false;
        lookup.close();
        return watermark;
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(cache);
    }
}
