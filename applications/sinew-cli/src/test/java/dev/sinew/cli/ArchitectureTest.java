package dev.sinew.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Which packages may use which, as docs/architecture.md says. */
class ArchitectureTest {
    private static final JavaClasses SINEW = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.sinew");

    /** Packages of the core that several capabilities use, each using only those before it. */
    private static final List<String> LAYERS = List.of(
            "platform",
            "math",
            "run",
            "linalg",
            "mesh",
            "geometry",
            "model",
            "keys",
            "symmetry",
            "skin",
            "measure",
            "solve",
            "reduce");

    /** They use the layers and never one another. */
    private static final List<String> CAPABILITIES =
            List.of("fit", "rig", "compress", "handles", "linearize", "edit", "correct", "drive", "retarget");

    private static final List<String> ABOVE_THE_CORE = List.of("io", "job", "show", "studio", "cli", "bench", "sample");

    @TestFactory
    List<DynamicTest> everyPackageOfTheCoreUsesOnlyThoseBeforeIt() {
        List<DynamicTest> tests = new ArrayList<>();
        for (int k = 0; k < LAYERS.size(); k++) {
            List<String> forbidden = new ArrayList<>(LAYERS.subList(k + 1, LAYERS.size()));
            forbidden.addAll(CAPABILITIES);
            tests.add(uses(LAYERS.get(k), forbidden));
        }
        for (String capability : CAPABILITIES) {
            tests.add(uses(
                    capability,
                    CAPABILITIES.stream().filter(c -> !c.equals(capability)).toList()));
        }
        return tests;
    }

    private static DynamicTest uses(String user, List<String> forbidden) {
        List<String> all = new ArrayList<>(forbidden);
        all.addAll(ABOVE_THE_CORE);
        return DynamicTest.dynamicTest(user, () -> checkBorder(user, all.toArray(String[]::new)));
    }

    private static List<String> core() {
        List<String> all = new ArrayList<>(LAYERS);
        all.addAll(CAPABILITIES);
        return all;
    }

    @Test
    void onlyLinalgSeesTheLinearAlgebraLibrary() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("dev.sinew.linalg..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.ejml..", "dev.ludovic.."));
    }

    @Test
    void ioKnowsNoSolverAndNoFrontEnd() {
        List<String> forbidden = new ArrayList<>(CAPABILITIES);
        forbidden.addAll(List.of("solve", "sample", "job", "show", "cli", "bench"));
        check(noClasses()
                .that()
                .resideInAPackage("dev.sinew.io..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(inside(forbidden))));
    }

    /** Jobs know no front end, what shows them knows no command line, and only the command line knows picocli. */
    @Test
    void jobsAreBetweenFilesAndFrontEnds() {
        checkBorder("job", "sample", "show", "studio", "cli", "bench");
        checkBorder("show", "sample", "studio", "cli", "bench");
        checkBorder("studio", "cli", "bench");
        checkBorder("cli", "bench");
        check(noClasses()
                .that()
                .resideOutsideOfPackage("dev.sinew.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli.."));
    }

    /** Only the studio knows its web server. */
    @Test
    void nobodyElseKnowsTheWebServer() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("dev.sinew.studio..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta.."));
    }

    /** Console, options, verbs: each knows only those before it. */
    @Test
    void packagesOfTheCommandLineUseOnlyThoseBeforeThem() {
        checkBorder("cli.console", "cli.option", "cli.verb");
        checkBorder("cli.option", "cli.verb");
    }

    private static void checkBorder(String user, String... forbidden) {
        check(noClasses()
                .that(resideInAnyPackage(inside(List.of(user))))
                .should()
                .dependOnClassesThat(resideInAnyPackage(inside(List.of(forbidden)))));
    }

    @Test
    void noPackageIsInACycle() {
        SlicesRuleDefinition.slices()
                .matching("dev.sinew.(**)")
                .should()
                .beFreeOfCycles()
                .check(SINEW);
    }

    @Test
    void onlyIoAndTheCommandLineSeeTheJsonLibrary() {
        check(noClasses()
                .that(resideInAnyPackage(inside(core())))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("tools.jackson..", "com.fasterxml..", "picocli.."));
    }

    @Test
    void theLibraryNeverPrintsAndNeverEndsTheProcess() {
        List<String> library = core();
        library.addAll(List.of("io", "job", "show", "studio"));
        check(noClasses()
                .that(resideInAnyPackage(inside(library)))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Throwable.class, "printStackTrace"));
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(SINEW);
    }

    private static String[] inside(List<String> packages) {
        return packages.stream().map(name -> "dev.sinew." + name + "..").toArray(String[]::new);
    }
}
