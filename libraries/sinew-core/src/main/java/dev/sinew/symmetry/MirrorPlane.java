package dev.sinew.symmetry;

import dev.sinew.geometry.Interior;
import dev.sinew.geometry.SpatialIndex;
import dev.sinew.math.Svd3;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.platform.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The plane of symmetry of a shape, points p with n·p = d. The normal points to the left side.
 *
 * <p>Left is +x: in glTF's convention a figure stands along +y and faces +z. If the plane's normal is nearer to z, the figure is assumed to
 * face +x, and left is −z; nearer to y, left is +y. A figure that faces the opposite way is not detected.
 *
 * @param normal unit length
 */
public record MirrorPlane(double[] normal, double distance) {
    /** Mirrored points farther from the shape than this fraction of the size count as misses. */
    private static final double TOLERANCE = 0.02;

    /** On coarse meshes the nearest vertex is about this far away, times size/√N. */
    private static final double SPACING = 0.8;

    /** Fraction of the mirrored points that must hit; figures that lift a leg are still mostly symmetric. */
    private static final double MIN_HIT_SHARE = 0.7;

    /** How much better a plane must fit than those tried before it. */
    private static final double MIN_IMPROVEMENT = 0.02;

    private static final int SAMPLES = 800;

    /** Maximum distance of mirrored points from vertices of an exactly symmetric mesh, as a fraction of the size. */
    private static final double EXACT_TOLERANCE = 0.01;

    /** Fraction of the mirrored points that must be this close. */
    private static final double EXACT_SHARE = 0.97;

    private static final int EXACT_SAMPLES = 400;
    private static final int VERTICES_PER_CHUNK = 256;
    private static final int REFINEMENTS = 6;

    /** The best plane, if there is a good one. Tries the axes and the principal axes of the points. */
    public static Optional<MirrorPlane> of(float[] points) {
        double size = points.length == 0 ? 0 : Box.around(points).diagonal();
        if (!(size > 0)) {
            return Optional.empty();
        }
        double near = size * Math.max(TOLERANCE, SPACING / Math.sqrt(points.length / 3.0));
        Shape shape = new Shape(points, SpatialIndex.ofPoints(points), near);
        MirrorPlane best = null;
        double closest = 0;
        for (MirrorPlane start : candidates(points)) {
            MirrorPlane plane = start.refine(shape);
            Similarity likeness = plane.similarity(shape);
            if (likeness.hits > MIN_HIT_SHARE && likeness.closeness > closest + MIN_IMPROVEMENT) {
                closest = likeness.closeness;
                best = plane;
            }
        }
        return Optional.ofNullable(best);
    }

    /** @param near maximum distance of a mirrored point from the point it hits */
    private record Shape(float[] points, SpatialIndex index, double near) {
        OptionalInt nearest(double[] p) {
            return index.nearest(p[0], p[1], p[2], near);
        }
    }

    /** The axes first, x before the others: it wins ties. */
    private static List<MirrorPlane> candidates(float[] points) {
        double[] centre = new double[3];
        for (int k = 0; k < points.length; k++) {
            centre[k % 3] += points[k] / (points.length / 3.0);
        }
        double[] spread = new double[9];
        for (int i = 0; i < points.length; i += 3) {
            for (int k = 0; k < 9; k++) {
                spread[k] += (points[i + k / 3] - centre[k / 3]) * (points[i + k % 3] - centre[k % 3]);
            }
        }
        Svd3 svd = new Svd3();
        svd.decompose(spread, 0, 3);
        List<MirrorPlane> planes = new ArrayList<>();
        for (int axis : new int[] {0, 2, 1}) {
            double[] normal = new double[3];
            normal[axis] = 1;
            planes.add(through(normal, centre));
        }
        for (int c = 0; c < 3; c++) {
            planes.add(through(new double[] {svd.v()[c], svd.v()[3 + c], svd.v()[6 + c]}, centre));
        }
        return planes;
    }

    private static MirrorPlane through(double[] n, double[] p) {
        int largest = 0;
        for (int x = 1; x < 3; x++) {
            largest = Math.abs(n[x]) > Math.abs(n[largest]) + 1e-9 ? x : largest;
        }
        boolean turned = largest == 2 ? n[2] > 0 : n[largest] < 0;
        double s = turned ? -1 : 1;
        double[] left = {s * n[0], s * n[1], s * n[2]};
        return new MirrorPlane(left, Vec3.dot(left, p));
    }

    /** Signed distance of a point to the left of the plane. */
    public double side(double[] p) {
        return side(p[0], p[1], p[2]);
    }

