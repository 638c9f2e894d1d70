package dev.sinew.handles;

import dev.sinew.handles.WeightsOptions.Bounds;
import dev.sinew.linalg.SparseMatrix;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshLaplacian;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.Progress;
import dev.sinew.run.RefusedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Bounded biharmonic weights (Jacobson et al. 2011; YLWXG19 eq. 2–6): each handle's weights are the smoothest function between 0 and 1 that is 1
 * on the handle and 0 on the others. NOTE: eq. 4, the sum of one, is met by scaling in the end, as is common practice; handles
 * are then independent of each other.
 */
public final class BiharmonicWeights {
    /** Below this a coarse grid does not pay. */
    private static final int COARSE_FROM = 4000;

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
            throw new RefusedException("the mesh has no extent: all of its vertices are at one place");
        }
        if (mesh.faceCount() == 0) {
            throw new RefusedException("the mesh has no faces, so there is no shape for weights to be smooth on");
        }
        for (int j = 0; j < handles.count(); j++) {
            if (handles.handles().get(j) instanceof Handle.Region region) {
                for (int i : region.vertices()) {
                    if (i < 0 || i >= mesh.vertexCount()) {
                        throw new RefusedException("region '" + region.name() + "' names vertex " + i
                                + " of a mesh with " + mesh.vertexCount() + " vertices");
                    }
                }
            }
        }
    }

    /**
     * @param exact whether every handle's problem was solved to the end, which is where no weight moves by 1e-3 any more
     */
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
            throw new RefusedException("a cage lies around the surface, not on it: its weights need the volume domain");
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
            // A vertex of slivers only would outweigh everything in M⁻¹.
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
                .orElseGet(() -> VolumeGrid.resolutionFor(mesh, handles, WeightsOptions.USUAL_NODES));
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
        return grid.nodeCount() > COARSE_FROM && resolution >= 16
                ? Optional.of(fromCoarse(grid, resolution / 2))
                : Optional.empty();
    }

    /** Nested iteration: the coarse solution says where the bounds hold. */
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
                ? problem.clipped()
                : start.map(w -> problem.bounded(w, options.threads(), progress))
                        .orElseGet(() -> problem.bounded(options.threads(), progress));
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
                throw new RefusedException("handle '" + handles.handles().get(j).name()
                        + "' has no place of its own: another handle lies on it, or the resolution is too coarse");
            }
        }
    }

    /** False where there is nothing to scale. */
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
}
