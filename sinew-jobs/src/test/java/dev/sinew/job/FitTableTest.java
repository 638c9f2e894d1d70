package dev.sinew.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.job.desk.Desk;
import dev.sinew.measure.Measure;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The regression table of the fit: sequence, bones, and the most E_RMS that default options may leave, in memory and in
 * the file. The bounds are issue 2's.
 */
class FitTableTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "elastic-cow,  10, 6.3",
        "elastic-cow,  18, 3.4",
        "elastic-cow,  24, 3.0",
        "samba,        30, 1.45",
        "horse-gallop, 10, 3.7",
        "horse-gallop, 20, 1.65",
        "horse-gallop, 30, 1.1",
        "horse-poses,  20, 1.75",
        "cat-poses,    10, 6.1",
        "cat-poses,    25, 2.05",
        "dance,        10, 2.4",
        "dance,        24, 0.65",
    })
    void errorStaysBelow(String name, int bones, double bound) {
        Path mesh = SharedData.sequence(name);
        try (Desk desk = Desk.quiet()) {
            FitMade made = (FitMade)
                    Requests.of("fit", Map.of("input", mesh, "output", folder.resolve(name + ".glb"), "bones", bones))
                            .run(desk);
            SkinnedModel solved = made.fit().fitted().model();
            MeshSequence truth = made.task().truth().joined();
            double inMemory = Measure.of(solved, solved.clips().get(0), truth, desk.workers())
                    .erms();
            assertThat(inMemory).as("%s with %d bones, in memory", name, bones).isLessThanOrEqualTo(bound);
            assertThat(made.model().weights().maxInfluences()).isLessThanOrEqualTo(4);
            assertThat(made.model().boneCount()).isLessThanOrEqualTo(bones);
            assertThat(made.error().erms())
                    .as("%s with %d bones, in the file", name, bones)
                    .isLessThanOrEqualTo(bound)
                    .isLessThan(1.01 * inMemory);
        }
    }
}
