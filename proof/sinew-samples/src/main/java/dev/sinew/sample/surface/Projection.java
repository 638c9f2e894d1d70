package dev.sinew.sample.surface;

/** Brings vertices onto a shape's surface and spreads them evenly over it. */
final class Projection {
    private Projection() {}

    /**
     * A few Newton steps along the gradient.
     *
     * @param p positions, modified
     */
    static void project(Shape shape, double[] p, int from, double longestStep) {
        double[] g = new double[3];
        for (int k = from; k < p.length; k += 3) {
            for (int round = 0; round < 3; round++) {
                double value = shape.gradient(p[k], p[k + 1], p[k + 2], g);
                double squared = g[0] * g[0] + g[1] * g[1] + g[2] * g[2];
                if (squared < 1e-12 || Math.abs(value) < 1e-9) {
                    break;
                }
                double size = value / squared;
                double limit = longestStep / Math.sqrt(squared);
                size = Math.max(-limit, Math.min(limit, size));
                p[k] -= size * g[0];
                p[k + 1] -= size * g[1];
                p[k + 2] -= size * g[2];
            }
        }
    }

    /** Moves every vertex half way to the middle of its neighbours, then back onto the surface. */
    static void relax(Shape shape, PolygonSoup soup, int rounds, double longestStep) {
        double[] p = soup.positions();
        int sides = soup.sides();
        int[] corners = soup.corners();
        for (int round = 0; round < rounds; round++) {
            double[] sum = new double[p.length];
            int[] count = new int[soup.vertexCount()];
            for (int c = 0; c < corners.length; c++) {
                int next = c % sides == sides - 1 ? c - sides + 1 : c + 1;
                count[corners[c]]++;
                for (int k = 0; k < 3; k++) {
                    sum[3 * corners[c] + k] += p[3 * corners[next] + k];
                }
            }
            for (int k = 0; k < p.length; k++) {
                p[k] += 0.5 * (sum[k] / Math.max(1, count[k / 3]) - p[k]);
            }
            project(shape, p, 0, longestStep);
        }
    }
}
