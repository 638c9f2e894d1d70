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
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import java.nio.file.Path;
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
        Path mesh = SequenceData.shared("sequences").resolve(name + ".obj");
        MeshSequence sequence = MeshSequences.read(SequenceInput.of(mesh));
        double rigid = erms(sequence, bones, BoneType.RIGID);
        assertThat(rigid).as("%s with %d rigid bones", name, bones).isLessThanOrEqualTo(bound);
        assertThat(erms(sequence, bones, BoneType.SIMILARITY))
                .as("%s with %d similarity bones", name, bones)
                .isLessThanOrEqualTo(rigid);
    }

    /** Of the file, read back. */
    private double erms(MeshSequence sequence, int bones, BoneType type) {
        FitOptions options = FitOptions.defaults(new FitOptions.Bones(bones)).withBoneType(type);
        Path file = folder.resolve("model.glb");
        Models.write(LinearFit.of(sequence, options, Progress.SILENT).fitted().model(), file);
        SkinnedModel model = Models.read(file);
        assertThat(model.boneType()).isEqualTo(type);
        try (Workers workers = new Workers(2)) {
            return Measure.of(model, model.clips().get(0), sequence, workers).erms();
        }
    }
}
