package dev.sinew.correct;

import dev.sinew.linalg.Cholesky;
import dev.sinew.model.BoneMotion;
import dev.sinew.platform.Workers;

/**
 * Solves affine bones for given weights and shapes, each frame independently: least squares over all vertices and rows of normals, with the
 * rest pose of the frame, u + Σ_k c_k·d_k. A small pull towards the current bones handles what vertices do not determine.
 */
final class TransformStep {
    private static final double RELATIVE_PULL = 1e-3;

    private final Goal goal;
    private final Part part;
    private final Skin skin;
    private final Shapes shapes;
    private final double shading;

    TransformStep(Goal goal, Part part, Skin skin, Shapes shapes, double shading) {
        this.goal = goal;
        this.part = part;
        this.skin = skin;
        this.shapes = shapes;
        this.shading = shading;
    }

    void solve(Workers workers) {
        workers.forChunks(goal.frames(), 1, (chunk, f, end) -> new Frame(f).solve());
    }

    /** The system of one frame: A, 4B×4B, times the transposed bones is B, 4B×3. */
    private final class Frame {
        private final int f;
        private final int n = 4 * skin.bones;
        private final double[] a = new double[n * n];
        private final double[] b = new double[n * 3];
        private final double[] x = new double[4];
        private final double[] wanted = new double[3];
        private final double[] m = new double[12];

        Frame(int f) {
            this.f = f;
        }

        void solve() {
            for (int i : part.vertices()) {
                shapes.add(shapes.positions, i, skin.rest, f, x);
                x[3] = 1;
                goal.position(f, i, wanted, 0);
                add(i, goal.importance[i]);
            }
            if (shading > 0) {
                for (int r : part.rows()) {
                    addNormal(r);
                }
            }
            hold();
            Cholesky.of(a, n).solve(b, 3, 0, 3);
            for (int at = 0; at < n; at++) {
                for (int c = 0; c < 3; c++) {
                    skin.transforms[place(at) + 4 * c] = b[3 * at + c];
                }
            }
        }

        private void addNormal(int r) {
            goal.normal(f, r, wanted, 0);
            if (wanted[0] == 0 && wanted[1] == 0 && wanted[2] == 0) {
                return;
            }
            int i = goal.vertexOf[r];
            skin.blend(f, i, m);
            shapes.add(shapes.normals, r, skin.normals, f, x);
            double length = 0;
            for (int c = 0; c < 3; c++) {
                double along = m[4 * c] * x[0] + m[4 * c + 1] * x[1] + m[4 * c + 2] * x[2];
                length += along * along;
            }
            if (length > 0) {
                double share = 1 / Math.sqrt(length);
                for (int c = 0; c < 3; c++) {
                    x[c] *= share;
                }
                x[3] = 0;
                add(i, shading * goal.importance[i]);
            }
        }

        private void add(int i, double counts) {
            int from = i * skin.influences;
            for (int p = from; p < from + skin.influences && skin.weights[p] > 0; p++) {
                int row = 4 * skin.boneOf[p];
                for (int s = 0; s < 4; s++) {
                    double left = counts * skin.weights[p] * x[s];
                    for (int c = 0; c < 3; c++) {
                        b[3 * (row + s) + c] += left * wanted[c];
                    }
                    for (int q = from; q < from + skin.influences && skin.weights[q] > 0; q++) {
                        int column = 4 * skin.boneOf[q];
                        if (column <= row) {
                            int at = (row + s) * n + column;
                            double both = left * skin.weights[q];
                            a[at] += both * x[0];
                            a[at + 1] += both * x[1];
                            a[at + 2] += both * x[2];
                            a[at + 3] += both * x[3];
                        }
                    }
                }
            }
        }

        /** A pull on every bone in proportion to its own vertices. */
        private void hold() {
            double all = 0;
            for (int at = 0; at < n; at++) {
                all += a[at * n + at] / n;
            }
            for (int at = 0; at < n; at++) {
                double held = RELATIVE_PULL * a[at * n + at] + 1e-9 * all + Double.MIN_NORMAL;
                a[at * n + at] += held;
                for (int c = 0; c < 3; c++) {
                    b[3 * at + c] += held * skin.transforms[place(at) + 4 * c];
                }
            }
        }

        /** Index of column {@code at % 4} in the first row of its bone. */
        private int place(int at) {
            return (f * skin.bones + at / 4) * BoneMotion.STRIDE + at % 4;
        }
    }
}
