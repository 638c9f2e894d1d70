package dev.sinew.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.job.run.JobContext;
import dev.sinew.model.BoneType;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The regression table of rigid and similarity bones; the bounds are issue 4's. */
class RigidTableTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "samba,        30, 3.2",
        "horse-gallop, 30, 1.75",
        "elastic-cow,  18, 6.3",
        "cat-poses,    28, 2.9",
        "dance,        16, 2.5",
        "horse-poses,  27, 2.1",
    })
    void errorStaysBelowAndScalingNeverHurts(String name, int bones, double bound) {
        Path mesh = SharedData.sequence(name);
        double rigid = erms(mesh, bones, BoneType.RIGID);
        assertThat(rigid).as("%s with %d rigid bones", name, bones).isLessThanOrEqualTo(bound);
        assertThat(erms(mesh, bones, BoneType.SIMILARITY))
                .as("%s with %d similarity bones", name, bones)
                .isLessThanOrEqualTo(rigid);
    }

    /** Of the file, read back. */
    private double erms(Path mesh, int bones, BoneType type) {
        Map<String, Object> asked = Map.of(
                "input",
                mesh,
                "output",
                folder.resolve("model.glb"),
                "bones",
                bones,
                "boneType",
                type.name().toLowerCase(Locale.ROOT),
                "rest",
                "free",
                "shading",
                0);
        try (JobContext context = JobContext.quiet()) {
            FitJobResult made = (FitJobResult) Requests.of("fit", asked).run(context);
            assertThat(made.model().boneType()).isEqualTo(type);
            return made.error().erms();
        }
    }
}
