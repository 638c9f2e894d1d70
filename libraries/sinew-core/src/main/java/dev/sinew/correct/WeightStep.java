package dev.sinew.correct;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.math.Vec3;
import dev.sinew.model.BoneMotion;
import dev.sinew.platform.Workers;
import java.util.Arrays;

/** Solves weights for given bones and shapes, each vertex independently on its current influences: at least 0, summing to one. */
final class WeightStep {
    private static final int CHUNK = 64;

    private final Goal goal;
    private final Skin skin;
    private final Shapes shapes;
    private final double shading;
    /** Rows of vertex i: {@code rowsOf[starts[i]]} to {@code rowsOf[starts[i + 1] − 1]} */
    private final int[] starts;

    private final int[] rowsOf;

    WeightStep(Goal goal, Skin skin, Shapes shapes, double shading) {
        this.goal = goal;
        this.skin = skin;
        this.shapes = shapes;
        this.shading = shading;
        starts = new int[goal.vertices() + 1];
        for (int i : goal.vertexOf) {
            starts[i + 1]++;
        }
        for (int i = 0; i < goal.vertices(); i++) {
            starts[i + 1] += starts[i];
        }
        int[] next = starts.clone();
        rowsOf = new int[goal.rows()];
        for (int r = 0; r < rowsOf.length; r++) {
            rowsOf[next[goal.vertexOf[r]]++] = r;
        }
    }

    void solve(Part part, Workers workers) {
        workers.forChunks(part.vertices().length, CHUNK, (chunk, from, to) -> {
            Vertex vertex = new Vertex();
            for (int k = from; k < to; k++) {
                vertex.solve(part.vertices()[k]);
            }
        });
    }

    private final class Vertex {
        private final SimplexQuadratic quadratic = new SimplexQuadratic(skin.influences);
        private final double[] x = new double[4];
        private final double[] wanted = new double[3];
        private final double[] m = new double[12];
        /** M_j·x of every influence. */
        private final double[] moved = new double[3 * skin.influences];

        void solve(int i) {
            int from = i * skin.influences;
            int count = 0;
            while (count < skin.influences && skin.weights[from + count] > 0) {
                count++;
            }
            if (count < 2) {
                return;
            }
            Arrays.fill(quadratic.g(), 0);
            Arrays.fill(quadratic.b(), 0);
            for (int f = 0; f < goal.frames(); f++) {
                shapes.add(shapes.positions, i, skin.rest, f, x);
                x[3] = 1;
                goal.position(f, i, wanted, 0);
                add(f, from, count, 1);
                for (int at = starts[i]; shading > 0 && at < starts[i + 1]; at++) {
                    addNormal(f, rowsOf[at], from, count);
                }
            }
            quadratic.minimise(count);
            take(from, count);
        }

        private void addNormal(int f, int r, int from, int count) {
            goal.normal(f, r, wanted, 0);
            skin.blend(f, goal.vertexOf[r], m);
            shapes.add(shapes.normals, r, skin.normals, f, x);
            double length = 0;
            for (int c = 0; c < 3; c++) {
                double along = m[4 * c] * x[0] + m[4 * c + 1] * x[1] + m[4 * c + 2] * x[2];
                length += along * along;
            }
            boolean none = wanted[0] == 0 && wanted[1] == 0 && wanted[2] == 0;
            if (length > 0 && !none) {
                for (int c = 0; c < 3; c++) {
                    x[c] /= Math.sqrt(length);
                }
                x[3] = 0;
                add(f, from, count, shading);
            }
        }

        private void add(int f, int from, int count, double counts) {
            for (int k = 0; k < count; k++) {
                int at = (f * skin.bones + skin.boneOf[from + k]) * BoneMotion.STRIDE;
                for (int c = 0; c < 3; c++) {
                    int row = at + 4 * c;
                    moved[3 * k + c] = skin.transforms[row] * x[0]
                            + skin.transforms[row + 1] * x[1]
                            + skin.transforms[row + 2] * x[2]
                            + skin.transforms[row + 3] * x[3];
                }
            }
            double[] g = quadratic.g();
            for (int k = 0; k < count; k++) {
                for (int l = 0; l < count; l++) {
                    g[k * quadratic.stride() + l] += counts * Vec3.dot(moved, 3 * k, moved, 3 * l);
                }
                quadratic.b()[k] += counts * Vec3.dot(moved, 3 * k, wanted, 0);
            }
        }

        /** Moves zero weights to the end. */
        private void take(int from, int count) {
            int to = from;
            for (int k = 0; k < count; k++) {
                if (quadratic.x()[k] > 0) {
                    skin.boneOf[to] = skin.boneOf[from + k];
                    skin.weights[to++] = quadratic.x()[k];
                }
            }
            for (; to < from + count; to++) {
                skin.boneOf[to] = 0;
                skin.weights[to] = 0;
            }
        }
    }
}
