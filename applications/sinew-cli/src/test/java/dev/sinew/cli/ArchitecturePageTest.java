package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/architecture.md shows the modules and packages that the build has. */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of("../..");
    private static final Path PAGE = ROOT.resolve("docs/architecture.md");
    private static final Pattern MODULE = Pattern.compile("<module>(\\w+/sinew-[\\w-]+)</module>");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>.*?</dependency>");
    private static final Pattern OWN = Pattern.compile("<artifactId>sinew-([\\w-]+)</artifactId>");
    private static final Pattern PACKAGE_ROW = Pattern.compile("(?m)^\\| `([a-z.]+)` \\|");

    @Test
    void showsTheDependenciesOfTheBuild() throws IOException {
        TreeSet<String> arrows = new TreeSet<>();
        for (String module : found(MODULE, Files.readString(ROOT.resolve("pom.xml")))) {
            String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
            for (MatchResult block : DEPENDENCY.matcher(pom).results().toList()) {
                if (!block.group().contains("<scope>test</scope>")) {
                    String name = module.replaceFirst(".*/sinew-", "");
                    found(OWN, block.group()).forEach(used -> arrows.add("  " + name + " --> " + used));
                }
            }
        }
        String modules = Files.readString(PAGE).split("```mermaid")[1].split("```")[0];
        assertThat(modules.lines().filter(line -> line.contains(" --> "))).containsExactlyElementsOf(arrows);
    }

    @Test
    void describesEveryPackageOfTheCore() throws IOException {
        Path core = ROOT.resolve("libraries/sinew-core/src/main/java/dev/sinew");
        TreeSet<String> packages = new TreeSet<>();
        try (Stream<Path> files = Files.walk(core)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> core.relativize(file.getParent()).toString().replace('/', '.'))
                    .filter(name -> !name.startsWith("skin."))
                    .forEach(packages::add);
        }
        String page = Files.readString(PAGE);
        String table = page.substring(page.indexOf("## Packages of the core"), page.indexOf("## Where things are"));
        assertThat(found(PACKAGE_ROW, table)).containsExactlyInAnyOrderElementsOf(packages);
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }
}