    /** Signed distance of a point to the left of the plane. */
    public double side(double x, double y, double z) {
        return normal[0] * x + normal[1] * y + normal[2] * z - distance;
    }

    /** The mirrored point. */
    public double[] mirrored(double[] p) {
        return mirrored(p[0], p[1], p[2]);
    }

    /** The point of the plane nearest to a point. */
    public double[] foot(double[] p) {
        return Vec3.midpoint(p, mirrored(p));
    }

    /** The mirrored point. */
    public double[] mirrored(double x, double y, double z) {
        double twice = 2 * side(x, y, z);
        return new double[] {x - twice * normal[0], y - twice * normal[1], z - twice * normal[2]};
    }

    /**
     * The vertex nearest to the mirrored position of each.
     *
     * @param rest positions of the vertices
     * @param interior of the same mesh; without faces, each vertex is its own counterpart
     */
    public int[] vertexImages(float[] rest, Interior interior, Workers workers) {
        int[] nearest = new int[rest.length / 3];
        workers.forChunks(nearest.length, VERTICES_PER_CHUNK, (chunk, from, to) -> {
            for (int i = from; i < to; i++) {
                nearest[i] =
                        interior.nearestVertex(mirrored(Vec3.at(rest, 3 * i))).orElse(i);
            }
        });
        return nearest;
    }

    /** Whether almost all of a mesh is symmetric, with a much smaller tolerance than for finding a plane. */
    public boolean isExact(float[] rest, Interior interior) {
        double near = Box.around(rest).diagonal() * Math.max(EXACT_TOLERANCE, 1 / Math.sqrt(rest.length / 3.0));
        int step = Math.max(1, rest.length / 3 / EXACT_SAMPLES);
        int hits = 0;
        int tried = 0;
        for (int i = 0; i < rest.length / 3; i += step) {
            double[] image = mirrored(Vec3.at(rest, 3 * i));
            int nearest = interior.nearestVertex(image).orElse(i);
            hits += Math.sqrt(Vec3.squaredDistance(rest, 3 * nearest, image, 0)) <= near ? 1 : 0;
            tried++;
        }
        return hits >= EXACT_SHARE * tried;
    }

    private static int step(float[] points) {
        return Math.max(1, points.length / 3 / SAMPLES);
    }

    /**
     * How well mirrored points match the shape.
     *
     * @param hits fraction of them near it
     * @param closeness 1 if all lie on vertices, 0 if none is near one: front and back of a thin figure are similar, but less so than its
     *     sides
     */
    private record Similarity(double hits, double closeness) {}

    private Similarity similarity(Shape shape) {
        float[] points = shape.points;
        int hits = 0;
        int tried = 0;
        double sum = 0;
        for (int i = 0; i < points.length; i += 3 * step(points)) {
            double[] image = mirrored(points[i], points[i + 1], points[i + 2]);
            OptionalInt nearest = shape.nearest(image);
            tried++;
            if (nearest.isPresent()) {
                int j = 3 * nearest.getAsInt();
                hits++;
                sum += 1 - Math.sqrt(Vec3.squaredDistance(points, j, image, 0)) / shape.near;
            }
        }
        return new Similarity((double) hits / tried, sum / tried);
    }

    /** Moves the plane to best bisect the segments from points to the vertices nearest to their mirrored positions. */
    private MirrorPlane refine(Shape shape) {
        MirrorPlane plane = this;
        for (int k = 0; k < REFINEMENTS; k++) {
            plane = plane.refineOnce(shape);
        }
        return plane;
    }

    private MirrorPlane refineOnce(Shape shape) {
        float[] points = shape.points;
        double[] ways = new double[9];
        double[] middle = new double[3];
        int count = 0;
        for (int i = 0; i < points.length; i += 3 * step(points)) {
            double[] image = mirrored(points[i], points[i + 1], points[i + 2]);
            OptionalInt nearest = shape.nearest(image);
            if (nearest.isPresent()) {
                int j = 3 * nearest.getAsInt();
                count++;
                for (int x = 0; x < 9; x++) {
                    ways[x] +=
                            (double) (points[i + x / 3] - points[j + x / 3]) * (points[i + x % 3] - points[j + x % 3]);
                }
                for (int x = 0; x < 3; x++) {
                    middle[x] += 0.5 * (points[i + x] + points[j + x]);
                }
            }
        }
        if (count == 0 || ways[0] + ways[4] + ways[8] == 0) {
            return this;
        }
        for (int x = 0; x < 3; x++) {
            middle[x] /= count;
        }
        Svd3 svd = new Svd3();
        svd.decompose(ways, 0, 3);
        return through(new double[] {svd.v()[0], svd.v()[3], svd.v()[6]}, middle);
    }
}
