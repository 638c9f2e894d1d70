package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.Mesh;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class QuantizedWeightsTest {
    private static final int FRAMES = 5;
    private static final int BONES = 3;

    /** A triangle strip on three bones that rotate about z by different angles. */
    private static SkinnedModel model() {
        int vertices = 20;
        Random random = new Random(3);
        float[] positions = new float[3 * vertices];
        double[] weights = new double[BONES * vertices];
        int[] bones = new int[BONES * vertices];
        int[] triangles = new int[3 * (vertices - 2)];
        for (int i = 0; i < vertices; i++) {
            positions[3 * i] = i;
            positions[3 * i + 1] = i % 2;
            double a = random.nextDouble();
            double b = (1 - a) * random.nextDouble();
            double[] own = {a, b, 1 - a - b};
            for (int j = 0; j < BONES; j++) {
                bones[BONES * i + j] = j;
                weights[BONES * i + j] = own[j];
            }
        }
        for (int k = 0; k < vertices - 2; k++) {
            triangles[3 * k] = k;
            triangles[3 * k + 1] = k + 1;
            triangles[3 * k + 2] = k + 2;
        }
        double[] matrices = new double[FRAMES * BONES * BoneMotion.STRIDE];
        for (int f = 0; f < FRAMES; f++) {
            for (int j = 0; j < BONES; j++) {
                double angle = 0.3 * f * (j - 1);
                int at = (f * BONES + j) * BoneMotion.STRIDE;
                matrices[at] = Math.cos(angle);
                matrices[at + 1] = -Math.sin(angle);
                matrices[at + 4] = Math.sin(angle);
                matrices[at + 5] = Math.cos(angle);
                matrices[at + 10] = 1;
            }
        }
        Clip clip = new Clip("turn", 30, new BoneMotion(BONES, FRAMES, matrices));
        return new SkinnedModel(
                Mesh.ofTriangles(positions, triangles),
                SkinWeights.of(BONES, bones, weights),
                Skeleton.flat(new double[3 * BONES]),
                BoneType.RIGID,
                List.of(clip));
    }

    @Test
    void weightsAreWhole255thsThatSumToOne() {
        SkinnedModel quantized = QuantizedWeights.of(model(), 1e-2);
        double[] weights = quantized.weights().weights();
        int places = quantized.weights().influences();
        for (int i = 0; i < quantized.vertexCount(); i++) {
            long sum = 0;
            for (int k = 0; k < places; k++) {
                double steps = 255 * weights[places * i + k];
                assertThat(steps).isCloseTo(Math.rint(steps), Offset.offset(1e-9));
                sum += Math.round(steps);
            }
            assertThat(sum).isEqualTo(255);
        }
    }

    @Test
    void verticesMoveLessThanByRounding() {
        SkinnedModel model = model();
        double chosen = error(model, QuantizedWeights.of(model, 1e-2));
        double rounded = error(model, model.withWeights(rounded(model.weights())));
        assertThat(chosen).isLessThan(0.75 * rounded);
    }

    private static SkinWeights rounded(SkinWeights weights) {
        double[] whole = weights.weights().clone();
        int places = weights.influences();
        for (int i = 0; i < whole.length; i += places) {
            double sum = 0;
            for (int k = 1; k < places; k++) {
                whole[i + k] = Math.rint(255 * whole[i + k]) / 255;
                sum += whole[i + k];
            }
            whole[i] = 1 - sum;
        }
        return SkinWeights.of(places, weights.bones(), whole);
    }

    private static double error(SkinnedModel a, SkinnedModel b) {
        double sum = 0;
        for (int f = 0; f < FRAMES; f++) {
            for (int i = 0; i < a.vertexCount(); i++) {
                double[] p = at(a, f, i);
                double[] q = at(b, f, i);
                for (int d = 0; d < 3; d++) {
                    sum += (p[d] - q[d]) * (p[d] - q[d]);
                }
            }
        }
        return Math.sqrt(sum);
    }

    private static double[] at(SkinnedModel model, int f, int i) {
        double[] out = new double[3];
        SkinWeights weights = model.weights();
        BoneMotion motion = model.clips().get(0).motion();
        float[] u = model.rest().positions();
        for (int k = 0; k < weights.influences(); k++) {
            int place = weights.influences() * i + k;
            int m = motion.offset(f, weights.bones()[place]);
            for (int d = 0; d < 3; d++) {
                double moved = motion.matrices()[m + 4 * d + 3];
                for (int c = 0; c < 3; c++) {
                    moved += motion.matrices()[m + 4 * d + c] * u[3 * i + c];
                }
                out[d] += weights.weights()[place] * moved;
            }
        }
        return out;
    }
}
