package dev.sinew.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.run.JobContext;
import dev.sinew.mesh.Box;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.skin.ClipFrames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The skeleton of another program, given to {@code rig} with nothing but the motion of its mesh. */
class GivenSkeletonTest {
    @TempDir
    Path folder;

    /** As games save rigs: with a control bone outside the skeleton, and an arm without a parent. */
    @Test
    void severalRootsBecomeOneTree() {
        SkinnedModel figure = new Mannequin().rigged(600, 8);
        Path file = folder.resolve("game.glb");
        Models.write(withLooseParts(figure), file);
        Path poses = folder.resolve("poses.npz");
        MeshSequences.write(ClipFrames.sequence(figure, figure.clips().get(0)), poses);
        RigJobResult made = rigged(poses, file);
        Skeleton skeleton = Models.read(folder.resolve("out.glb")).skeleton();
        assertThat(skeleton.names())
                .containsExactlyInAnyOrderElementsOf(figure.skeleton().names());
        assertThat(skeleton.parents()).containsOnlyOnce(Skeleton.NONE);
        assertThat(parent(skeleton, "arm_left")).isEqualTo(parent(figure.skeleton(), "arm_left"));
        assertThat(made.error().rmsePercent()).isLessThan(0.1);
        assertThat(made.notes())
                .anyMatch(note -> note.endsWith("move no vertex: steer"))
                .anyMatch(note -> note.contains("game.glb has 2 skeletons") && note.contains("arm_left on "));
    }

    private static SkinnedModel withLooseParts(SkinnedModel figure) {
        Skeleton own = figure.skeleton();
        int n = own.boneCount();
        List<String> names = new ArrayList<>(own.names());
        names.add("steer");
        int[] parents = Arrays.copyOf(own.parents(), n + 1);
        parents[n] = Skeleton.NONE;
        parents[own.names().indexOf("arm_left")] = Skeleton.NONE;
        Skeleton loose = new Skeleton(names, parents, Arrays.copyOf(own.pivots(), 3 * n + 3));
        return new SkinnedModel(figure.rest(), figure.weights(), loose, figure.boneType(), List.of());
    }

    private static String parent(Skeleton skeleton, String name) {
        return skeleton.names().get(skeleton.parents()[skeleton.names().indexOf(name)]);
    }

    private RigJobResult rigged(Path poses, Path from) {
        Map<String, Object> asked = Map.of("input", List.of(poses), "from", from, "output", folder.resolve("out.glb"));
        return (RigJobResult) Requests.of("rig", asked).run(JobContext.quiet());
    }

    /** The bones of a fit have no parents, so they are not a skeleton; the message names the file. */
    @Test
    void bonesWithoutATreeAreRejectedByTheNameOfTheirFile() {
        SkinnedModel figure = new Mannequin().rigged(300, 3);
        Path file = folder.resolve("flat.glb");
        Models.write(
                new SkinnedModel(
                        figure.rest(),
                        figure.weights(),
                        Skeleton.flat(figure.skeleton().pivots()),
                        figure.boneType(),
                        List.of()),
                file);
        Path poses = folder.resolve("poses.npz");
        MeshSequences.write(ClipFrames.sequence(figure, figure.clips().get(0)), poses);
        assertThatThrownBy(() -> rigged(poses, file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("flat.glb: none of its ");
    }

    @ParameterizedTest
    @CsvSource({"names, humanoid", "symmetric, off", "axis, x", "detail, high", "bones, 7"})
    void whatShapesASkeletonIsRejectedWhereOneIsGiven(String field, String value) {
        Map<String, Object> asked = Map.of(
                "input",
                List.of(folder.resolve("none.npz")),
                "from",
                folder.resolve("none.glb"),
                "output",
                folder.resolve("out.glb"),
                field,
                field.equals("bones") ? Integer.valueOf(value) : value);
        assertThatThrownBy(() -> Requests.of("rig", asked).run(JobContext.quiet()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(field + " cannot be used with from");
    }

    @Test
    void cesiumMansSkeletonStaysHisOwn() {
        Path man = SharedData.folder("characters").resolve("CesiumMan.glb");
        Path baked = folder.resolve("man.npz");
        Path out = folder.resolve("out.glb");
        Requests.of("convert", Map.of("input", man, "output", baked)).run(JobContext.quiet());
        RigJobResult made =
                (RigJobResult) Requests.of("rig", Map.of("input", List.of(baked), "from", man, "output", out))
                        .run(JobContext.quiet());
        SkinnedModel before = Models.read(man);
        SkinnedModel after = Models.read(out);
        assertThat(after.skeleton().names()).isEqualTo(before.skeleton().names());
        assertThat(after.skeleton().parents()).isEqualTo(before.skeleton().parents());
        double size = Box.around(before.rest().positions()).diagonal();
        for (int k = 0; k < 3 * before.boneCount(); k++) {
            double moved =
                    Math.abs(after.skeleton().pivots()[k] - before.skeleton().pivots()[k]);
            assertThat(moved).isLessThan(0.0101 * size);
        }
        // 0.048 measured, without a clip to start from.
        assertThat(made.error().rmsePercent()).isLessThan(0.1);
    }
}
