package dev.sinew.io.gltf.curve;

import dev.sinew.math.Quaternions;
import java.util.ArrayList;
import java.util.List;

/** The 24 rotations that map the axes onto the axes: the orders and signs that singular vectors may be given. */
final class CubeRotations {
    /**
     * One of them.
     *
     * @param quaternion of the rotation P
     * @param axes the axis that column c of P points along, up to sign
     */
    record Turn(double[] quaternion, int[] axes) {}

    /** Half turns about the axes, which change the signs of two columns; the first is the identity. */
    static final double[][] HALF_TURNS = {{0, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};

    private CubeRotations() {}

    static List<Turn> all() {
        List<Turn> turns = new ArrayList<>();
        for (double[] half : HALF_TURNS) {
            turns.add(turn(half.clone()));
        }
        for (int a = 0; a < 4; a++) {
            for (int b = a + 1; b < 4; b++) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    double[] q = new double[4];
                    q[a] = Math.sqrt(0.5);
                    q[b] = sign * Math.sqrt(0.5);
                    turns.add(turn(q));
                }
            }
        }
        for (int signs = 0; signs < 8; signs++) {
            turns.add(turn(new double[] {
                (signs & 1) - 0.5, (signs >> 1 & 1) - 0.5, (signs >> 2 & 1) - 0.5, 0.5,
            }));
        }
        return List.copyOf(turns);
    }

    private static Turn turn(double[] q) {
        double[] m = new double[9];
        Quaternions.toMatrix(q, 0, m, 0, 3);
        int[] axes = new int[3];
        for (int c = 0; c < 3; c++) {
            for (int r = 0; r < 3; r++) {
                if (Math.abs(m[3 * r + c]) > 0.5) {
                    axes[c] = r;
                }
            }
        }
        return new Turn(q, axes);
    }
}
