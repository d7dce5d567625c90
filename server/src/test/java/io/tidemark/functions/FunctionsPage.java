package io.tidemark.functions;

import java.util.List;
import java.util.stream.Collectors;

/** The text of {@code docs/functions.md}. */
final class FunctionsPage {

    private FunctionsPage() {}

    static String of(List<FunctionFile> files) {
        long compared = count(files, Check.Compared.class);
        return """
                # Scalar functions

                This page is written from what the tests ran, by `mvn verify -Dgolden.update=true`. `SHOW FUNCTIONS` lists the functions
                below, [aggregate functions](aggregates.md), [windows](windows.md) and [functions of your own](user-functions.md); what is
                not checked is not there.

                *DuckDB* means that the function gives what DuckDB gives over %d rows at the edges of their types (%d expressions, %d values).
                *By hand* means values worked out from the words of the standard and of PostgreSQL, %d of them, each over columns and of
                literals; %d more are errors, as they have to be. A function of NULL is NULL unless its line says something else. A value that
                there is not (out of range, a bad cast, an argument outside what a function takes) is an error of its row, never a wrong
                value: a query keeps such rows in `sys.bad_rows`.
                """.formatted(
                                Samples.count(),
                                compared,
                                compared * Samples.count(),
                                count(files, Check.Worked.class),
                                count(files, Check.Failing.class))
                + files.stream().map(FunctionsPage::section).collect(Collectors.joining());
    }

    private static long count(List<FunctionFile> files, Class<? extends Check> kind) {
        return files.stream()
                .flatMap(file -> file.entries().stream())
                .flatMap(entry -> entry.checks().stream())
                .filter(kind::isInstance)
                .count();
    }

    private static String section(FunctionFile file) {
        String introduction = file.introduction().isEmpty() ? "" : file.introduction() + "\n\n";
        return "\n## " + file.kind() + "\n\n" + introduction
                + "| function | result | what it gives | example | checked against |\n|---|---|---|---|---|\n"
                + file.entries().stream().map(FunctionsPage::row).collect(Collectors.joining());
    }

    private static String row(FunctionEntry entry) {
        String against = entry.compared() ? entry.worked() ? "DuckDB, by hand" : "DuckDB" : "by hand";
        return "| " + code(entry.forms()) + " | " + entry.type() + " | " + cell(entry.meaning()) + " | "
                + example(entry) + " | " + against + " |\n";
    }

    private static String example(FunctionEntry entry) {
        return entry.checks().stream()
                .filter(Check.Worked.class::isInstance)
                .map(Check.Worked.class::cast)
                .findFirst()
                .map(check -> code(LiftedLiterals.literal(check.sql()) + " is " + check.expected()))
                .orElse("");
    }

    private static String code(String text) {
        return "`" + text.replace("|", "\\|") + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
