package io.tidemark.connectors.parquet;

import com.github.luben.zstd.Zstd;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** Compression of pages: ZSTD, SNAPPY, GZIP and none, each from its own library. */
final class ParquetCodecs implements CompressionCodecFactory {

    private static final int ZSTD_LEVEL = 3;

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        return new Compressor(codec);
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        return new Decompressor(codec);
    }

    @Override
    public void release() {}

    private static CodedException unknown(CompressionCodecName codec) {
        return CodedException.of(ErrorCode.EXTERNAL_REJECTED, "Parquet compression \"" + codec + "\" is not supported")
                .hint("write the file with ZSTD, SNAPPY, GZIP or without compression");
    }

    private static byte[] bytes(BytesInput input) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(Math.toIntExact(input.size()));
        input.writeAllTo(bytes);
        return bytes.toByteArray();
    }

    private record Compressor(CompressionCodecName codec) implements BytesInputCompressor {

        @Override
        public BytesInput compress(BytesInput input) throws IOException {
            byte[] bytes = bytes(input);
            return BytesInput.from(
                    switch (codec) {
                        case UNCOMPRESSED -> bytes;
                        case ZSTD -> Zstd.compress(bytes, ZSTD_LEVEL);
                        case SNAPPY -> Snappy.compress(bytes);
                        case GZIP -> gzip(bytes);
                        default -> throw unknown(codec);
                    });
        }

        private static byte[] gzip(byte[] bytes) throws IOException {
            ByteArrayOutputStream compressed = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
                out.write(bytes);
            }
            return compressed.toByteArray();
        }

        @Override
        public CompressionCodecName getCodecName() {
            return codec;
        }

        @Override
        public void release() {}
    }

    private record Decompressor(CompressionCodecName codec) implements BytesInputDecompressor {

        @Override
        public BytesInput decompress(BytesInput input, int decompressedSize) throws IOException {
            return BytesInput.from(decompress(bytes(input), decompressedSize));
        }

        @Override
        public void decompress(ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize)
                throws IOException {
            byte[] bytes = new byte[compressedSize];
            input.get(bytes);
            output.put(decompress(bytes, decompressedSize));
        }

        private byte[] decompress(byte[] bytes, int size) throws IOException {
            return switch (codec) {
                case UNCOMPRESSED -> bytes;
                case ZSTD -> Zstd.decompress(bytes, size);
                case SNAPPY -> Snappy.uncompress(bytes);
                case GZIP -> gunzip(bytes, size);
                default -> throw unknown(codec);
            };
        }

        private static byte[] gunzip(byte[] bytes, int size) throws IOException {
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                return in.readNBytes(size);
            }
        }

        @Override
        public void release() {}
    }
}
