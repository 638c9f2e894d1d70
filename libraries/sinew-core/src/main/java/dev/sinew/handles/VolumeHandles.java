package dev.sinew.handles;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** Determines the nodes of a grid that handles fix. */
final class VolumeHandles {
    /** A handle farther from the shape than this fraction of its size is rejected. */
    static final double MAX_DISTANCE_FRACTION = 0.1;
    /**
     * Distance between stations on a bone, in cubes. Closer stations overdetermine the cube between them, and weights oscillate where two
     * bones meet.
     */
    private static final double STATION_SPACING_IN_CUBES = 1.5;
    /** Minimum weight of a point handle at its own position; below it, its target would be missed. */
    private static final double MIN_OWN_WEIGHT = 0.99;
    /** Stations closer than this fraction of a fine cell are the same. */
    private static final double SAME_STATION_FRACTION = 1e-3;

    private final Mesh mesh;
    private final GridDomain grid;
    private final double size;
    private final List<String> notes;
    private final Conditions conditions;
    /** The box around the mesh and its cage. */
    private final double[] low;

    private final double[] high;

    private VolumeHandles(Mesh mesh, GridDomain grid, double size, HandleSet handles, List<String> notes) {
        this.mesh = mesh;
        this.grid = grid;
        this.size = size;
        this.notes = notes;
        this.conditions = new Conditions(handles.count());
        Box box = Box.around(mesh.positions());
        this.low = new double[] {box.minX(), box.minY(), box.minZ()};
        this.high = new double[] {box.maxX(), box.maxY(), box.maxZ()};
        for (Handle.CageVertex corner : handles.cageVertices()) {
            for (int d = 0; d < 3; d++) {
                low[d] = Math.min(low[d], corner.position()[d]);
                high[d] = Math.max(high[d], corner.position()[d]);
            }
        }
    }

    /** Adds a note for point handles with a low weight at their own position: another handle is closer than the grid resolves. */
    static void noteBlurred(GridDomain grid, HandleSet handles, double[][] w, List<String> notes) {
        for (int j = 0; j < handles.count(); j++) {
            if (handles.handles().get(j) instanceof Handle.Point point) {
                OptionalInt cell = grid.nearestInside(point.position(), 2);
                if (cell.isPresent()) {
                    double[] own = new double[2];
                    int handle = j;
                    grid.interpolate(cell.getAsInt(), point.position(), (node, share) -> {
                        own[0] += share * w[handle][node];
                        for (double[] other : w) {
                            own[1] += share * other[node];
                        }
                    });
                    if (own[0] < MIN_OWN_WEIGHT * own[1]) {
                        notes.add(String.format(
                                Locale.ROOT,
                                "handle '%s' has only weight %.2f at its own position: the grid does not separate it from a neighbour;"
                                        + " use a higher resolution",
                                point.name(),
                                own[0] / own[1]));
                    }
                }
            }
        }
    }

    /** @param notes receives messages about handles that were moved */
    static Conditions conditions(Mesh mesh, GridDomain grid, double size, HandleSet handles, List<String> notes) {
        VolumeHandles work = new VolumeHandles(mesh, grid, size, handles, notes);
        for (int j = 0; j < handles.count(); j++) {
            Handle handle = handles.handles().get(j);
            if (handle instanceof Handle.Point point) {
                work.claimAround(j, point.name(), point.position());
            } else if (handle instanceof Handle.Bone bone) {
                work.claimBone(j, bone);
            } else if (handle instanceof Handle.Region region) {
                work.claimRegion(j, region);
            }
        }
        work.claimCage(handles);
        return work.conditions;
    }

    /** Claims all corners of the cell, so that the weight is exactly one at the point. */
    private void claimAround(int j, String name, double[] point) {
        grid.interpolate(cellFor(name, point), point, (node, share) -> conditions.claim(node, j));
    }

    private int cellFor(String name, double[] point) {
        // The grid ends at the bounding box of the shape; distances beyond are measured to it.
        double beyond = beyond(point);
        OptionalInt near = grid.nearestInside(point, 2);
        if (near.isPresent() && beyond <= 2 * grid.fineSpacing()) {
            return near.getAsInt();
        }
        double far = MAX_DISTANCE_FRACTION * size;
        int reach = beyond < far ? (int) Math.ceil(Math.sqrt(far * far - beyond * beyond) / grid.fineSpacing()) : 0;
        OptionalInt cell = reach > 0 ? grid.nearestInside(point, reach) : OptionalInt.empty();
        if (cell.isEmpty()) {
            throw new InvalidInputException(String.format(
                    Locale.ROOT,
                    "handle '%s' at (%.4g, %.4g, %.4g) is farther from the mesh than %.0f %% of its size",
                    name,
                    point[0],
                    point[1],
                    point[2],
                    100 * MAX_DISTANCE_FRACTION));
        }
        notes.add("handle '" + name + "' is outside the mesh; the nearest point inside is used");
        return cell.getAsInt();
    }

