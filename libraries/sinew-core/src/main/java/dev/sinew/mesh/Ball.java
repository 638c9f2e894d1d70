package dev.sinew.mesh;

import java.util.Arrays;

/**
 * The smallest ball around points.
 *
 * @param radius 0 if all points coincide
 */
public record Ball(double x, double y, double z, double radius) {
    /** Relative tolerance within which a point counts as inside. */
    private static final double RELATIVE_TOLERANCE = 1e-12;

    /** The radius grows with every support change, so this bound is never reached in exact arithmetic. */
    private static final int MAX_SUPPORT_CHANGES = 10_000;

    /** @param positions coordinates of at least one point, three each, not modified */
    public static Ball around(float[] positions) {
        double[] support = {positions[0], positions[1], positions[2]};
        Ball ball = new Ball(support[0], support[1], support[2], 0);
        for (int change = 0; change < MAX_SUPPORT_CHANGES; change++) {
            int farthest = ball.farthest(positions);
            double[] candidate = append(support, positions, farthest);
            if (ball.holds(candidate, support.length)) {
                break;
            }
            SmallestOfFew smallest = SmallestOfFew.of(candidate);
            if (smallest.ball().radius <= ball.radius) {
                break;
            }
            ball = smallest.ball();
            support = smallest.support();
        }
        return ball;
    }

    private static double[] append(double[] support, float[] positions, int i) {
        double[] more = Arrays.copyOf(support, support.length + 3);
        for (int x = 0; x < 3; x++) {
            more[support.length + x] = positions[3 * i + x];
        }
        return more;
    }

    private int farthest(float[] p) {
        int best = 0;
        double worst = -1;
        for (int i = 0; i < p.length / 3; i++) {
            double dx = p[3 * i] - x;
            double dy = p[3 * i + 1] - y;
            double dz = p[3 * i + 2] - z;
            double distance = dx * dx + dy * dy + dz * dz;
            if (distance > worst) {
                worst = distance;
                best = i;
            }
        }
        return best;
    }

    private boolean holds(double[] points, int at) {
        double dx = points[at] - x;
        double dy = points[at + 1] - y;
        double dz = points[at + 2] - z;
        return Math.sqrt(dx * dx + dy * dy + dz * dz) <= radius * (1 + RELATIVE_TOLERANCE);
    }

    /** The smallest ball of at most five points, found by trying every possible support set. */
    private record SmallestOfFew(Ball ball, double[] support) {
        static SmallestOfFew of(double[] points) {
            int n = points.length / 3;
            SmallestOfFew best = null;
            for (int subset = 1; subset < 1 << n; subset++) {
                if (Integer.bitCount(subset) > 4) {
                    continue;
                }
                double[] chosen = pick(points, subset);
                Ball ball = through(chosen);
                if (ball != null && (best == null || ball.radius < best.ball.radius) && holdsAll(ball, points)) {
                    best = new SmallestOfFew(ball, chosen);
                }
            }
            return best == null ? new SmallestOfFew(new Ball(points[0], points[1], points[2], 0), points) : best;
        }

        private static double[] pick(double[] points, int subset) {
            double[] chosen = new double[3 * Integer.bitCount(subset)];
            int at = 0;
            for (int i = 0; i < points.length / 3; i++) {
                if ((subset >> i & 1) == 1) {
                    System.arraycopy(points, 3 * i, chosen, at, 3);
                    at += 3;
                }
            }
            return chosen;
        }

        private static boolean holdsAll(Ball ball, double[] points) {
            Ball loose = new Ball(ball.x, ball.y, ball.z, ball.radius * (1 + 1e-10) + 1e-300);
            for (int at = 0; at < points.length; at += 3) {
                if (!loose.holds(points, at)) {
                    return false;
                }
            }
            return true;
        }

        /**
         * The ball with all points on its sphere and its centre in their span: centre = p0 + Σ λ_k·e_k with e_k = p_k − p0 and
         * 2·(e_k·e_l)·λ = (e_k·e_k). Null if the points are affinely dependent.
         */
        private static Ball through(double[] p) {
            int m = p.length / 3 - 1;
            double[][] g = new double[m][m + 1];
            for (int k = 0; k < m; k++) {
                for (int l = 0; l < m; l++) {
                    g[k][l] = 2 * dotOfEdges(p, k + 1, l + 1);
                }
                g[k][m] = dotOfEdges(p, k + 1, k + 1);
            }
            if (!eliminate(g)) {
                return null;
            }
            double[] c = {p[0], p[1], p[2]};
            for (int k = 0; k < m; k++) {
                for (int x = 0; x < 3; x++) {
                    c[x] += g[k][m] * (p[3 * (k + 1) + x] - p[x]);
                }
            }
            double dx = c[0] - p[0];
            double dy = c[1] - p[1];
            double dz = c[2] - p[2];
            return new Ball(c[0], c[1], c[2], Math.sqrt(dx * dx + dy * dy + dz * dz));
        }

        private static double dotOfEdges(double[] p, int k, int l) {
            double sum = 0;
            for (int x = 0; x < 3; x++) {
                sum += (p[3 * k + x] - p[x]) * (p[3 * l + x] - p[x]);
            }
            return sum;
        }

        /** Gauss-Jordan on m rows with the right-hand side last; false if singular. */
        private static boolean eliminate(double[][] g) {
            int m = g.length;
            for (int k = 0; k < m; k++) {
                int pivot = k;
                for (int r = k + 1; r < m; r++) {
                    pivot = Math.abs(g[r][k]) > Math.abs(g[pivot][k]) ? r : pivot;
                }
                double[] swap = g[k];
                g[k] = g[pivot];
                g[pivot] = swap;
                if (!(Math.abs(g[k][k]) > 1e-300)) {
                    return false;
                }
                for (int r = 0; r < m; r++) {
                    double factor = r == k ? 0 : g[r][k] / g[k][k];
                    for (int c = k; c <= m && factor != 0; c++) {
                        g[r][c] -= factor * g[k][c];
                    }
                }
            }
            for (int k = 0; k < m; k++) {
                g[k][m] /= g[k][k];
            }
            return true;
        }
    }
}
