package dev.sinew.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.handles.DataDrivenWeights;
import dev.sinew.handles.DataDrivenWeights.Energy;
import dev.sinew.handles.HandleModels;
import dev.sinew.handles.LearningOptions;
import dev.sinew.handles.WeightsOptions;
import dev.sinew.io.HandleFiles;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.Progress;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Poses that were not learnt from, on the research data where it is there. The handles are the 20 joints in different places that
 * {@code sinew rig horse-poses.obj --rest given --bones 21} found.
 */
class HorseJointsTest {
    private static final List<Integer> HELD_OUT = List.of(2, 5, 8);
    /** Half of what runs by default, to keep this short; more rounds do better still. */
    private static final int ROUNDS = 30;

    private static Path horse() {
        Path at = Path.of("").toAbsolutePath();
        while (at != null && !Files.isDirectory(at.resolve("shared/data/sequences"))) {
            at = at.getParent();
        }
        Assumptions.assumeTrue(at != null, "skipped: ../shared/data/sequences is not there");
        return at.resolve("shared/data/sequences/horse-poses.obj");
    }

    private static MeshSequence sequence(Mesh mesh, List<float[]> frames) {
        return new MeshSequence("poses", mesh, FrameSource.of(frames.toArray(new float[0][])), 30);
    }

    @Test
    void heldOutPosesLoseAThirdOfTheirError() throws URISyntaxException {
        Path obj = horse();
        Mesh mesh = MeshSequences.readMesh(obj);
        MeshSequence all = MeshSequences.read(SequenceInput.of(obj));
        List<float[]> seen = new ArrayList<>();
        List<float[]> unseen = new ArrayList<>();
        for (int f = 0; f < all.frameCount(); f++) {
            (HELD_OUT.contains(f) ? unseen : seen).add(all.frame(f));
        }
        Path joints = Path.of(Objects.requireNonNull(getClass().getResource("/horse-joints.json"))
                .toURI());
        HandleModels.Input input = new HandleModels.Input(
                mesh, HandleFiles.read(joints, mesh, UnaryOperator.identity()), Optional.of(sequence(mesh, seen)));
        HandleModels.Options options = new HandleModels.Options(
                WeightsOptions.defaults(), LearningOptions.defaults().withMaxIterations(ROUNDS), Optional.empty());
        HandleModels.Result result = HandleModels.solve(input, options, Progress.SILENT);
        MeshSequence judge = sequence(mesh, unseen);
        double smooth = DataDrivenWeights.reconstructionError(
                mesh, judge, result.biharmonic().weights());
        double learnt = DataDrivenWeights.reconstructionError(mesh, judge, result.weights());
        assertThat(learnt).isLessThan(0.7 * smooth);
        List<Energy> energies = result.learnt().orElseThrow().energies();
        for (int k = result.learnt().orElseThrow().groupsFixed() + 1; k < energies.size(); k++) {
            assertThat(energies.get(k).total())
                    .isLessThanOrEqualTo(energies.get(k - 1).total() * (1 + 1e-9));
        }
    }
}
