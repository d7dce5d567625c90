package io.tidemark.runtime.storage.codec;

import static io.tidemark.runtime.storage.RandomBatches.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.storage.RandomBatches;
import io.tidemark.sql.error.CodedException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchCodecTest {

    private static final Schema ONE_LONG = Schema.of(new Field("a", DataType.of(TypeKind.BIGINT)));

    @Test
    void randomBatchesComeBackWithTheirSelectedRowsAndWeights() {
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            RandomBatches source = new RandomBatches(random);
            Schema schema = source.schema();
            Batch batch = source.batch(schema, random.nextInt(random.nextInt(10) == 0 ? Batch.MAX_ROWS + 1 : 50));

            Batch decoded = BatchCodec.decode(BatchCodec.encode(batch), schema);

            assertThat(rows(decoded)).as("seed %d", seed).isEqualTo(rows(batch));
        }
    }

    @Test
    void columnsCanBeDecodedOneByOneAndInAnyOrder() {
        RandomBatches source = new RandomBatches(new Random(7));
        Schema schema = Schema.of(
                new Field("a", DataType.of(TypeKind.BIGINT)),
                new Field("b", DataType.of(TypeKind.VARCHAR)),
                new Field("c", DataType.of(TypeKind.DOUBLE)));
        Batch batch = source.allSelected(schema, 100);
        byte[] encoded = BatchCodec.encode(batch);

        Batch swapped = BatchCodec.decode(encoded, 0, encoded.length, schema, List.of(2, 0));
        Batch none = BatchCodec.decode(encoded, 0, encoded.length, schema, List.of());

        Batch expected = batch.withColumns(List.of(batch.column(2), batch.column(0)));
        assertThat(rows(swapped)).isEqualTo(rows(expected));
        assertThat(none.rowCount()).isEqualTo(100);
    }

    @Test
    void valuesNearTheGreatestLengthTakeAPageEach() {
        Schema schema = Schema.of(new Field("a", DataType.of(TypeKind.VARBINARY)));
        BatchBuilder builder = new BatchBuilder(schema);
        byte[] large = new byte[BytesPool.MAX_VALUE_BYTES];
        Arrays.fill(large, (byte) 'x');
        for (int i = 0; i < 3; i++) {
            builder.column(0).setBytes(large, 0, large.length);
            builder.endRow();
        }

        Batch decoded = BatchCodec.decode(BatchCodec.encode(builder.build()), schema);

        assertThat(((BytesColumn) decoded.column(0)).bytes(2)).isEqualTo(large);
    }

    @Test
    void smallNumbersTakeOneByteEach() {
        BatchBuilder builder = new BatchBuilder(ONE_LONG);
        for (int i = 0; i < 200; i++) {
            builder.column(0).setLong(1_000_000_000_000L + i);
            builder.endRow();
        }

        assertThat(BatchCodec.encode(builder.build())).hasSizeLessThan(230);
    }

    @Test
    void theGreatestSpanOfNumbersDoesNotOverflow() {
        BatchBuilder builder = new BatchBuilder(ONE_LONG);
        for (long value : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, 0, -1}) {
            builder.column(0).setLong(value);
            builder.endRow();
        }
        Batch batch = builder.build();

        assertThat(rows(BatchCodec.decode(BatchCodec.encode(batch), ONE_LONG))).isEqualTo(rows(batch));
    }

    @Test
    void aBlockThatEndsTooEarlyIsCorrupted() {
        byte[] encoded = BatchCodec.encode(new RandomBatches(new Random(1)).allSelected(ONE_LONG, 10));
        for (int length = 0; length < encoded.length; length++) {
            byte[] cut = Arrays.copyOf(encoded, length);
            assertThatThrownBy(() -> BatchCodec.decode(cut, ONE_LONG))
                    .isInstanceOf(CodedException.class)
                    .hasMessageContaining("block of rows");
        }
    }

    @Test
    void aBlockOfAnotherSchemaIsRefused() {
        byte[] encoded = BatchCodec.encode(new RandomBatches(new Random(1)).allSelected(ONE_LONG, 10));

        assertThatThrownBy(() -> BatchCodec.decode(encoded, Schema.of(new Field("a", DataType.of(TypeKind.DOUBLE)))))
                .hasMessage("a column of kind 0 cannot be read as DOUBLE");
    }
}
