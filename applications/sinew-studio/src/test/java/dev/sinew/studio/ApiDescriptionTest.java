package dev.sinew.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/reference/studio-api.md describes exactly the routes of the server. */
class ApiDescriptionTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(GET|POST|PUT|DELETE) (/api/[^`? ]+)[^`]*` \\|");

    @Test
    void describesExactlyTheRoutesOfTheServer(@TempDir Path folder) throws Exception {
        String text = Files.readString(Path.of("../../docs/reference/studio-api.md"));
        List<String> described = ROW.matcher(text)
                .results()
                .map(row -> row.group(1) + " " + row.group(2))
                .toList();
        try (Visit visit = new Visit(folder)) {
            assertThat(described)
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(visit.studio().routes());
        }
    }
}
