package io.tidemark.architecture;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.architecture.SourceTree.SourceFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of the house that can be read off the text of its sources. There is no list of exceptions. */
class SourceTextTest {

    private static final int MAIN_LINES = 400;
    private static final int TEST_LINES = 600;
    private static final int FILES_PER_PACKAGE = 25;

    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME)\\b");

    /** A line comment that is a Java statement and hardly a sentence. */
    private static final Pattern DEAD_CODE = Pattern.compile("^\\s*//\\s*("
            + "(return|import|throw|package)\\b.*;"
            + "|[\\w.]+\\(.*\\);"
            + "|[\\w.<>\\[\\]]+( [\\w.<>\\[\\]]+){0,2} = .*;"
            + "|(if|for|while|switch|try) ?\\(.*\\{"
            + "|}"
            + ")\\s*$");

    /** A hint that begins with a word in upper case other than one of SQL's, or ends with a full stop. */
    private static final Pattern HINT_AS_SENTENCE =
            Pattern.compile("\\.hint\\(\\s*\"(?:[A-Z](?:[a-z]| [a-z])|[^\"]*\\.\"\\s*\\))");

    private final SourceTree tree = SourceTree.current();

    @Test
    void aMainFileHasAtMost400Lines() {
        assertThat(tooLong(tree.mainFiles(), MAIN_LINES)).isEmpty();
    }

    @Test
    void aTestFileHasAtMost600Lines() {
        assertThat(tooLong(tree.testFiles(), TEST_LINES)).isEmpty();
    }

    @Test
    void aPackageHasAtMost25Files() {
        assertThat(packages().entrySet().stream()
                        .filter(entry -> entry.getValue().size() > FILES_PER_PACKAGE)
                        .map(entry ->
                                entry.getKey() + " has " + entry.getValue().size() + " files"))
                .isEmpty();
    }

    @Test
    void everyPackageSaysWhatLivesInItAndIsNullMarked() {
        assertThat(packages().entrySet().stream()
                        .filter(entry -> entry.getValue().stream().noneMatch(SourceTextTest::describesItsPackage))
                        .map(entry -> entry.getKey() + " has no package-info.java with @NullMarked"))
                .isEmpty();
    }

    @Test
    void noFileCarriesAnUnfinishedMark() {
        assertThat(placesWhere(UNFINISHED.asPredicate())).isEmpty();
    }

    @Test
    void noCodeIsCommentedOut() {
        assertThat(placesWhere(DEAD_CODE.asPredicate())).isEmpty();
    }

    @Test
    void noClassIsPlacedInCalcitesPackages() {
        assertThat(placesWhere(line -> line.startsWith("package org.apache.calcite")))
                .isEmpty();
    }

    @Test
    void hintsGoOnInLowerCaseAndWithoutAFullStop() {
        assertThat(tree.mainFiles().stream()
                        .filter(file -> HINT_AS_SENTENCE
                                .matcher(String.join("\n", file.lines()))
                                .find())
                        .map(SourceFile::path))
                .isEmpty();
    }

    private Map<Path, List<SourceFile>> packages() {
        return tree.mainFiles().stream().collect(groupingBy(SourceFile::directory));
    }

    private List<String> placesWhere(Predicate<String> test) {
        return Stream.concat(tree.mainFiles().stream(), tree.testFiles().stream())
                .flatMap(file -> file.placesWhere(test).stream())
                .toList();
    }

    private static boolean describesItsPackage(SourceFile file) {
        return file.path().endsWith("package-info.java") && file.lines().contains("@NullMarked");
    }

    private static List<String> tooLong(List<SourceFile> files, int limit) {
        return files.stream()
                .filter(file -> file.lines().size() > limit)
                .map(file -> file.path() + " has " + file.lines().size() + " lines")
                .toList();
    }
}
