package dev.sinew.handles;

import dev.sinew.geometry.MeshLaplacian;
import dev.sinew.geometry.SpatialIndex;
import dev.sinew.geometry.Voxels;
import dev.sinew.handles.WeightsOptions.Bounds;
import dev.sinew.linalg.SparseMatrix;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Shells;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Bounded biharmonic weights (Jacobson et al. 2011; YLWXG19 eq. 2–6): each handle's weights are the smoothest function between 0 and 1 that
 * is 1 on the handle and 0 on the others. NOTE: eq. 4, the sum of one, is met by normalising at the end, as is common practice, so that
 * handles are independent.
 */
public final class BiharmonicWeights {
    /** Below this number of nodes a coarse grid does not pay off. */
    private static final int MIN_NODES_FOR_COARSE_GRID = 4000;

    private final Mesh mesh;
    private final HandleSet handles;
    private final WeightsOptions options;
    private final Progress progress;
    private final double size;
    private final List<String> notes = new ArrayList<>();
    private int factorisations;
    private boolean exact = true;
    private int nodes;

    public BiharmonicWeights(Mesh mesh, HandleSet handles, WeightsOptions options, Progress progress) {
        this.mesh = mesh;
        this.handles = handles;
        this.options = options;
        this.progress = progress;
        this.size = Box.around(mesh.positions()).diagonal();
        if (!(size > 0)) {
            throw new InvalidInputException("the mesh has no extent: all vertices are at the same position");
        }
        if (mesh.faceCount() == 0) {
            throw new InvalidInputException("the mesh has no faces, so smooth weights are not defined on it");
        }
        for (int j = 0; j < handles.count(); j++) {
            if (handles.handles().get(j) instanceof Handle.Region region) {
                for (int i : region.vertices()) {
                    if (i < 0 || i >= mesh.vertexCount()) {
                        throw new InvalidInputException("region '" + region.name() + "' names vertex " + i
                                + " of a mesh with " + mesh.vertexCount() + " vertices");
                    }
                }
            }
        }
    }

    /** @param exact whether every handle's problem was solved until no weight changed by more than 1e-3 */
    public record Result(
            HandleWeights weights, boolean volume, int nodes, int factorisations, boolean exact, List<String> notes) {}

    public Result solve() {
        boolean sheet = options.method() == WeightsOptions.Method.QUASI_HARMONIC;
        boolean volume = handles.hasCage()
                || options.domain() == WeightsOptions.DomainChoice.VOLUME
                || options.domain() == WeightsOptions.DomainChoice.AUTO
                        && !sheet
                        && Openness.of(mesh).isNearlyClosed();
        if (handles.hasCage() && (sheet || options.domain() == WeightsOptions.DomainChoice.SURFACE)) {
            throw new InvalidInputException("a cage surrounds the surface; its weights need the volume domain");
        }
        HandleWeights weights = volume ? inVolume() : onSurface();
        return new Result(weights, volume, nodes, factorisations, exact, List.copyOf(notes));
    }

    private HandleWeights onSurface() {
        MeshLaplacian laplacian = MeshLaplacian.of(mesh, mesh.positions());
        int n = mesh.vertexCount();
        double[] mass = laplacian.mass().clone();
        double[] ones = new double[n];
        double mean = Arrays.stream(mass).sum()
                / Math.max(1, Arrays.stream(mass).filter(m -> m > 0).count());
        for (int i = 0; i < n; i++) {
            ones[i] = mass[i] > 0 ? 1 : 0;
            // A vertex with only sliver faces would dominate M⁻¹.
            mass[i] = Math.max(mass[i], 1e-4 * (mean > 0 ? mean : 1));
        }
        double[] xyz = new double[3 * n];
        for (int k = 0; k < xyz.length; k++) {
            xyz[k] = mesh.positions()[k];
        }
        Domain domain = new Domain(laplacian.stiffness(), mass, xyz, SparseMatrix.diagonal(ones));
        Conditions conditions = SurfaceHandles.conditions(mesh, size, handles, notes);
        checkOwners(conditions);
        NodeWeights problem = new NodeWeights(domain, conditions, handles.count(), NodeWeights.Order.SHEET);
        nodes = domain.nodeCount();
        if (options.method() == WeightsOptions.Method.QUASI_HARMONIC) {
            double[][] w =
                    new QuasiHarmonic(domain, problem.given()).solve(progress).w();
            return onVertices(domain, problem.loose(), w);
        }
        return onVertices(domain, problem.loose(), solve(problem, Optional.empty()));
    }

