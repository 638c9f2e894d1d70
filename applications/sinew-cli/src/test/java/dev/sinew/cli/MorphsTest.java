package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.ModelFile;
import dev.sinew.io.gltf.GltfMorphs;
import dev.sinew.io.parts.Sliders;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.LinearSkinning;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code fit --morphs}: a face with sliders becomes bones that follow the same sliders, in the file as it is on disk. */
class MorphsTest {
    @TempDir
    Path folder;

    private Path face;

    private void writeFace() {
        face = folder.resolve("face.glb");
        SinewRun run = SinewRun.of("sample", "face", "--vertices", 1600, "--frames", 12, "-o", face);
        assertThat(run.code()).as(run.said()).isZero();
    }

    @Test
    void everyPoseIsBoundedByTheExamples() {
        writeFace();
        Path output = folder.resolve("bones.glb");
        SinewRun run = SinewRun.of("fit", face, "--morphs", "--bones", 12, "-o", output, "--json", "-");
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(run.json().at("/result/clips/1/name").asString()).isEqualTo("sliders");
        assertThat(run.json().at("/result/clips/0/name").asString()).isEqualTo("face");
        assertThat(run.json().at("/result/clips/0/frames").asInt()).isEqualTo(12);
        assertThat(run.json().at("/result/clips/0/erms").asDouble()).isLessThan(3);
        ModelFile file = ModelFile.read(output);
        Sliders sliders = file.sliders().orElseThrow();
        GltfMorphs morphs = GltfMorphs.open(face, List.of());
        assertThat(sliders.names()).isEqualTo(morphs.names()).hasSize(22).contains("jawOpen", "blinkLeft");
        check(file.model(), sliders, morphs.examples());
    }

    /** ‖v̂(s) − v(s)‖ ≤ Σ s_k·‖e_k‖, and nothing moves at zero. */
    private static void check(SkinnedModel model, Sliders sliders, MeshSequence examples) {
        LinearSkinning skinning = new LinearSkinning(model);
        int n = examples.vertexCount();
        double slack = 1e-5 * Box.around(examples.frame(0)).diagonal();
        double[][] off = new double[sliders.count()][];
        for (int k = 0; k < off.length; k++) {
            double[] one = new double[off.length];
            one[k] = 1;
            off[k] = distances(skinning, sliders, examples, one, n);
        }
        assertThat(Arrays.stream(distances(skinning, sliders, examples, new double[off.length], n))
                        .max()
                        .orElseThrow())
                .isLessThanOrEqualTo(slack);
        Random random = new Random(3);
        for (int trial = 0; trial < 5; trial++) {
            double[] s = random.doubles(off.length).toArray();
            double[] seen = distances(skinning, sliders, examples, s, n);
            for (int i = 0; i < n; i++) {
                double bound = slack;
                for (int k = 0; k < off.length; k++) {
                    bound += s[k] * off[k][i];
                }
                assertThat(seen[i]).isLessThanOrEqualTo(bound);
            }
        }
    }

    /** How far each vertex is from u + Σ s_k·d_k. */
    private static double[] distances(
            LinearSkinning skinning, Sliders sliders, MeshSequence examples, double[] s, int n) {
        double[] palette = new double[12 * sliders.bones()];
        sliders.matrices(s, 0, palette, 0);
        double[] posed = new double[3 * n];
        skinning.positions(palette, 0, 0, n, posed);
        double[] off = new double[n];
        for (int i = 0; i < n; i++) {
            double square = 0;
            for (int c = 3 * i; c < 3 * i + 3; c++) {
                double v = examples.frame(0)[c];
                for (int k = 0; k < s.length; k++) {
                    v += s[k] * (examples.frame(k + 1)[c] - examples.frame(0)[c]);
                }
                square += (posed[c] - v) * (posed[c] - v);
            }
            off[i] = Math.sqrt(square);
        }
        return off;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x.obj --morphs --bones 3 -o y.glb                  | --morphs needs one .glb or .gltf as input and as output",
                "x.glb --morphs --bones 3 --rest first -o y.glb     | --morphs uses the mesh, the targets and the clips",
                "x.glb --morphs --bones 3 --bone-type rigid -o y.glb| --morphs needs affine bones",
                "x.glb --morphs -o y.glb                            | fit needs one of --bones N, --error PERCENT",
            })
    void wrongUsage(String arguments, String said) {
        Object[] words = ("fit " + arguments)
                .replace("y.glb", folder.resolve("y.glb").toString())
                .split("\\s+");
        SinewRun run = SinewRun.of(words);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.said()).contains(said);
    }
}
