package io.tidemark.runtime.checkpoint;

import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plan records as bytes, big-endian.
 *
 * <pre>
 * record  kind:1 (1 plan, 2 commit, 3 retire, 4 answers)  query:text
 * plan    epoch:8  now:8  source count:4  source...
 * source  flags:1 (1 has a range, 2 ended)  floor:8  idle:ints  [partitions:ints  description:text  from:bytes  to:bytes]
 * commit  epoch:8
 * answers epoch:8  operator:text  bytes
 * text    length:4, UTF-8      bytes  length:4, bytes      ints  count:4, each 4
 * </pre>
 */
final class PlanRecordCodec {

    private static final int PLAN = 1;
    private static final int COMMIT = 2;
    private static final int RETIRE = 3;
    private static final int ANSWERS = 4;
    private static final int HAS_RANGE = 1;
    private static final int ENDED = 2;

    private PlanRecordCodec() {}

    static byte[] encode(PlanRecord record) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        DataOutputStream out = new DataOutputStream(bytes);
        if (record instanceof PlanRecord.Plan plan) {
            writeHead(out, PLAN, plan.query());
            out.writeLong(plan.epoch());
            out.writeLong(plan.nowMicros());
            out.writeInt(plan.sources().size());
            for (SourcePlan source : plan.sources()) {
                writeSource(out, source);
            }
        } else if (record instanceof PlanRecord.Commit commit) {
            writeHead(out, COMMIT, commit.query());
            out.writeLong(commit.epoch());
        } else if (record instanceof PlanRecord.Answers answers) {
            writeHead(out, ANSWERS, answers.query());
            out.writeLong(answers.epoch());
            writeText(out, answers.operator());
            writeBytes(out, answers.bytes());
        } else {
            writeHead(out, RETIRE, record.query());
        }
        return bytes.toByteArray();
    }

    static PlanRecord decode(byte[] bytes, int offset, int length) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, offset, length));
        int kind = in.readByte();
        String query = readText(in);
        return switch (kind) {
            case PLAN -> readPlan(in, query);
            case COMMIT -> new PlanRecord.Commit(query, in.readLong());
            case ANSWERS -> new PlanRecord.Answers(query, in.readLong(), readText(in), readBytes(in));
            case RETIRE -> new PlanRecord.Retire(query);
            default -> throw new IOException("a plan record of kind " + kind + ", which this version does not know");
        };
    }

    private static void writeHead(DataOutputStream out, int kind, String query) throws IOException {
        out.writeByte(kind);
        writeText(out, query);
    }

    private static void writeSource(DataOutputStream out, SourcePlan source) throws IOException {
        out.writeByte((source.range().isPresent() ? HAS_RANGE : 0) | (source.ended() ? ENDED : 0));
        out.writeLong(source.floorMicros());
        writeInts(out, source.idle());
        if (source.range().isPresent()) {
            SourceRange range = source.range().get();
            writeInts(out, range.partitions());
            writeText(out, range.description());
            writeBytes(out, range.from().encoded());
            writeBytes(out, range.to().encoded());
        }
    }

    private static PlanRecord.Plan readPlan(DataInputStream in, String query) throws IOException {
        long epoch = in.readLong();
        long nowMicros = in.readLong();
        int count = in.readInt();
        List<SourcePlan> sources = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sources.add(readSource(in));
        }
        return new PlanRecord.Plan(query, epoch, nowMicros, sources);
    }

    private static SourcePlan readSource(DataInputStream in) throws IOException {
        int flags = in.readByte();
        long floorMicros = in.readLong();
        List<Integer> idle = readInts(in);
        Optional<SourceRange> range = Optional.empty();
        if ((flags & HAS_RANGE) != 0) {
            List<Integer> partitions = readInts(in);
            String description = readText(in);
            SourcePosition from = new SourcePosition(readBytes(in));
            range = Optional.of(new SourceRange(partitions, description, from, new SourcePosition(readBytes(in))));
        }
        return new SourcePlan(range, idle, floorMicros, (flags & ENDED) != 0);
    }

    private static void writeInts(DataOutputStream out, List<Integer> values) throws IOException {
        out.writeInt(values.size());
        for (int value : values) {
            out.writeInt(value);
        }
    }

    private static List<Integer> readInts(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(in.readInt());
        }
        return values;
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("a plan record ends too early");
        }
        return bytes;
    }
}
