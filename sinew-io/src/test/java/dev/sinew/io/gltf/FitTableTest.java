package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.LinearFit;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.math.Workers;
import dev.sinew.measure.Measure;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The regression table of the fit: sequence, bones, and the most E_RMS that default options may leave, in memory and in
 * the file. The bounds are issue 2's.
 */
class FitTableTest {
    /** The rule for what happens between frames is shown on these two. */
    private static final Set<String> HALFWAY = Set.of("samba", "elastic-cow");

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
        Path mesh = SequenceData.shared("sequences").resolve(name + ".obj");
        MeshSequence sequence = MeshSequences.read(SequenceInput.of(mesh));
        FitOptions options = FitOptions.defaults(new FitOptions.Bones(bones));
        SkinnedModel model =
                LinearFit.of(sequence, options, Progress.SILENT).fitted().model();
        Path file = folder.resolve(name + ".glb");
        Models.write(model, file);
        GltfPlayer player = GltfPlayer.open(file);

        double inMemory = erms(model, sequence);
        assertThat(inMemory).as("%s with %d bones, in memory", name, bones).isLessThanOrEqualTo(bound);
        assertThat(erms(player.model(), sequence))
                .as("%s with %d bones, in the file", name, bones)
                .isLessThanOrEqualTo(bound)
                .isLessThan(1.01 * inMemory);
        assertThat(player.model().weights().maxInfluences()).isLessThanOrEqualTo(4);
        assertThat(player.model().boneCount()).isLessThanOrEqualTo(bones);
        if (HALFWAY.contains(name)) {
            HalfwayRule.check(player, 0);
        }
    }

    private static double erms(SkinnedModel model, MeshSequence truth) {
        try (Workers workers = new Workers(2)) {
            return Measure.of(model, model.clips().get(0), truth, workers).erms();
        }
    }
}
