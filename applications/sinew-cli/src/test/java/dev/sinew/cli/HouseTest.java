package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The picture of the house in docs/house.md has the arrows of the build, no more and no fewer. */
class HouseTest {
    private static final Pattern MODULE = Pattern.compile("<module>(\\w+/sinew-[\\w-]+)</module>");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>.*?</dependency>");
    private static final Pattern OWN = Pattern.compile("<artifactId>sinew-([\\w-]+)</artifactId>");

    @Test
    void thePictureIsThatOfTheBuild() throws IOException {
        Path root = Path.of("../..");
        TreeSet<String> arrows = new TreeSet<>();
        for (String module : found(MODULE, Files.readString(root.resolve("pom.xml")))) {
            String pom = Files.readString(root.resolve(module).resolve("pom.xml"));
            for (MatchResult block : DEPENDENCY.matcher(pom).results().toList()) {
                if (!block.group().contains("<scope>test</scope>")) {
                    found(OWN, block.group())
                            .forEach(used -> arrows.add("  " + module.replaceFirst(".*/sinew-", "") + " --> " + used));
                }
            }
        }
        List<String> drawn = Files.readString(root.resolve("docs/house.md"))
                .lines()
                .filter(line -> line.contains(" --> "))
                .toList();
        assertThat(drawn).as("arrows of docs/house.md").containsExactlyElementsOf(arrows);
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }
}
