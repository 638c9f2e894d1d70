package dev.sinew.mesh;

/**
 * What lies inside a surface, by its winding number (Jacobson et al. 2013): faces may leave holes, cross each other or form
 * several shells. Costs one look at every face a question.
 */
public final class Interior {
    private static final double HALF = 0.5;

    private final float[] positions;
    private final int[] triangles;

    public Interior(Mesh mesh) {
        this.positions = mesh.positions();
        this.triangles = mesh.triangles();
    }

    public boolean holds(double x, double y, double z) {
        return Math.abs(winding(x, y, z)) > HALF;
    }

    /** How often the surface goes round a point, counter-clockwise faces outwards; whole numbers for closed ones. */
    public double winding(double x, double y, double z) {
        double[] point = {x, y, z};
        double sum = 0;
        for (int k = 0; k < triangles.length; k += 3) {
            sum += Triangles.solidAngle(positions, triangles, k, point);
        }
        return sum / (4 * Math.PI);
    }

    /** How far a point is from the surface, whichever side it is on. */
    public double distance(double x, double y, double z) {
        double[] p = {x, y, z};
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < triangles.length; k += 3) {
            least = Math.min(least, Triangles.squaredDistance(positions, triangles, k, p));
        }
        return Math.sqrt(least);
    }

    /** The vertex of the surface that is nearest to a point. */
    public int nearestVertex(double x, double y, double z) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int corner : triangles) {
            double dx = positions[3 * corner] - x;
            double dy = positions[3 * corner + 1] - y;
            double dz = positions[3 * corner + 2] - z;
            double squared = dx * dx + dy * dy + dz * dz;
            if (squared < least) {
                least = squared;
                best = corner;
            }
        }
        return best;
    }

    /**
     * Where a line that starts inside leaves the surface: the least s > 0 at which p + s·d crosses a face, infinite where
     * none is met.
     *
     * @param p not modified
     * @param d not modified
     */
    public double exit(double[] p, double[] d) {
        double first = Double.POSITIVE_INFINITY;
        for (int k = 0; k < triangles.length; k += 3) {
            first = Math.min(first, Triangles.hit(positions, triangles, k, p, d));
        }
        return first;
    }
}
