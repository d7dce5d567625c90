package io.tidemark.benchmarks;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.calc.CalcOperator;
import io.tidemark.runtime.calc.CompiledCalc;
import io.tidemark.runtime.calc.EpochClock;
import io.tidemark.runtime.calc.RowSelection;
import io.tidemark.runtime.translate.TranslationSettings;
import io.tidemark.runtime.translate.code.ClassCache;
import io.tidemark.runtime.translate.expression.ExpressionCompiler;
import io.tidemark.sql.error.CodedException;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.function.Function1;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nexmark query 14 without its string count: a price in another currency as a decimal, a name for the hour of the day, a filter on the price. Time
 * per input row.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class CalcBenchmark {

    /** So many rows that the processor can't learn by heart which of them pass; with 32,768 of them it does. */
    private static final int BATCHES = 128;

    private static final int ROWS = BATCHES * Batch.MAX_ROWS;

    private final List<Batch> batches = new ArrayList<>();
    private final List<Object[]> rows = new ArrayList<>();
    private CalcOperator generated = newOperator();
    private final Function1<DataContext, Object[]> condition = BidQuery.perRow(List.of(BidQuery.condition()));
    private final Function1<DataContext, Object[]> projections = BidQuery.perRow(BidQuery.projections());

    private static CalcOperator newOperator() {
        CompiledCalc calc = new ExpressionCompiler(
                        new ClassCache(),
                        ZoneOffset.UTC,
                        TranslationSettings.of(ZoneOffset.UTC).types())
                .compile(BidQuery.SCHEMA, Optional.of(BidQuery.condition()), BidQuery.projections(), BidQuery.output());
        RowSelection selection = new RowSelection(
                (batch, position, reason) -> {
                    throw reason;
                },
                null);
        return new CalcOperator(calc.programs().create(new EpochClock()), selection);
    }

    /** Makes the bids, and checks that both ways agree on them. */
    @Setup
    public void fill() {
        generated = newOperator();
        batches.clear();
        rows.clear();
        for (int i = 0; i < BATCHES; i++) {
            batches.add(BidQuery.bids(i));
            BidQuery.addRows(batches.get(i), rows);
        }
        BigDecimal expected = rowByRow();
        BigDecimal[] actual = {BigDecimal.ZERO};
        for (Batch batch : batches) {
            generated.process(0, batch, out -> actual[0] = actual[0].add(sum(out)));
        }
        if (expected.signum() == 0 || expected.compareTo(actual[0]) != 0) {
            throw CodedException.internal("prices sum up to " + actual[0] + " instead of " + expected);
        }
    }

    private static BigDecimal sum(Batch batch) {
        Int128Column prices = (Int128Column) batch.column(2);
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < batch.selectedCount(); i++) {
            sum = sum.add(prices.decimal(batch.position(i)));
        }
        return sum;
    }

    private BigDecimal rowByRow() {
        BigDecimal sum = BigDecimal.ZERO;
        RowContext context = new RowContext();
        for (Object[] row : rows) {
            context.row = row;
            if ((Boolean) condition.apply(context)[0]) {
                sum = sum.add((BigDecimal) projections.apply(context)[2]);
            }
        }
        return sum;
    }

    /** Generated loops over batches. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long generatedLoops() {
        long[] selected = new long[1];
        for (Batch batch : batches) {
            generated.process(0, batch, out -> selected[0] += count(out));
        }
        return selected[0];
    }

    private static int count(Batch batch) {
        Column last = batch.column(batch.columns().size() - 1);
        return batch.selectedCount() + (last.validity == null ? 0 : 1);
    }

    /** Calcite's compiled code, one row at a time. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long calciteRowByRow() {
        long selected = 0;
        RowContext context = new RowContext();
        for (Object[] row : rows) {
            context.row = row;
            if ((Boolean) condition.apply(context)[0]) {
                selected += projections.apply(context).length;
            }
        }
        return selected;
    }
}
