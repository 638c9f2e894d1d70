package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Weld;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.sample.catalogue.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Meshes whose faces each have their own vertices, as files without indices have it: no seam opens, in any verb. */
class SeamsTest {
    @TempDir
    Path folder;

    private Path soup;
    private Path out;
    private Weld places;

    @BeforeEach
    void splitTheSheet() throws IOException {
        out = folder.resolve("out.glb");
        MeshSequence sheet = MeshSequences.read(SequenceInput.of(Fixtures.sequence(folder, "sheet", 6)));
        int[] corners = sheet.rest().corners();
        float[][] frames = new float[sheet.frameCount()][];
        Arrays.setAll(frames, f -> spread(sheet.frame(f), corners));
        MeshSequence split = new MeshSequence("soup", split(sheet.rest()), FrameSource.of(frames), 30);
        soup = folder.resolve("soup.npz");
        MeshSequences.write(split, soup);
        places = Weld.of(split);
    }

    private static Mesh split(Mesh mesh) {
        int[] own = new int[mesh.corners().length];
        Arrays.setAll(own, c -> c);
        return Mesh.of(spread(mesh.positions(), mesh.corners()), mesh.faceStarts(), own, Mesh.Surface.bare());
    }

    private static float[] spread(float[] xyz, int[] corners) {
        float[] apart = new float[3 * corners.length];
        for (int c = 0; c < corners.length; c++) {
            System.arraycopy(xyz, 3 * corners[c], apart, 3 * c, 3);
        }
        return apart;
    }

    @Test
    void fit() {
        done("fit", soup, "--bones", 5, "-o", out);
        assertClosed();
    }

    @Test
    void rig() {
        done("rig", soup, "--bones", 3, "-o", out);
        assertClosed();
    }

    @Test
    void compress() {
        done("compress", dense(), "--bones-per-vertex", 3, "-o", out);
        assertClosed();
    }

    @Test
    void compressWithExamples() {
        done("compress", dense(), "--bones-per-vertex", 3, "--examples", soup, "-o", out);
        assertClosed();
    }

    @Test
    void reduce() {
        for (String method : new String[] {"largest", "smooth", "geometry", "poisson"}) {
            done("reduce", dense(), "--influences", 2, "--method", method, "--examples", soup, "-o", out);
            assertClosed();
        }
    }

    @Test
    void weights() throws IOException {
        Path handles = Files.writeString(folder.resolve("handles.json"), """
                {"handles": [{"name": "left", "type": "point", "vertex": 72},
                             {"name": "right", "type": "point", "vertex": 363}]}
                """);
        done("weights", soup, "--handles", handles, "-o", out);
        assertClosed();
        done("weights", soup, "--handles", handles, "--examples", soup, "--influences", 2, "-o", out);
        assertClosed();
    }

    @Test
    void linearize() {
        SkinnedModel whole = Samples.modelNamed("biped").orElseThrow().make(300);
        Mesh mesh = split(whole.rest());
        int[] corners = whole.rest().corners();
        int k = whole.weights().influences();
        int[] bones = new int[k * corners.length];
        double[] w = new double[bones.length];
        for (int c = 0; c < corners.length; c++) {
            System.arraycopy(whole.weights().bones(), k * corners[c], bones, k * c, k);
            System.arraycopy(whole.weights().weights(), k * corners[c], w, k * c, k);
        }
        Path model = folder.resolve("biped.glb");
        Models.write(whole.withVertices(mesh, SkinWeights.of(k, bones, w)), model);
        places = Weld.of(mesh);
        done("linearize", model, "--blend-bones", 3, "-o", out);
        assertClosed();
    }

    private Path dense() {
        Path dense = folder.resolve("dense.glb");
        done("fit", soup, "--bones", 5, "--influences", "dense", "-o", dense);
        return dense;
    }

    private static void done(Object... arguments) {
        Object[] quiet = Arrays.copyOf(arguments, arguments.length + 1);
        quiet[arguments.length] = "--quiet";
        SinewRun run = SinewRun.of(quiet);
        assertThat(run.code()).as(run.said()).isZero();
    }

    /** Vertices at one place of the source are at one place of the file and move by the same weights. */
    private void assertClosed() {
        ModelFile file = ModelFile.read(out);
        SkinnedModel model = file.model();
        assertThat(model.vertexCount()).isEqualTo(places.pointOf().length);
        assertThat(places.isEmpty()).isFalse();
        double[] own = new double[model.boneCount()];
        double[] first = new double[model.boneCount()];
        for (int i = 0; i < model.vertexCount(); i++) {
            int other = places.first()[places.pointOf()[i]];
            for (int x = 0; x < 3; x++) {
                assertThat(model.rest().positions()[3 * i + x])
                        .isEqualTo(model.rest().positions()[3 * other + x]);
            }
            assertThat(dense(model.weights(), i, own)).isEqualTo(dense(model.weights(), other, first));
            if (file.layers().isPresent()) {
                TwoLayerWeights layers = file.layers().get();
                layers.weightsOf(i, own);
                layers.weightsOf(other, first);
                assertThat(own).isEqualTo(first);
            }
        }
    }

    private static double[] dense(SkinWeights weights, int i, double[] row) {
        Arrays.fill(row, 0);
        for (int at = i * weights.influences(); at < (i + 1) * weights.influences(); at++) {
            row[weights.bones()[at]] += weights.weights()[at];
        }
        return row;
    }
}