    /**
     * Constrains a bone by interpolated values at stations along it; parts outside the shape have no effect. NOTE: the nearest nodes, up to
     * a cube away, would make the weights of symmetric bodies asymmetric.
     */
    private void claimBone(int j, Handle.Bone bone) {
        double between = STATION_SPACING_IN_CUBES * GridDomain.FINE_CELLS * grid.fineSpacing();
        double[] part = within(bone).orElse(new double[] {0, 0});
        // Every bone gets a station between its joints, however short it is.
        int steps = Math.max(2, (int) Math.round(bone.length() * (part[1] - part[0]) / between));
        double[] point = new double[3];
        int held = 0;
        for (int k = 0; k <= steps && part[1] > part[0]; k++) {
            double t = part[0] + (part[1] - part[0]) * k / steps;
            for (int d = 0; d < 3; d++) {
                point[d] = bone.from()[d] + (bone.to()[d] - bone.from()[d]) * t;
            }
            OptionalInt cell = grid.nearestInside(point, 1);
            if (cell.isPresent() && beyond(point) <= grid.fineSpacing() * GridDomain.FINE_CELLS) {
                held++;
                claimStation(j, cell.getAsInt(), point);
            }
        }
        if (held == 0) {
            for (int d = 0; d < 3; d++) {
                point[d] = (bone.from()[d] + bone.to()[d]) / 2;
            }
            claimStation(j, cellFor(bone.name(), point), point);
        }
    }

    /** Distance of a point from the box around the mesh and its cage. */
    private double beyond(double[] point) {
        double sum = 0;
        for (int d = 0; d < 3; d++) {
            double off = Math.max(0, Math.max(low[d] - point[d], point[d] - high[d]));
            sum += off * off;
        }
        return Math.sqrt(sum);
    }

    /** The part of a bone inside the box around the mesh: start and end as fractions of its length; empty if it misses the box. */
    private Optional<double[]> within(Handle.Bone bone) {
        double from = 0;
        double to = 1;
        double slack = grid.fineSpacing() * GridDomain.FINE_CELLS;
        for (int d = 0; d < 3; d++) {
            double start = bone.from()[d];
            double length = bone.to()[d] - start;
            double a = (low[d] - slack - start) / length;
            double b = (high[d] + slack - start) / length;
            if (length == 0) {
                boolean inside = start >= low[d] - slack && start <= high[d] + slack;
                a = inside ? 0 : 1;
                b = inside ? 1 : 0;
            }
            from = Math.max(from, Math.min(a, b));
            to = Math.min(to, length == 0 ? b : Math.max(a, b));
        }
        return from <= to ? Optional.of(new double[] {from, to}) : Optional.empty();
    }

    private void claimStation(int j, int cell, double[] point) {
        List<Integer> nodes = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        grid.interpolate(cell, point, (node, share) -> {
            nodes.add(node);
            shares.add(share);
        });
        conditions.claimStation(point, SAME_STATION_FRACTION * grid.fineSpacing(), nodes, shares, j);
    }

    private int nearestCorner(int cell, double[] point) {
        int[] best = new int[1];
        double[] largest = new double[1];
        grid.interpolate(cell, point, (node, share) -> {
            if (share > largest[0]) {
                largest[0] = share;
                best[0] = node;
            }
        });
        return best[0];
    }

    private void claimRegion(int j, Handle.Region region) {
        for (int i : region.vertices()) {
            float[] p = mesh.positions();
            claimAround(j, region.name(), new double[] {p[3 * i], p[3 * i + 1], p[3 * i + 2]});
        }
    }

    /** On a facet of the cage, the weights of its corners are the barycentric coordinates. */
    private void claimCage(HandleSet handles) {
        Handle.CageVertex[] vertices = handles.cageVertices();
        int[] handleOf = new int[vertices.length];
        for (int k = 0; k < vertices.length; k++) {
            handleOf[k] = handles.indexOf(vertices[k].name()).orElseThrow();
        }
        int[] t = handles.cageTriangles();
        for (int f = 0; f < t.length; f += 3) {
            double[][] corners = {
                vertices[t[f]].position(), vertices[t[f + 1]].position(), vertices[t[f + 2]].position()
            };
            int[] owners = {handleOf[t[f]], handleOf[t[f + 1]], handleOf[t[f + 2]]};
            claimFacet(corners, owners);
        }
    }

    private void claimFacet(double[][] corners, int[] owners) {
        double longest = 0;
        for (int c = 0; c < 3; c++) {
            double[] a = corners[c];
            double[] b = corners[(c + 1) % 3];
            longest = Math.max(longest, Math.hypot(Math.hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]));
        }
        int steps = Math.max(1, (int) Math.ceil(longest / (2 * grid.fineSpacing())));
        double[] point = new double[3];
        for (int p = 0; p <= steps; p++) {
            for (int q = 0; q <= steps - p; q++) {
                double[] share = {(double) (steps - p - q) / steps, (double) p / steps, (double) q / steps};
                for (int d = 0; d < 3; d++) {
                    point[d] = share[0] * corners[0][d] + share[1] * corners[1][d] + share[2] * corners[2][d];
                }
                OptionalInt cell = grid.nearestInside(point, 4);
                if (cell.isPresent()) {
                    int node = nearestCorner(cell.getAsInt(), point);
                    for (int c = 0; c < 3; c++) {
                        conditions.addShare(node, owners[c], share[c]);
                    }
                }
            }
        }
    }
}
