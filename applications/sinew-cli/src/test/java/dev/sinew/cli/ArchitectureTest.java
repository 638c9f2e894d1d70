package dev.sinew.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The arrows of DESIGN.md: who may know whom. */
class ArchitectureTest {
    private static final JavaClasses SINEW = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.sinew");

    private static final List<String> CAPABILITIES =
            List.of("fit", "rig", "compress", "handles", "linearize", "edit", "correct");

    /** What each room of the core may use, besides itself and the JDK. */
    private static final Map<String, List<String>> ROOMS = rooms();

    private static Map<String, List<String>> rooms() {
        Map<String, List<String>> rooms = new LinkedHashMap<>();
        rooms.put("math", List.of());
        rooms.put("linalg", List.of("math"));
        rooms.put("run", List.of());
        rooms.put("mesh", List.of("math", "run"));
        rooms.put("geometry", List.of("math", "linalg", "run", "mesh"));
        rooms.put("model", List.of("run", "math", "mesh"));
        rooms.put("keys", List.of("run", "math", "mesh", "model"));
        rooms.put("symmetry", List.of("run", "math", "mesh", "geometry", "model"));
        rooms.put("skin", List.of("run", "math", "mesh", "geometry", "model"));
        rooms.put("measure", List.of("run", "math", "mesh", "geometry", "model", "skin"));
        rooms.put("sample", List.of("run", "math", "linalg", "mesh", "model", "skin"));
        rooms.put("solve", List.of("run", "math", "linalg", "mesh", "geometry", "model", "skin", "measure"));
        List<String> below =
                List.of("run", "math", "linalg", "mesh", "geometry", "model", "symmetry", "skin", "measure", "solve");
        rooms.put("reduce", below);
        for (String capability : CAPABILITIES) {
            List<String> allowed = new ArrayList<>(below);
            allowed.add("reduce");
            rooms.put(capability, allowed);
        }
        return rooms;
    }

    /** Among them that the capabilities never import one another. */
    @TestFactory
    List<DynamicTest> everyRoomOfTheCoreKnowsOnlyWhatItMay() {
        return ROOMS.entrySet().stream()
                .map(room -> DynamicTest.dynamicTest(room.getKey(), () -> checkRoom(room.getKey(), room.getValue())))
                .toList();
    }

    private static void checkRoom(String room, List<String> allowed) {
        List<String> forbidden = new ArrayList<>(ROOMS.keySet());
        forbidden.remove(room);
        forbidden.removeAll(allowed);
        forbidden.addAll(List.of("io", "job", "show", "studio", "cli", "bench"));
        check(noClasses()
                .that(resideInAnyPackage(inside(List.of(room))))
                .should()
                .dependOnClassesThat(resideInAnyPackage(inside(forbidden)))
                .because("'" + room + "' may use " + allowed + " only"));
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
    void theThreeRoomsOfTheCommandLineStandInARow() {
        checkBorder("cli.console", "cli.option", "cli.verb");
        checkBorder("cli.option", "cli.verb");
    }

    private static void checkBorder(String room, String... forbidden) {
        check(noClasses()
                .that(resideInAnyPackage(inside(List.of(room))))
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
                .that(resideInAnyPackage(inside(new ArrayList<>(ROOMS.keySet()))))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("tools.jackson..", "com.fasterxml..", "picocli.."));
    }

    @Test
    void theLibraryNeverPrintsAndNeverEndsTheProcess() {
        List<String> library = new ArrayList<>(ROOMS.keySet());
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

    /** Rooms whose capability is still to come are empty, and that is fine. */
    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(SINEW);
    }

    private static String[] inside(List<String> rooms) {
        return rooms.stream().map(room -> "dev.sinew." + room + "..").toArray(String[]::new);
    }
}
