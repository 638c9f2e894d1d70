package dev.sinew.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.drive.DriveInput;
import dev.sinew.drive.DriveInput.Solved;
import dev.sinew.drive.DriveOptions;
import dev.sinew.drive.DriveResult;
import dev.sinew.drive.DriverFit;
import dev.sinew.fit.PartialFit;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialOptions.Solve;
import dev.sinew.fit.PartialProblem;
import dev.sinew.fit.Takes;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.measure.Measure;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Simulated T-shirts: helper bones driven by what three motions show work in a fourth. A quick solve, not the default one. */
class DrivenShirtTest {
    private static final String UNSEEN = "128_02";

    @Test
    void driversWorkInMotionThatTookNoPart() {
        Path folder = SharedData.folder("tshirt");
        SkinnedModel rig = Models.read(folder.resolve("tshirt-rig.glb"));
        List<MeshSequence> takes =
                List.of(take(folder, rig, "104_04"), take(folder, rig, "108_11"), take(folder, rig, "108_12"));
        PartialProblem problem = PartialProblem.of(rig, new Takes(takes));
        PartialOptions options = PartialOptions.defaults(Solve.WEIGHTS, BoneType.RIGID)
                .withShading(0)
                .withMaxIterations(4);
        SkinnedModel plain =
                PartialFit.fit(problem, options, Progress.SILENT).fitted().model();
        SkinnedModel helped = PartialFit.fit(problem, options.withHelperBones(4), Progress.SILENT)
                .fitted()
                .model();
        int[] helpers = IntStream.range(rig.boneCount(), helped.boneCount()).toArray();
        DriveResult driven = DriverFit.fit(
                new DriveInput(new Solved(helped, helpers, Optional.of(plain)), takes, List.of()),
                DriveOptions.defaults());
        assertThat(driven.drivers()).isPresent();
        double own = error(driven.model(), folder);
        double without = error(plain, folder);
        // Weights alone 2.4, driven 1.7; with six motions and eight helpers 1.2.
        assertThat(own)
                .as("driven %.2f %%, without helper bones %.2f %%", own, without)
                .isLessThan(0.85 * without);
        assertThat(error(helped, folder)).isGreaterThan(own);
    }

    private static MeshSequence take(Path folder, SkinnedModel rig, String name) {
        MeshSequence read = MeshSequences.read(SequenceInput.of(folder.resolve("tshirt-" + name + ".obj")));
        return new MeshSequence(name, rig.rest(), read.frames(), 30);
    }

    private static double error(SkinnedModel model, Path folder) {
        Clip clip = model.clips().stream()
                .filter(c -> c.name().equals(UNSEEN))
                .findFirst()
                .orElseThrow();
        return Measure.of(model, clip, take(folder, model, UNSEEN), Workers.CALLER)
                .rmsePercent();
    }
}
