package io.tidemark.runtime.storage;

import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Inserts for ever, in a process of its own, and says on its output what was acknowledged: {@code stream 7}, {@code table 7}, {@code epoch 7}. */
final class InsertingProcess {

    private InsertingProcess() {}

    /** Goes on from a number, in a directory. */
    public static void main(String[] arguments) {
        StorageEngine engine = StorageEngine.open(Path.of(arguments[0]), 20_000, 20_000);
        long start = Long.parseLong(arguments[1]);
        InternalStream stream = engine.stream("s", "public.s", Numbers.SCHEMA);
        InternalTable table = engine.table("t", "public.t", Numbers.SCHEMA, Numbers.KEY);
        PrintStream out = System.out;
        for (int thread = 0; thread < 4; thread++) {
            long first = start + thread;
            new Thread(() -> {
                        for (long n = first; ; n += 4) {
                            stream.insert(List.of(Numbers.row(n)));
                            out.println("stream " + n);
                            table.commit(List.of(new TableChange.Insert(List.of(Numbers.row(n)))));
                            out.println("table " + n);
                        }
                    })
                    .start();
        }
        EpochSink streamSink = stream.openSink(Numbers.sink("q", OutputMode.APPEND, List.of()));
        EpochSink tableSink = table.openSink(Numbers.sink("q", OutputMode.UPDATE, Numbers.KEY));
        for (long epoch = Math.min(streamSink.lastCommittedEpoch(), tableSink.lastCommittedEpoch()) + 1; ; epoch++) {
            for (EpochSink sink : List.of(streamSink, tableSink)) {
                if (sink.lastCommittedEpoch() < epoch) {
                    sink.begin(epoch);
                    sink.write(Numbers.row(-2 * epoch));
                    sink.write(Numbers.row(-2 * epoch - 1));
                    sink.prepare();
                    sink.commit();
                }
            }
            out.println("epoch " + epoch);
        }
    }
}
