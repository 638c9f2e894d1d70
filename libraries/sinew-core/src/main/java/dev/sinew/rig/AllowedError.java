package dev.sinew.rig;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.VertexGraph;
import java.util.Arrays;

/**
 * The error that a skeleton may have for its number of bones if the curve of error against bones does not level off: what a mesh
 * can show, a part of the distance between its vertices, or what its own stretch leaves open over the part that a bone moves,
 * whichever is more. In percent of the diagonal. Does not apply to visible noise, where the curve levels off.
 *
 * @param shown whatever the number of bones
 * @param stretch of one bone that moves everything; the part of a bone among B is smaller by √B
 */
record AllowedError(double shown, double stretch) {
    /**
     * As a part of size/√N, the distance between vertices. NOTE: chosen on cat-poses and horse-poses (28 and 27 bones err by 0.209
     * and 0.212 of it); dance then has 16 bones (0.183; 15 have 0.200), horse-gallop fewer than 27 (docs/decisions).
     */
    private static final double SHOWN = 0.2125;

    /**
     * As a part of σ·size/√B, what a part of the size of a bone's stretches by. NOTE: chosen on
     * samba and elastic-cow: 22 bones of samba err by 0.69 of it, 10 of elastic-cow by 0.54 and 9 by 0.84.
     */
    private static final double STRETCHED = 0.72;

    /** Meshes of fewer vertices are looked at as if they were smooth. */
    private static final int FEW_VERTICES = 4000;

    /** An error that the user requested. */
    static AllowedError of(double percent) {
        return new AllowedError(percent, 0);
    }

    static AllowedError of(RigProblem problem) {
        double vertices = Math.max(FEW_VERTICES, problem.poses().vertexCount());
        return new AllowedError(
                100 * SHOWN / Math.sqrt(vertices), 100 * STRETCHED * Stretch.whereLeast(problem.sequence()));
    }

    /** With twice as much allowed half the detail is left. */
    AllowedError times(double factor) {
        return new AllowedError(factor * shown, factor * stretch);
    }

    double with(int bones) {
        return Math.max(shown, stretch / Math.sqrt(bones));
    }

    boolean allows(Articulation skeleton) {
        return skeleton.rmsePercent() <= with(skeleton.tree().boneCount());
    }

    /** Whether it is the stretch that says how much. */
    boolean isStretch(int bones) {
        return stretch / Math.sqrt(bones) > shown;
    }

    /**
     * How much a surface stretches where it stretches little: the root mean square change of length, relative to the rest pose, that a
     * seventh of its edges stay below. Bodies with bones have parts that keep their shape (cat-poses 0.003, horses 0, the clothed body of
     * dance 0.012), elastic ones have none (samba with her skirt 0.034, elastic-cow 0.082). NOTE: the median says less, for bent joints
     * stretch much of a cat's skin (cat-poses 0.055, samba 0.077); the first quartile takes dance (0.020) for half as elastic as samba
     * (0.048), and gave it 14 bones where 16 are known. Positions are averaged over neighbours first, for the noise of a scan is no
     * stretch: the remainder after many rounds may have been one, the remainder after few may be noise, so the smaller one counts.
     */
    private static final class Stretch {
        private static final double PART = 0.15;
        private static final int FEW = 2;
        private static final int MANY = 8;

        private Stretch() {}

        static double whereLeast(MeshSequence sequence) {
            return Math.min(after(sequence, FEW), after(sequence, MANY));
        }

        private static double after(MeshSequence sequence, int averagings) {
            VertexGraph graph = VertexGraph.of(sequence.rest());
            float[] u = averaged(graph, sequence.rest().positions(), averagings);
            int n = graph.vertexCount();
            double[] squares = new double[graph.neighbours().length];
            for (int f = 0; f < sequence.frameCount(); f++) {
                float[] v = averaged(graph, sequence.frame(f), averagings);
                for (int i = 0; i < n; i++) {
                    for (int k = graph.starts()[i]; k < graph.starts()[i + 1]; k++) {
                        double change = Vec3.roundedDistance(v, 3 * i, 3 * graph.neighbours()[k])
                                - Vec3.roundedDistance(u, 3 * i, 3 * graph.neighbours()[k]);
                        squares[k] += change * change;
                    }
                }
            }
            double[] stretch = new double[squares.length];
            int count = 0;
            for (int i = 0; i < n; i++) {
                for (int k = graph.starts()[i]; k < graph.starts()[i + 1]; k++) {
                    double rest = Vec3.roundedDistance(u, 3 * i, 3 * graph.neighbours()[k]);
                    if (rest > 0) {
                        stretch[count++] = Math.sqrt(squares[k] / sequence.frameCount()) / rest;
                    }
                }
            }
            Arrays.sort(stretch, 0, count);
            return count == 0 ? 0 : stretch[(int) (PART * count)];
        }

        /** Every vertex in the middle of itself and its neighbours, again and again. */
        private static float[] averaged(VertexGraph graph, float[] positions, int averagings) {
            float[] from = positions;
            for (int pass = 0; pass < averagings; pass++) {
                float[] to = from.clone();
                for (int i = 0; i < graph.vertexCount(); i++) {
                    int count = 1 + graph.starts()[i + 1] - graph.starts()[i];
                    for (int x = 0; x < 3; x++) {
                        double sum = from[3 * i + x];
                        for (int k = graph.starts()[i]; k < graph.starts()[i + 1]; k++) {
                            sum += from[3 * graph.neighbours()[k] + x];
                        }
                        to[3 * i + x] = (float) (sum / count);
                    }
                }
                from = to;
            }
            return from;
        }
    }
}
