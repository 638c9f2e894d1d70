package dev.sinew.sample.surface;

import dev.sinew.sample.surface.Blend.Bounds;
import java.util.Optional;

/**
 * Converts a shape without holes to a closed mesh with a wanted number of vertices: hundreds by decimating a finer mesh,
 * thousands directly from the lattice, millions by subdividing and projecting. The cost is linear in the vertices, not in the
 * lattice's volume.
 */
public final class Polygoniser {
    /** With fewer vertices, a lattice loses the thin limbs of most figures. */
    private static final int MIN_LATTICE_VERTICES = 4500;

    private static final int TRIALS = 14;
    private static final int RELAXATIONS = 6;

    private final Blend shape;
    private final int minLatticeVertices;

    public Polygoniser(Blend shape) {
        this(shape, MIN_LATTICE_VERTICES);
    }

    /** @param minLatticeVertices vertices below which a lattice would lose parts of this shape */
    public Polygoniser(Blend shape, int minLatticeVertices) {
        this.shape = shape;
        this.minLatticeVertices = minLatticeVertices;
    }

    public PolygonSoup mesh(int vertices) {
        if (vertices < minLatticeVertices) {
            PolygonSoup few = Decimation.to(lattice(minLatticeVertices).triangulated(), vertices);
            Projection.project(shape, few.positions(), 0, Double.MAX_VALUE);
            return few;
        }
        int splits = 0;
        double base = vertices;
        while (base >= 4.0 * minLatticeVertices) {
            // A closed surface of quads without handles: V vertices become 4·V − 6.
            base = (base + 6) / 4;
            splits++;
        }
        PolygonSoup soup = lattice((int) Math.round(base));
        for (int s = 0; s < splits; s++) {
            int kept = 3 * soup.vertexCount();
            soup = Subdivision.split(soup);
            Projection.project(shape, soup.positions(), kept, Double.MAX_VALUE);
        }
        return soup;
    }

    /** Tries lattice steps until the number of vertices is within a few thousandths. */
    private PolygonSoup lattice(int vertices) {
        Optional<PolygonSoup> best = Optional.empty();
        double step = firstStep(vertices);
        double nudge = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double tried = step * (1 + nudge);
            PolygonSoup soup = SurfaceNets.of(shape, tried);
            if (isSphere(soup)
                    && best.map(b -> miss(soup, vertices) < miss(b, vertices)).orElse(true)) {
                best = Optional.of(soup);
            }
            if (best.isPresent() && miss(best.get(), vertices) <= vertices * 0.001) {
                break;
            }
            // The number is roughly proportional to the inverse square of the step, but jumps near the goal, so nearby
            // steps are
            // tried, too.
            step = tried * Math.sqrt((double) soup.vertexCount() / vertices);
            nudge = trial < 2 ? 0 : ((trial * 7) % 11 - 5) * 0.0011;
        }
        PolygonSoup soup = best.orElseThrow(() -> new IllegalStateException("the shape has holes or parts"));
        Projection.relax(shape, soup, RELAXATIONS, step);
        return soup;
    }

    private double firstStep(int vertices) {
        Bounds bounds = shape.bounds();
        Vec size = bounds.max().minus(bounds.min());
        double coarse = size.length() / 60;
        return coarse * Math.sqrt((double) SurfaceNets.of(shape, coarse).vertexCount() / vertices);
    }

    private static int miss(PolygonSoup soup, int vertices) {
        return Math.abs(soup.vertexCount() - vertices);
    }

    /** Whether it is one closed surface without handles or pinched vertices. */
    private static boolean isSphere(PolygonSoup soup) {
        EdgeTable edges = EdgeTable.of(soup);
        return edges.isClosed() && soup.vertexCount() - edges.count() + soup.faceCount() == 2;
    }

    /** Splits every quad of a closed mesh into four; V vertices become V + E + F. */
    private static final class Subdivision {
        private Subdivision() {}

        static PolygonSoup split(PolygonSoup coarse) {
            int v = coarse.vertexCount();
            EdgeTable edges = EdgeTable.of(coarse);
            int faces = coarse.faceCount();
            double[] p = new double[3 * (v + edges.count() + faces)];
            System.arraycopy(coarse.positions(), 0, p, 0, 3 * v);
            int[] corners = new int[16 * faces];
            for (int k = 0; k < faces; k++) {
                for (int c = 0; c < 4; c++) {
                    int corner = coarse.corners()[4 * k + c];
                    int next = coarse.corners()[4 * k + (c + 1) % 4];
                    int onEdge = v + edges.of(4 * k + c);
                    int before = v + edges.of(4 * k + (c + 3) % 4);
                    int middle = v + edges.count() + k;
                    int at = 16 * k + 4 * c;
                    corners[at] = corner;
                    corners[at + 1] = onEdge;
                    corners[at + 2] = middle;
                    corners[at + 3] = before;
                    for (int x = 0; x < 3; x++) {
                        p[3 * onEdge + x] = 0.5 * (p[3 * corner + x] + p[3 * next + x]);
                        p[3 * middle + x] += 0.25 * p[3 * corner + x];
                    }
                }
            }
            return new PolygonSoup(p, corners, 4);
        }
    }

    /** Projects vertices onto a shape's surface and distributes them evenly. */
    private static final class Projection {
        private Projection() {}

        /**
         * A few Newton steps along the gradient.
         *
         * @param p positions, modified
         */
        static void project(Blend shape, double[] p, int from, double longestStep) {
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

        /** Moves every vertex halfway to the mean of its neighbours, then back onto the surface. */
        static void relax(Blend shape, PolygonSoup soup, int rounds, double longestStep) {
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
}