    private HandleWeights inVolume() {
        int resolution = options.resolution()
                .orElseGet(() -> VolumeGrid.resolutionFor(mesh, handles, WeightsOptions.DEFAULT_NODES));
        GridDomain grid = VolumeGrid.of(mesh, handles, resolution);
        Conditions conditions = VolumeHandles.conditions(mesh, grid, size, handles, notes);
        checkOwners(conditions);
        Optional<double[][]> start = options.bounds() == Bounds.SOLVED ? start(grid, resolution) : Optional.empty();
        Domain domain = grid.assemble(mesh);
        NodeWeights problem = new NodeWeights(domain, conditions, handles.count(), NodeWeights.Order.SOLID);
        nodes = domain.nodeCount();
        double[][] w = solve(problem, start);
        VolumeHandles.noteBlurred(grid, handles, w, notes);
        return onVertices(domain, problem.loose(), w);
    }

    private Optional<double[][]> start(GridDomain grid, int resolution) {
        return grid.nodeCount() > MIN_NODES_FOR_COARSE_GRID && resolution >= 16
                ? Optional.of(fromCoarse(grid, resolution / 2))
                : Optional.empty();
    }

    /** Nested iteration: the coarse solution shows where the bounds are active. */
    private double[][] fromCoarse(GridDomain fine, int resolution) {
        GridDomain coarse = VolumeGrid.of(mesh, handles, resolution);
        Optional<double[][]> start = start(coarse, resolution);
        Domain domain = coarse.assemble(mesh);
        Conditions conditions = VolumeHandles.conditions(mesh, coarse, size, handles, new ArrayList<>());
        double[][] w = solve(new NodeWeights(domain, conditions, handles.count(), NodeWeights.Order.SOLID), start);
        double[] xyz = fine.assemble(mesh).xyz();
        double[][] out = new double[handles.count()][xyz.length / 3];
        for (int k = 0; k < xyz.length / 3; k++) {
            double[] point = {xyz[3 * k], xyz[3 * k + 1], xyz[3 * k + 2]};
            int node = k;
            var cell = coarse.nearestInside(point, 8);
            for (int j = 0; j < out.length; j++) {
                out[j][k] = cell.isPresent() ? 0 : 0.5;
            }
            if (cell.isPresent()) {
                coarse.interpolate(cell.getAsInt(), point, (c, share) -> {
                    for (int j = 0; j < out.length; j++) {
                        out[j][node] += share * w[j][c];
                    }
                });
            }
        }
        return out;
    }

    private double[][] solve(NodeWeights problem, Optional<double[][]> start) {
        NodeWeights.Solved solved = options.bounds() == Bounds.CLIPPED
                ? problem.solveClamped()
                : start.map(w -> problem.solveBounded(w, options.threads(), progress))
                        .orElseGet(() -> problem.solveBounded(options.threads(), progress));
        factorisations += solved.factorisations();
        exact = solved.exact();
        return solved.w();
    }

    private HandleWeights onVertices(Domain domain, boolean[] loose, double[][] w) {
        int n = mesh.vertexCount();
        int h = handles.count();
        double[] out = new double[n * h];
        SparseMatrix rows = domain.toVertices();
        boolean[] orphan = new boolean[n];
        for (int i = 0; i < n; i++) {
            double shares = 0;
            for (int k = rows.starts()[i]; k < rows.starts()[i + 1]; k++) {
                shares += loose[rows.indices()[k]] ? 0 : rows.values()[k];
                for (int j = 0; j < h; j++) {
                    out[i * h + j] += rows.values()[k] * w[j][rows.indices()[k]];
                }
            }
            orphan[i] = shares < 0.5 || !normalise(out, i * h, h);
        }
        Orphans.attach(mesh, h, out, orphan, notes);
        return new HandleWeights(n, h, out);
    }

