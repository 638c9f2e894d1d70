package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.Mutations;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Sliders;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.LinearSkinning;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bones driven by sliders: exact sums, round trips of files, the error bound for every pose, and reading of morph targets.
 */
class SlidersTest {
    @TempDir
    Path folder;

    private static BoneMotion poses(int bones, int sliders, long seed) {
        Random random = new Random(seed);
        double[] m = new double[(sliders + 1) * bones * 12];
        for (int k = 0; k < m.length; k++) {
            m[k] = (k % 12 % 5 == 0 ? 1 : 0) + (k < bones * 12 ? 0 : 0.2 * random.nextGaussian());
        }
        return new BoneMotion(bones, sliders + 1, m);
    }

    @Test
    void matricesAreSums() {
        Sliders sliders = Sliders.of(List.of("a", "b"), poses(2, 2, 1), List.of());
        double[] m = poses(2, 2, 1).matrices();
        double[] out = new double[24];
        sliders.matrices(new double[] {0.25, -0.5}, 0, out, 0);
        for (int k = 0; k < 24; k++) {
            double one = k % 12 % 5 == 0 ? 1 : 0;
            assertThat(out[k]).isCloseTo(one + 0.25 * (m[24 + k] - one) - 0.5 * (m[48 + k] - one), within(1e-15));
        }
        sliders.matrices(new double[2], 0, out, 0);
        assertThat(out).isEqualTo(Arrays.copyOf(m, 24));
    }

    private static SkinnedModel model() {
        return TestModels.model(TestModels.tube(6, 8), 4, 3, BoneType.AFFINE, poses(4, 3, 2));
    }

    private static Sliders sliders() {
        double[] weights = {0, 0, 0, 1, 0.5, 0, 0.2, 0.3, 0.4};
        return Sliders.of(List.of("a", "b", "c"), poses(4, 3, 2), List.of(new Sliders.Curve("wave", 24, weights)));
    }

    private Path written(String name) {
        Path file = folder.resolve(name);
        Models.write(ModelDocument.of(sliders().withClips(model(), 1)).withSliders(Optional.of(sliders())), file);
        return file;
    }

    @Test
    void roundTripKeepsSlidersAndClips() {
        ModelFile read = ModelFile.read(written("s.glb"));
        Sliders back = read.sliders().orElseThrow();
        assertThat(back.names()).containsExactly("a", "b", "c");
        assertThat(back.deltas()).containsExactly(sliders().deltas(), within(1e-6));
        assertThat(back.clips().get(0).weights())
                .containsExactly(sliders().clips().get(0).weights(), within(1e-6));
        assertThat(read.model().clips()).hasSize(2);
        assertThat(read.model().clips().get(0).name()).isEqualTo("wave");
        assertThat(read.model().clips().get(0).motion().matrices())
                .containsExactly(
                        sliders().motion(sliders().clips().get(0).weights()).matrices(), within(1e-4));
    }

    /** A vertex's error is the sum of its errors for each slider: at most the sum of their lengths. */
    @Test
    void errorOfEveryPoseIsBounded() {
        SkinnedModel model = model();
        Sliders sliders = sliders();
        LinearSkinning skinning = new LinearSkinning(model);
        int n = model.vertexCount();
        double[][] truth = new double[3][3 * n];
        Random random = new Random(7);
        double[][] off = new double[3][n];
        for (int k = 0; k < 3; k++) {
            double[] posed = posed(skinning, sliders, unit(k), n);
            for (int c = 0; c < 3 * n; c++) {
                double error = 0.01 * random.nextGaussian();
                truth[k][c] = posed[c] - model.rest().positions()[c] + error;
                off[k][c / 3] += error * error;
            }
        }
        for (int trial = 0; trial < 20; trial++) {
            double[] s = random.doubles(3, -1, 1.5).toArray();
            double[] posed = posed(skinning, sliders, s, n);
            for (int i = 0; i < n; i++) {
                double square = 0;
                double bound = 0;
                for (int x = 0; x < 3; x++) {
                    double v = model.rest().positions()[3 * i + x];
                    for (int k = 0; k < 3; k++) {
                        v += s[k] * truth[k][3 * i + x];
                    }
                    square += (posed[3 * i + x] - v) * (posed[3 * i + x] - v);
                    bound += Math.abs(s[x]) * Math.sqrt(off[x][i]);
                }
                assertThat(Math.sqrt(square)).isLessThanOrEqualTo(bound + 1e-12);
            }
        }
    }

    private static double[] unit(int k) {
        double[] s = new double[3];
        s[k] = 1;
        return s;
    }

    private static double[] posed(LinearSkinning skinning, Sliders sliders, double[] s, int n) {
        double[] palette = new double[12 * sliders.bones()];
        sliders.matrices(s, 0, palette, 0);
        double[] xyz = new double[3 * n];
        skinning.positions(palette, 0, 0, n, xyz);
        return xyz;
    }

    private Path morphs() {
        Mesh rest = TestModels.dressedTube(5, 6);
        float[][] frames = new float[3][];
        for (int k = 0; k < 3; k++) {
            frames[k] = rest.positions().clone();
            for (int c = 0; k > 0 && c < frames[k].length; c++) {
                frames[k][c] += (float) (0.1 * Math.sin(c * k));
            }
        }
        Path file = folder.resolve("m.glb");
        double[] weights = {0, 0, 0.5, 0.25, 1, 1};
        Models.writeMorphs(
                new MeshSequence("x", rest, FrameSource.of(frames), 1),
                List.of("open", "shut"),
                new Sliders.Curve("talk", 30, weights),
                file);
        return file;
    }

    @Test
    void readsTargetsAsExamples() {
        GltfMorphs morphs = GltfMorphs.open(morphs(), List.of());
        assertThat(morphs.names()).containsExactly("open", "shut");
        MeshSequence examples = morphs.examples();
        assertThat(examples.frameCount()).isEqualTo(3);
        assertThat(examples.vertexCount())
                .isEqualTo(TestModels.dressedTube(5, 6).vertexCount());
        assertThat(examples.frame(2)[4] - examples.frame(0)[4]).isCloseTo((float) (0.1 * Math.sin(8)), within(1e-6f));
        Sliders.Curve talk = morphs.curves(OptionalDouble.empty()).get(0);
        assertThat(talk.framesPerSecond()).isEqualTo(30);
        assertThat(talk.weights()).containsExactly(new double[] {0, 0, 0.5, 0.25, 1, 1}, within(1e-6));
        MeshSequence played = morphs.play(talk, examples.rest());
        float wanted = examples.frame(0)[7]
                + 0.5f * (examples.frame(1)[7] - examples.frame(0)[7])
                + 0.25f * (examples.frame(2)[7] - examples.frame(0)[7]);
        assertThat(played.frame(1)[7]).isCloseTo(wanted, within(1e-6f));
    }

    @Test
    void rejectsFilesWithoutTargets() {
        Path file = folder.resolve("n.glb");
        Models.write(model(), file);
        assertThatThrownBy(() -> GltfMorphs.open(file, List.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("has a skin");
    }

    @Test
    void readsOrRejectsDamagedSliders() throws IOException {
        Mutations.damage(written("d.glb"), f -> ModelFile.read(f).sliders());
    }

    @Test
    void readsOrRejectsDamagedTargets() throws IOException {
        Mutations.damage(morphs(), f -> {
            GltfMorphs read = GltfMorphs.open(f, List.of());
            read.examples().validate();
            read.curves(OptionalDouble.empty());
        });
    }
}
