package dev.sinew.correct;

/** The unknowns: K shapes and their weights per frame. Working memory. */
final class Shapes {
    /** K */
    final int count;
    /** F·K */
    final double[] amounts;
    /** N·K·3 */
    final double[] positions;
    /** R·K·3 */
    final double[] normals;

    Shapes(int count, Goal goal) {
        this.count = count;
        amounts = new double[goal.frames() * count];
        positions = new double[3 * count * goal.vertices()];
        normals = new double[3 * count * goal.rows()];
    }

    /**
     * Σ_k c_k·shape_k of one vertex or row.
     *
     * @param out three numbers, modified
     */
    void delta(double[] shapes, int owner, int f, double[] out) {
        int at = 3 * count * owner;
        double x = 0;
        double y = 0;
        double z = 0;
        for (int k = 0; k < count; k++, at += 3) {
            double c = amounts[f * count + k];
            x += c * shapes[at];
            y += c * shapes[at + 1];
            z += c * shapes[at + 2];
        }
        out[0] = x;
        out[1] = y;
        out[2] = z;
    }

    /** The same added to a base. */
    void add(double[] shapes, int owner, double[] base, int f, double[] out) {
        delta(shapes, owner, f, out);
        for (int x = 0; x < 3; x++) {
            out[x] += base[3 * owner + x];
        }
    }

    /** Makes the columns of shape weights orthonormal. Their span stays; shapes must be solved again. */
    void orthonormalise() {
        int frames = amounts.length / count;
        for (int k = 0; k < count; k++) {
            double before = length(k);
            for (int l = 0; l < k; l++) {
                double along = 0;
                for (int f = 0; f < frames; f++) {
                    along += amounts[f * count + k] * amounts[f * count + l];
                }
                for (int f = 0; f < frames; f++) {
                    amounts[f * count + k] -= along * amounts[f * count + l];
                }
            }
            double length = length(k);
            for (int f = 0; f < frames; f++) {
                amounts[f * count + k] = length > 1e-9 * before ? amounts[f * count + k] / length : 0;
            }
        }
    }

    private double length(int k) {
        double sum = 0;
        for (int at = k; at < amounts.length; at += count) {
            sum += amounts[at] * amounts[at];
        }
        return Math.sqrt(sum);
    }

    /** Scales every shape so that its largest weight is one, the range of sliders in other programs. */
    void toFullSliders() {
        for (int k = 0; k < count; k++) {
            double most = 0;
            for (int at = k; at < amounts.length; at += count) {
                most = Math.max(most, Math.abs(amounts[at]));
            }
            for (int at = k; at < amounts.length && most > 0; at += count) {
                amounts[at] /= most;
            }
            scale(positions, k, most);
            scale(normals, k, most);
        }
    }

    private void scale(double[] shapes, int k, double factor) {
        for (int at = 3 * k; at < shapes.length; at += 3 * count) {
            for (int x = 0; x < 3; x++) {
                shapes[at + x] *= factor;
            }
        }
    }
}
