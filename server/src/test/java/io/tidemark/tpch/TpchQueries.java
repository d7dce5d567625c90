package io.tidemark.tpch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** The texts of the queries. */
final class TpchQueries {

    private static final Path TEXTS =
            Path.of(System.getProperty("tidemark.rootDirectory"), "server", "src", "test", "resources", "tpch");

    private TpchQueries() {}

    /** The numbers of the queries. */
    static List<Integer> numbers() {
        return IntStream.rangeClosed(1, 22).boxed().toList();
    }

    /** The text of a query. */
    static String text(int query) throws IOException {
        return Files.readString(TEXTS.resolve("q" + query + ".sql"));
    }
}
