package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.ErrorKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/errors.md} is written from the enum; {@code -Dgolden.update=true} rewrites it. */
class ErrorPageTest {

    private static final Path PAGE = SourceTree.current().root().resolve("docs/errors.md");

    @Test
    void theErrorPageListsEveryCodeAsTheEnumHasIt() throws IOException {
        String expected = page();
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(PAGE).exists();
        assertThat(Files.readString(PAGE)).isEqualTo(expected);
    }

    @Test
    void noTwoErrorsShareACodeOrANumber() {
        assertThat(ErrorCode.values()).extracting(ErrorCode::code).doesNotHaveDuplicates();
        assertThat(ErrorCode.values()).extracting(ErrorCode::vendorCode).doesNotHaveDuplicates();
    }

    private static String page() {
        return """
                # Errors and warnings

                Every error has a code, a number (`SQLException.getErrorCode()`) and an SQLSTATE (`getSQLState()`), which never
                change once released. The message says what is wrong and where; most add what to do about it.

                This page is written from `io.tidemark.sql.error.ErrorCode` by `mvn verify -Dgolden.update=true`.
                """
                + Arrays.stream(ErrorKind.values()).map(ErrorPageTest::section).collect(Collectors.joining());
    }

    private static String section(ErrorKind kind) {
        return "\n## " + title(kind) + "\n\n| code | number | SQLSTATE | meaning |\n|---|---|---|---|\n"
                + Arrays.stream(ErrorCode.values())
                        .filter(error -> error.kind() == kind)
                        .map(ErrorPageTest::row)
                        .collect(Collectors.joining());
    }

    private static String row(ErrorCode error) {
        return "| %s | %d | %s | %s |\n".formatted(error.code(), error.vendorCode(), error.sqlState(), error.summary());
    }

    private static String title(ErrorKind kind) {
        return switch (kind) {
            case USER_SQL -> "The statement has to change";
            case DATA -> "A value has to change";
            case UNSUPPORTED -> "Not done by this version";
            case RESOURCE -> "A limit or a state of the server stands in the way";
            case EXTERNAL -> "Something outside failed";
            case INTERNAL -> "A defect of the server";
            case WARNING -> "Warnings, reported beside a result";
        };
    }
}
