package dev.sinew;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.ClipFrames;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Meshes and models with known bones and weights, and the sequences they play. */
public final class Synthetic {
    private Synthetic() {}

    /** A flat grid in the plane z = 0, from −1 to 1. */
    public static Mesh grid(int columns, int rows) {
        float[] xyz = new float[3 * columns * rows];
        for (int i = 0; i < columns * rows; i++) {
            xyz[3 * i] = 2f * (i % columns) / (columns - 1) - 1;
            xyz[3 * i + 1] = 2f * (i / columns) / (rows - 1) - 1;
        }
        return Mesh.ofTriangles(xyz, gridTriangles(columns, rows));
    }

    private static int[] gridTriangles(int columns, int rows) {
        int[] triangles = new int[6 * (columns - 1) * (rows - 1)];
        int at = 0;
        for (int r = 0; r + 1 < rows; r++) {
            for (int c = 0; c + 1 < columns; c++) {
                int i = r * columns + c;
                for (int corner : new int[] {i, i + 1, i + columns + 1, i, i + columns + 1, i + columns}) {
                    triangles[at++] = corner;
                }
            }
        }
        return triangles;
    }

    /** A round tube along x from −2 to 2 with radius 0.5, open at both ends; faces point outwards. */
    public static Mesh tube(int rings, int around) {
        float[] xyz = new float[3 * rings * around];
        int[] triangles = new int[6 * (rings - 1) * around];
        int at = 0;
        for (int i = 0; i < rings * around; i++) {
            double angle = 2 * Math.PI * (i % around) / around;
            xyz[3 * i] = 4f * (i / around) / (rings - 1) - 2;
            xyz[3 * i + 1] = (float) (0.5 * Math.cos(angle));
            xyz[3 * i + 2] = (float) (0.5 * Math.sin(angle));
            if (i / around + 1 < rings) {
                int beside = i / around * around + (i + 1) % around;
                for (int corner : new int[] {i, beside, beside + around, i, beside + around, i + around}) {
                    triangles[at++] = corner;
                }
            }
        }
        return Mesh.ofTriangles(xyz, triangles);
    }

    /** Copies of a mesh side by side along y, each a separate shell. */
    public static Mesh shells(Mesh one, int count, float distance) {
        int n = one.vertexCount();
        float[] xyz = new float[3 * n * count];
        int[] triangles = new int[one.corners().length * count];
        for (int s = 0; s < count; s++) {
            for (int k = 0; k < 3 * n; k++) {
                xyz[3 * n * s + k] = one.positions()[k] + (k % 3 == 1 ? s * distance : 0);
            }
            for (int c = 0; c < one.corners().length; c++) {
                triangles[one.corners().length * s + c] = one.corners()[c] + n * s;
            }
        }
        return Mesh.ofTriangles(xyz, triangles);
    }

    /** A model of a mesh: every vertex follows its two nearest pivots, the farther one less. */
    public static SkinnedModel model(Mesh mesh, double[] pivots, int frames, long seed) {
        int bones = pivots.length / 3;
        Clip clip = new Clip("known", 30, motion(pivots, frames, seed));
        return new SkinnedModel(
                mesh,
                twoNearest(mesh.positions(), pivots, bones),
                Skeleton.flat(pivots),
                BoneType.AFFINE,
                List.of(clip));
    }

    public static MeshSequence played(SkinnedModel model) {
        MeshSequence lazy = ClipFrames.sequence(model, model.clips().get(0));
        float[][] frames =
                IntStream.range(0, lazy.frameCount()).mapToObj(lazy::frame).toArray(float[][]::new);
        return sequence(model.rest(), frames);
    }

    public static MeshSequence sequence(Mesh rest, float[]... frames) {
        return new MeshSequence("known", rest, FrameSource.of(frames), 30);
    }

    private static SkinWeights twoNearest(float[] u, double[] pivots, int bones) {
        int n = u.length / 3;
        int[] boneOf = new int[2 * n];
        double[] weights = new double[2 * n];
        for (int i = 0; i < n; i++) {
            int v = i;
            int[] order = IntStream.range(0, bones)
                    .boxed()
                    .sorted((a, b) -> Double.compare(distance(u, v, pivots, a), distance(u, v, pivots, b)))
                    .mapToInt(j -> j)
                    .toArray();
            double near = distance(u, i, pivots, order[0]);
            double far = distance(u, i, pivots, order[Math.min(1, bones - 1)]);
            double share = bones == 1 ? 0 : Math.max(0, 1.5 * near / (near + far) - 0.25);
            boneOf[2 * i] = order[0];
            boneOf[2 * i + 1] = order[Math.min(1, bones - 1)];
            weights[2 * i] = 1 - share;
            weights[2 * i + 1] = share;
        }
        return SkinWeights.of(2, boneOf, weights);
    }

    private static double distance(float[] u, int i, double[] pivots, int j) {
        double sum = 0;
        for (int x = 0; x < 3; x++) {
            sum += Math.pow(u[3 * i + x] - pivots[3 * j + x], 2);
        }
        return Math.sqrt(sum);
    }

    /** Every bone swings about its pivot, stretches slightly and drifts, each with its own period. */
    private static BoneMotion motion(double[] pivots, int frames, long seed) {
        int bones = pivots.length / 3;
        Random random = new Random(seed);
        double[] rhythm = random.doubles(9L * bones, -1, 1).toArray();
        double[] matrices = new double[frames * bones * BoneMotion.STRIDE];
        for (int f = 0; f < frames; f++) {
            for (int j = 0; j < bones; j++) {
                double t = (double) f / Math.max(1, frames - 1);
                swing(rhythm, 9 * j, t, pivots, 3 * j, matrices, (f * bones + j) * BoneMotion.STRIDE);
            }
        }
        return new BoneMotion(bones, frames, matrices);
    }

    private static void swing(double[] r, int at, double t, double[] pivots, int pivot, double[] out, int to) {
        double angle = 0.9 * Math.sin(2 * Math.PI * (1 + Math.abs(r[at])) * t + 3 * r[at + 1]);
        double length = Math.sqrt(r[at + 2] * r[at + 2] + r[at + 3] * r[at + 3] + r[at + 4] * r[at + 4]) + 1e-9;
        double[] axis = {r[at + 2] / length, r[at + 3] / length, r[at + 4] / length};
        double stretch = 1 + 0.2 * r[at + 5] * Math.sin(5 * t);
        for (int row = 0; row < 3; row++) {
            double shift = pivots[pivot + row] + 0.3 * r[at + 6 + row] * Math.sin(4 * t + row);
            for (int c = 0; c < 3; c++) {
                double cross = row == c ? 0 : ((c - row + 3) % 3 == 1 ? -1 : 1) * axis[3 - row - c];
                double a = axis[row] * axis[c] * (1 - Math.cos(angle))
                        + (row == c ? Math.cos(angle) : 0)
                        + cross * Math.sin(angle);
                out[to + 4 * row + c] = a * (c == 0 ? stretch : 1);
                shift -= out[to + 4 * row + c] * pivots[pivot + c];
            }
            out[to + 4 * row + 3] = shift;
        }
    }
}
