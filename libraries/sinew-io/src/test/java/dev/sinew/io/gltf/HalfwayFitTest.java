package dev.sinew.io.gltf;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.LinearFit;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Motion between the frames of a fit, on two sequences of the research data; sinew-jobs tabulates the errors. */
class HalfwayFitTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"samba, 30", "elastic-cow, 18"})
    void verticesMoveStraightBetweenFrames(String name, int bones) {
        Path mesh = SequenceData.shared("sequences").resolve(name + ".obj");
        MeshSequence sequence = MeshSequences.read(SequenceInput.of(mesh));
        FitOptions options = FitOptions.defaults(new FitOptions.Bones(bones));
        SkinnedModel model =
                LinearFit.fit(sequence, options, Progress.SILENT).fitted().model();
        Path file = folder.resolve(name + ".glb");
        Models.write(model, file);
        GltfPlayer player = GltfPlayer.open(file);
        HalfwayRule.check(player, 0);
    }
}
