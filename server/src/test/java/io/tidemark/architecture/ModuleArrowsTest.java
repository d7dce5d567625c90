package io.tidemark.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The arrows between modules point one way: text, plan, engine, outside world, server; clients stand apart. */
class ModuleArrowsTest {

    private static final String ERRORS = "io.tidemark.sql.error..";

    private static JavaClasses compiled;

    /** A module by its root package, with the packages of the house that it may see apart from its own. */
    record Module(String root, List<String> visible) {
        static Module of(String root, String... visible) {
            return new Module(root, List.of(visible));
        }
    }

    static Stream<Module> modules() {
        return Stream.of(
                Module.of("io.tidemark.function.."),
                Module.of("io.tidemark.sql.."),
                Module.of("io.tidemark.planner..", "io.tidemark.sql.."),
                Module.of(
                        "io.tidemark.runtime..",
                        "io.tidemark.planner..",
                        "io.tidemark.sql..",
                        "io.tidemark.function.."),
                Module.of(
                        "io.tidemark.connectors..",
                        "io.tidemark.runtime.connector..",
                        "io.tidemark.runtime.batch..",
                        "io.tidemark.runtime.bytes..",
                        ERRORS),
                Module.of("io.tidemark.jdbc.."),
                Module.of("io.tidemark.shell..", "io.tidemark.jdbc.."));
    }

    @BeforeAll
    static void importClasses() {
        compiled = new ClassFileImporter().importPaths(SourceTree.current().compiledClasses());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aModuleSeesOnlyWhatTheArrowsAllow(Module module) {
        List<String> visible = new ArrayList<>(module.visible());
        visible.add(module.root());
        check(noClasses()
                .that()
                .resideInAPackage(module.root())
                .should()
                .dependOnClassesThat(
                        resideInAPackage("io.tidemark..").and(not(resideInAnyPackage(visible.toArray(String[]::new)))))
                .as(module.root() + " sees nothing of the house but " + visible));
    }

    @Test
    void nothingSeesTheServerButTheBenchmarks() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages("io.tidemark.server..", "io.tidemark.benchmarks..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.tidemark.server.."));
    }

    @Test
    void whatFunctionsAreCompiledAgainstSeesJavaAlone() {
        check(classes()
                .that()
                .resideInAPackage("io.tidemark.function..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.tidemark.function..", "java..", "org.jspecify.."));
    }

    @Test
    void theDriverSeesAvaticaAlone() {
        check(classes()
                .that()
                .resideInAPackage("io.tidemark.jdbc..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.tidemark.jdbc..", "org.apache.calcite.avatica..", "java..", "javax..", "org.jspecify.."));
    }

    @Test
    void theShellSeesTheDriverItsTerminalAndItsCommandLineAlone() {
        check(classes()
                .that()
                .resideInAPackage("io.tidemark.shell..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.tidemark.shell..",
                        "io.tidemark.jdbc..",
                        "org.jline..",
                        "picocli..",
                        "java..",
                        "javax..",
                        "org.jspecify.."));
    }

    @Test
    void calciteApartFromAvaticaStaysInParserPlannerAndTranslation() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.tidemark.sql..",
                        "io.tidemark.planner..",
                        "io.tidemark.runtime.translate..",
                        "io.tidemark.benchmarks..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.apache.calcite..").and(not(avatica()))));
    }

    @Test
    void packagesHaveNoCycles() {
        check(slices().matching("io.tidemark.(**)").should().beFreeOfCycles());
    }

    private static DescribedPredicate<JavaClass> avatica() {
        return resideInAPackage("org.apache.calcite.avatica..");
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(compiled);
    }
}