    private void checkOwners(Conditions conditions) {
        for (int j = 0; j < handles.count(); j++) {
            if (conditions.ownedBy(j) == 0 && !(handles.handles().get(j) instanceof Handle.CageVertex)) {
                throw new InvalidInputException(
                        "handle '" + handles.handles().get(j).name()
                                + "' claims no vertex or node: another handle is at the same position, or the resolution is too coarse");
            }
        }
    }

    /** Returns false if all weights are zero. */
    static boolean normalise(double[] w, int at, int h) {
        double sum = 0;
        for (int j = at; j < at + h; j++) {
            sum += w[j];
        }
        if (!(sum > 1e-9)) {
            return false;
        }
        for (int j = at; j < at + h; j++) {
            w[j] /= sum;
        }
        return true;
    }

    /**
     * How open a mesh is.
     *
     * @param openEdges edges with only one face
     */
    record Openness(long openEdges, long edges) {
        /** Eye sockets and open cuffs are acceptable, a sheet of cloth is not. */
        private static final double MAX_OPEN_FRACTION = 0.01;

        static Openness of(Mesh mesh) {
            int[] starts = mesh.faceStarts();
            int[] corners = mesh.corners();
            long[] keys = new long[corners.length];
            for (int f = 0; f < mesh.faceCount(); f++) {
                for (int c = starts[f]; c < starts[f + 1]; c++) {
                    int a = corners[c];
                    int b = corners[c + 1 < starts[f + 1] ? c + 1 : starts[f]];
                    keys[c] = (long) Math.min(a, b) << 32 | Math.max(a, b);
                }
            }
            Arrays.sort(keys);
            long open = 0;
            long edges = 0;
            for (int k = 0; k < keys.length; ) {
                int end = k + 1;
                while (end < keys.length && keys[end] == keys[k]) {
                    end++;
                }
                edges++;
                open += end - k == 1 ? 1 : 0;
                k = end;
            }
            return new Openness(open, edges);
        }

        boolean isNearlyClosed() {
            return edges > 0 && openEdges <= MAX_OPEN_FRACTION * edges;
        }
    }

    /** The grid around a mesh and its cage, if there is one. */
    private static final class VolumeGrid {
        private static final int TRIAL_RESOLUTION = 24;

        private VolumeGrid() {}

        /** @param resolution cubes along the longest side */
        static GridDomain of(Mesh mesh, HandleSet handles, int resolution) {
            float[] around = withCage(mesh, handles);
            Box box = Box.around(around);
            double[] min = {box.minX(), box.minY(), box.minZ()};
            double[] extent = {box.maxX() - box.minX(), box.maxY() - box.minY(), box.maxZ() - box.minZ()};
            double edge = Math.max(extent[0], Math.max(extent[1], extent[2])) / resolution;
            int[] size = new int[3];
            double[] origin = new double[3];
            for (int d = 0; d < 3; d++) {
                int cubes = (int) Math.ceil(extent[d] / edge) + 2;
                size[d] = cubes * GridDomain.FINE_CELLS;
                origin[d] = min[d] - (cubes * edge - extent[d]) / 2;
            }
            double spacing = edge / GridDomain.FINE_CELLS;
            Voxels voxels = Voxels.of(mesh, origin, size, spacing);
            if (handles.hasCage()) {
                voxels.include(Voxels.of(cage(handles), origin, size, spacing));
            }
            return new GridDomain(voxels);
        }

