package dev.sinew.sample.surface;

import java.util.Optional;

/**
 * Turns a shape without holes into a closed mesh of a wanted number of vertices: a few hundred by taking edges away
 * from a finer mesh, thousands straight from the lattice, millions by splitting quads and moving the new vertices onto
 * the surface, so the cost is linear in the vertices and not in the lattice's volume.
 */
public final class Polygoniser {
    /** Below this a lattice loses the thin limbs of most figures. */
    private static final int FEWEST_FROM_LATTICE = 4500;

    private static final int TRIALS = 14;
    private static final int RELAXATIONS = 6;

    private final Shape shape;
    private final Bounds bounds;
    private final int fewestFromLattice;

    public Polygoniser(Shape shape, Bounds bounds) {
        this(shape, bounds, FEWEST_FROM_LATTICE);
    }

    /** @param fewestFromLattice vertices below which a lattice would lose parts of this shape */
    public Polygoniser(Shape shape, Bounds bounds, int fewestFromLattice) {
        this.shape = shape;
        this.bounds = bounds;
        this.fewestFromLattice = fewestFromLattice;
    }

    public PolygonSoup mesh(int vertices) {
        if (vertices < fewestFromLattice) {
            PolygonSoup few = Decimation.to(lattice(fewestFromLattice).triangulated(), vertices);
            Projection.project(shape, few.positions(), 0, Double.MAX_VALUE);
            return few;
        }
        int splits = 0;
        double base = vertices;
        while (base >= 4.0 * fewestFromLattice) {
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

    /** Tries lattice steps until the number of vertices is met to a few in a thousand. */
    private PolygonSoup lattice(int vertices) {
        Optional<PolygonSoup> best = Optional.empty();
        double step = firstStep(vertices);
        double nudge = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double tried = step * (1 + nudge);
            PolygonSoup soup = SurfaceNets.of(shape, bounds, tried);
            if (isSphere(soup)
                    && best.map(b -> miss(soup, vertices) < miss(b, vertices)).orElse(true)) {
                best = Optional.of(soup);
            }
            if (best.isPresent() && miss(best.get(), vertices) <= vertices * 0.001) {
                break;
            }
            // The count goes with the inverse square of the step; near the goal it jumps about, so look around too.
            step = tried * Math.sqrt((double) soup.vertexCount() / vertices);
            nudge = trial < 2 ? 0 : ((trial * 7) % 11 - 5) * 0.0011;
        }
        PolygonSoup soup = best.orElseThrow(() -> new IllegalStateException("the shape has holes or parts"));
        Projection.relax(shape, soup, RELAXATIONS, step);
        return soup;
    }

    private double firstStep(int vertices) {
        Vec size = bounds.max().minus(bounds.min());
        double coarse = size.length() / 60;
        return coarse * Math.sqrt((double) SurfaceNets.of(shape, bounds, coarse).vertexCount() / vertices);
    }

    private static int miss(PolygonSoup soup, int vertices) {
        return Math.abs(soup.vertexCount() - vertices);
    }

    /** One closed surface without handles or pinched places. */
    private static boolean isSphere(PolygonSoup soup) {
        EdgeTable edges = EdgeTable.of(soup);
        return edges.isClosed() && soup.vertexCount() - edges.count() + soup.faceCount() == 2;
    }
}
