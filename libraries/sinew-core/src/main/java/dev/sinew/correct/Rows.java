package dev.sinew.correct;

/**
 * The equations of one vertex (or one row of normals) for the shapes in every frame: L·Σ_k c_k·d_k ≈ residual. For normals both sides are
 * divided by the length of the transformed normal, so that both are about unit vectors. Not thread-safe: holds scratch memory; use one
 * instance per thread.
 */
final class Rows {
    private final Goal goal;
    private final Skin skin;
    private final Shapes shapes;
    /** 9F and 3F */
    final double[] linear;

    final double[] residual;
    private final double[] m = new double[12];
    private final double[] turned = new double[3];

    Rows(Goal goal, Skin skin, Shapes shapes) {
        this.goal = goal;
        this.skin = skin;
        this.shapes = shapes;
        linear = new double[9 * goal.frames()];
        residual = new double[3 * goal.frames()];
    }

    /** v − M·u of vertex i. */
    void ofVertex(int i) {
        double[] u = skin.rest;
        for (int f = 0; f < goal.frames(); f++) {
            skin.blend(f, i, m);
            goal.position(f, i, residual, 3 * f);
            for (int x = 0; x < 3; x++) {
                residual[3 * f + x] -=
                        m[4 * x] * u[3 * i] + m[4 * x + 1] * u[3 * i + 1] + m[4 * x + 2] * u[3 * i + 2] + m[4 * x + 3];
                System.arraycopy(m, 4 * x, linear, 9 * f + 3 * x, 3);
            }
        }
    }

    /** ν − L·n/ℓ of row r, ℓ = |L·(n + Σ_k c_k·e_k)|; 0 in frames without a normal. */
    void ofRow(int r) {
        for (int f = 0; f < goal.frames(); f++) {
            skin.blend(f, goal.vertexOf[r], m);
            goal.normal(f, r, residual, 3 * f);
            boolean none = residual[3 * f] == 0 && residual[3 * f + 1] == 0 && residual[3 * f + 2] == 0;
            shapes.add(shapes.normals, r, skin.normals, f, turned);
            double length = length(turned);
            double share = none || !(length > 0) ? 0 : 1 / length;
            for (int x = 0; x < 3; x++) {
                double flat = 0;
                for (int y = 0; y < 3; y++) {
                    double l = share * m[4 * x + y];
                    linear[9 * f + 3 * x + y] = l;
                    flat += l * skin.normals[3 * r + y];
                }
                residual[3 * f + x] = none ? 0 : residual[3 * f + x] - flat;
            }
        }
    }

    private double length(double[] n) {
        double sum = 0;
        for (int x = 0; x < 3; x++) {
            double along = m[4 * x] * n[0] + m[4 * x + 1] * n[1] + m[4 * x + 2] * n[2];
            sum += along * along;
        }
        return Math.sqrt(sum);
    }
}
