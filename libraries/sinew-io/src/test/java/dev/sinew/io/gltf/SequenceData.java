package dev.sinew.io.gltf;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Real sequences, with a rough affine fit: fixed weights by distance, all bones solved together. */
public final class SequenceData {
    private SequenceData() {}

    /** A folder of shared/data above the working directory; skips the test if it is absent. */
    public static Path shared(String name) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path found = at.resolve("shared").resolve("data").resolve(name);
            if (Files.exists(found)) {
                return found;
            }
        }
        assumeTrue(false, "shared/data/" + name + " does not exist: skipped");
        throw new IllegalStateException();
    }

    public static Mesh mesh(String sequence) throws IOException {
        List<Float> positions = new ArrayList<>();
        List<Integer> triangles = new ArrayList<>();
        for (String line : Files.readAllLines(shared("sequences").resolve(sequence + ".obj"))) {
            String[] words = line.trim().split("\\s+");
            if (words[0].equals("v")) {
                Arrays.stream(words, 1, 4).map(Float::valueOf).forEach(positions::add);
            } else if (words[0].equals("f")) {
                for (int c = 3; c < words.length; c++) {
                    for (int k : new int[] {1, c - 1, c}) {
                        triangles.add(Integer.parseInt(words[k].split("/")[0]) - 1);
                    }
                }
            }
        }
        float[] xyz = new float[positions.size()];
        for (int k = 0; k < xyz.length; k++) {
            xyz[k] = positions.get(k);
        }
        return Mesh.ofTriangles(xyz, triangles.stream().mapToInt(k -> k).toArray());
    }

    public static float[][] frames(String sequence) throws IOException {
        byte[] bytes = Files.readAllBytes(shared("sequences").resolve(sequence + ".pc2"));
        ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int vertices = data.getInt(16);
        float[][] frames = new float[data.getInt(28)][3 * vertices];
        data.position(32);
        for (float[] frame : frames) {
            data.asFloatBuffer().get(frame);
            data.position(data.position() + 4 * frame.length);
        }
        return frames;
    }

    public static SkinnedModel fitted(String sequence, int bones) throws IOException {
        Mesh mesh = mesh(sequence);
        float[][] frames = frames(sequence);
        double[] pivots = farthestPoints(mesh.positions(), bones);
        SkinWeights weights = nearest(mesh.positions(), pivots, 4);
        BoneMotion motion = solve(mesh.positions(), weights, frames, bones);
        Clip clip = new Clip(sequence, 30, motion);
        return new SkinnedModel(mesh, weights, Skeleton.flat(pivots), BoneType.AFFINE, List.of(clip));
    }

    private static double[] farthestPoints(float[] u, int count) {
        double[] points = new double[3 * count];
        double[] nearest = new double[u.length / 3];
        Arrays.fill(nearest, Double.MAX_VALUE);
        int next = 0;
        for (int k = 0; k < count; k++) {
            for (int x = 0; x < 3; x++) {
                points[3 * k + x] = u[3 * next + x];
            }
            for (int i = 0; i < nearest.length; i++) {
                nearest[i] = Math.min(nearest[i], squared(u, i, points, k));
                next = nearest[i] > nearest[next] ? i : next;
            }
        }
        return points;
    }

    private static double squared(float[] u, int i, double[] points, int k) {
        double sum = 0;
        for (int x = 0; x < 3; x++) {
            sum += Math.pow(u[3 * i + x] - points[3 * k + x], 2);
        }
        return sum;
    }

    private static SkinWeights nearest(float[] u, double[] pivots, int influences) {
        int n = u.length / 3;
        int bones = pivots.length / 3;
        int[] boneOf = new int[n * influences];
        double[] weights = new double[n * influences];
        for (int i = 0; i < n; i++) {
            double[] distance = new double[bones];
            Integer[] order = new Integer[bones];
            for (int j = 0; j < bones; j++) {
                distance[j] = squared(u, i, pivots, j) + 1e-6;
                order[j] = j;
            }
            Arrays.sort(order, (a, b) -> Double.compare(distance[a], distance[b]));
            double sum = 0;
            for (int k = 0; k < influences; k++) {
                sum += 1 / (distance[order[k]] * distance[order[k]]);
            }
            for (int k = 0; k < influences; k++) {
                boneOf[i * influences + k] = order[k];
                weights[i * influences + k] = 1 / (distance[order[k]] * distance[order[k]]) / sum;
            }
        }
        return SkinWeights.of(influences, boneOf, weights);
    }

    /** Least squares over all bones: (XXᵀ)·Mᵀ = X·Vᵀ with X 4B×N. */
    private static BoneMotion solve(float[] u, SkinWeights weights, float[][] frames, int bones) {
        int n = u.length / 3;
        int k = weights.influences();
        int size = 4 * bones;
        double[][] normal = new double[size][size];
        double[][] right = new double[size][3 * frames.length];
        double[] x = new double[4 * k];
        int[] row = new int[4 * k];
        for (int i = 0; i < n; i++) {
            for (int a = 0; a < k; a++) {
                for (int c = 0; c < 4; c++) {
                    x[4 * a + c] = weights.weights()[i * k + a] * (c == 3 ? 1 : u[3 * i + c]);
                    row[4 * a + c] = 4 * weights.bones()[i * k + a] + c;
                }
            }
            for (int a = 0; a < x.length; a++) {
                for (int b = 0; b < x.length; b++) {
                    normal[row[a]][row[b]] += x[a] * x[b];
                }
                double[] target = right[row[a]];
                for (int f = 0; f < frames.length; f++) {
                    for (int d = 0; d < 3; d++) {
                        target[3 * f + d] += x[a] * frames[f][3 * i + d];
                    }
                }
            }
        }
        cholesky(normal, right);
        double[] m = new double[bones * frames.length * 12];
        for (int f = 0; f < frames.length; f++) {
            for (int j = 0; j < bones; j++) {
                for (int d = 0; d < 3; d++) {
                    for (int c = 0; c < 4; c++) {
                        m[(f * bones + j) * 12 + 4 * d + c] = right[4 * j + c][3 * f + d];
                    }
                }
            }
        }
        return new BoneMotion(bones, frames.length, m);
    }

    /** Solves in place. */
    private static void cholesky(double[][] a, double[][] b) {
        int n = a.length;
        for (int j = 0; j < n; j++) {
            a[j][j] += 1e-6;
            for (int k = 0; k < j; k++) {
                a[j][j] -= a[j][k] * a[j][k];
            }
            a[j][j] = Math.sqrt(a[j][j]);
            for (int i = j + 1; i < n; i++) {
                for (int k = 0; k < j; k++) {
                    a[i][j] -= a[i][k] * a[j][k];
                }
                a[i][j] /= a[j][j];
            }
        }
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++) {
                add(b[i], b[k], -a[i][k]);
            }
            scale(b[i], 1 / a[i][i]);
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++) {
                add(b[i], b[k], -a[k][i]);
            }
            scale(b[i], 1 / a[i][i]);
        }
    }

    private static void add(double[] to, double[] from, double factor) {
        for (int k = 0; k < to.length; k++) {
            to[k] += factor * from[k];
        }
    }

    private static void scale(double[] row, double factor) {
        for (int k = 0; k < row.length; k++) {
            row[k] *= factor;
        }
    }
}