        /** The resolution that gives about this many nodes, which grow with its third power. */
        static int resolutionFor(Mesh mesh, HandleSet handles, int nodes) {
            int trial = of(mesh, handles, TRIAL_RESOLUTION).nodeCount();
            double wanted = TRIAL_RESOLUTION * Math.cbrt((double) nodes / Math.max(1, trial));
            return (int) Math.max(8, Math.min(WeightsOptions.MAX_RESOLUTION, Math.round(wanted)));
        }

        private static float[] withCage(Mesh mesh, HandleSet handles) {
            Handle.CageVertex[] cage = handles.hasCage() ? handles.cageVertices() : new Handle.CageVertex[0];
            float[] all = Arrays.copyOf(mesh.positions(), mesh.positions().length + 3 * cage.length);
            for (int k = 0; k < cage.length; k++) {
                for (int d = 0; d < 3; d++) {
                    all[mesh.positions().length + 3 * k + d] = (float) cage[k].position()[d];
                }
            }
            return all;
        }

        private static Mesh cage(HandleSet handles) {
            Handle.CageVertex[] vertices = handles.cageVertices();
            float[] positions = new float[3 * vertices.length];
            for (int k = 0; k < vertices.length; k++) {
                for (int d = 0; d < 3; d++) {
                    positions[3 * k + d] = (float) vertices[k].position()[d];
                }
            }
            return Mesh.ofTriangles(positions, handles.cageTriangles());
        }
    }

    /**
     * Assigns weights where no handle reaches. A shell without a handle moves rigidly with the nearest vertex; so does a vertex without
     * faces.
     */
    private static final class Orphans {
        private Orphans() {}

        /** @param w N×H, rows of orphans are modified */
        static void attach(Mesh mesh, int h, double[] w, boolean[] orphan, List<String> notes) {
            Shells shells = Shells.of(mesh);
            boolean[] reached = new boolean[shells.count()];
            for (int i = 0; i < orphan.length; i++) {
                if (!orphan[i] && shells.of(i) >= 0) {
                    reached[shells.of(i)] = true;
                }
            }
            SpatialIndex vertices = SpatialIndex.ofPoints(mesh.positions());
            Function<double[], OptionalInt> nearest =
                    p -> vertices.nearest(p[0], p[1], p[2], Double.POSITIVE_INFINITY, i -> !orphan[i]);
            Map<Integer, double[]> centroids = new TreeMap<>();
            int loners = 0;
            for (int i = 0; i < orphan.length; i++) {
                if (orphan[i]) {
                    float[] p = mesh.positions();
                    if (shells.of(i) < 0 || reached[shells.of(i)]) {
                        // Isolated, or a thin part of a shell that handles reach elsewhere.
                        loners += shells.of(i) < 0 ? 1 : 0;
                        copy(w, h, nearest.apply(Vec3.at(p, 3 * i)), i);
                    } else {
                        double[] sum = centroids.computeIfAbsent(shells.of(i), k -> new double[4]);
                        for (int d = 0; d < 3; d++) {
                            sum[d] += p[3 * i + d];
                        }
                        sum[3]++;
                    }
                }
            }
            Map<Integer, OptionalInt> sources = new TreeMap<>();
            centroids.forEach((shell, sum) -> sources.put(
                    shell, nearest.apply(new double[] {sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]})));
            for (int i = 0; i < orphan.length; i++) {
                if (orphan[i] && shells.of(i) >= 0 && !reached[shells.of(i)]) {
                    copy(w, h, sources.get(shells.of(i)), i);
                }
            }
            if (!centroids.isEmpty()) {
                notes.add(centroids.size() + (centroids.size() == 1 ? " shell has" : " shells have")
                        + " no handle; each moves with its nearest vertex");
            }
            if (loners > 0) {
                notes.add(loners + (loners == 1 ? " vertex belongs" : " vertices belong")
                        + " to no face; each moves with its nearest vertex");
            }
        }

        private static void copy(double[] w, int h, OptionalInt from, int to) {
            if (from.isPresent()) {
                System.arraycopy(w, from.getAsInt() * h, w, to * h, h);
            } else {
                w[to * h] = 1;
            }
        }
    }
}
