package dev.sinew.handles;

import dev.sinew.geometry.MeshLaplacian;
import dev.sinew.math.Affine3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.model.PosingSystem;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.runtime.LinearRuntime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Poses a mesh by its handles (YLWXG19 §4.2): you set the targets of some handles, and the transforms of all follow by keeping groups of
 * edges as rigid as possible (eq. 26). The cost of a solve does not depend on the number of vertices and examples: rotations and transforms
 * alternate on matrices of the size of the handles. Starts from the last result. Not thread-safe.
 */
public final class Poser {
    private static final int DEFAULT_GROUPS = 30;
    private static final int MAX_ITERATIONS = 100;
    private static final double MAX_TARGET_DISTANCE_IN_SIZES = 1e6;
    private static final double CONVERGENCE_TOLERANCE = 1e-6;

    private final HandleSet handles;
    private final int h;
    private final double[] restPositions;
    private final HandleWeights weights;
    private final LinearRuntime skinning;
    private final double scale;
    private final double[] middle;
    /** KᵀLK, 4H×4H. */
    private final double[] normal;
    /** B_g = Σ_e c·(κ_i − κ_k)·eᵀ, 4H×3 per group: Kᵀb = Σ_g B_g·R_gᵀ, and the covariance of g is Tᵀ·B_g. */
    private final double[][] groups;

    /** Constraints on T by handle: rows of coefficients of the handle's block, and right-hand sides. */
    private final TreeMap<Integer, double[][]> targets = new TreeMap<>();

    /** T, 4H×3, in normalised coordinates. */
    private double[] t;

    /** Null before the first solve and after the set of constrained handles changed. */
    private ConstrainedSolve held;

    public Poser(Mesh rest, HandleSet handles, HandleWeights weights) {
        this(rest, handles, weights, DEFAULT_GROUPS);
    }

    /** @param groupCount groups of edges with a common rotation, at least 1 */
    public Poser(Mesh rest, HandleSet handles, HandleWeights weights, int groupCount) {
        if (weights.handleCount() != handles.count() || weights.vertexCount() != rest.vertexCount()) {
            throw new IllegalArgumentException(weights.handleCount() + " columns of weights for " + handles.count()
                    + " handles, " + weights.vertexCount() + " rows for " + rest.vertexCount() + " vertices");
        }
        this.handles = handles;
        this.weights = weights;
        this.h = handles.count();
        Box box = Box.around(rest.positions());
        this.scale = 1 / Math.max(box.diagonal(), 1e-300);
        this.middle = new double[] {
            (box.minX() + box.maxX()) / 2, (box.minY() + box.maxY()) / 2, (box.minZ() + box.maxZ()) / 2
        };
        this.restPositions = new double[3 * rest.vertexCount()];
        for (int k = 0; k < restPositions.length; k++) {
            restPositions[k] = (rest.positions()[k] - middle[k % 3]) * scale;
        }
        Rigidity rigidity = new Rigidity(
                restPositions, MeshLaplacian.of(rest, rest.positions()).stiffness());
        rigidity.regroup(weights, groupCount);
        this.normal = new TransformSolve(restPositions, weights, rigidity, new double[rest.vertexCount()], 1).normal();
        this.groups = reduce(rigidity);
        this.skinning = skinning(rest, handles, weights);
        this.t = identity();
    }

    /** On the caller's thread: a frame is too short to wake another one. */
    private static LinearRuntime skinning(Mesh rest, HandleSet handles, HandleWeights weights) {
        SkinnedModel model = new SkinnedModel(rest, weights.toSkin(), handles.skeleton(), BoneType.AFFINE, List.of());
        return new LinearRuntime(model, Workers.CALLER);
    }

    private double[] identity() {
        double[] out = new double[12 * h];
        for (int j = 0; j < h; j++) {
            out[12 * j] = 1;
            out[12 * j + 4] = 1;
            out[12 * j + 8] = 1;
        }
        return out;
    }

    private double[][] reduce(Rigidity rigidity) {
        double[][] b = new double[rigidity.groupCount()][12 * h];
        for (int e = 0; e < rigidity.edgeCount(); e++) {
            double[] to = b[rigidity.groupOf(e)];
            int i = rigidity.from(e);
            int k = rigidity.to(e);
            for (int end = 0; end < 2; end++) {
                int v = end == 0 ? i : k;
                double sign = end == 0 ? rigidity.weight(e) : -rigidity.weight(e);
                for (int j = 0; j < h; j++) {
                    double w = sign * weights.get(v, j);
                    for (int r = 0; r < 4 && w != 0; r++) {
                        double kappa = w * (r < 3 ? restPositions[3 * v + r] : 1);
                        for (int d = 0; d < 3; d++) {
                            to[12 * j + 3 * r + d] += kappa * (restPositions[3 * i + d] - restPositions[3 * k + d]);
                        }
                    }
                }
            }
        }
        return b;
    }

    /** Moves the handle's centre (a bone's start) to this position, in the mesh's coordinates. */
    public void setTarget(String handle, double[] position) {
        int j = indexOf(handle);
        checkFinite(handle, position, 3);
        checkNear(handle, position);
        put(j, new double[][] {row(handles.handles().get(j).centre(), position)});
    }

    /** Moves both ends of a bone to these positions. */
    public void setTarget(String bone, double[] from, double[] to) {
        int j = indexOf(bone);
        checkFinite(bone, from, 3);
        checkFinite(bone, to, 3);
        checkNear(bone, from);
        checkNear(bone, to);
        if (!(handles.handles().get(j) instanceof Handle.Bone segment)) {
            throw new InvalidInputException("handle '" + bone + "' is not a bone and has only one position");
        }
        double apart =
                Math.sqrt(Math.pow(to[0] - from[0], 2) + Math.pow(to[1] - from[1], 2) + Math.pow(to[2] - from[2], 2));
        if (!(apart > 1e-6 * segment.length())) {
            throw new InvalidInputException("both ends of bone '" + bone + "' go to " + Arrays.toString(from)
                    + ": that would flatten the mesh; the ends must differ");
        }
        if (segment.length() <= 0) {
            throw new InvalidInputException(
                    "bone '" + bone + "' has no length, so its ends cannot move to two positions");
        }
        put(j, new double[][] {row(segment.from(), from), row(segment.to(), to)});
    }

    /** Moves the end of a bone to this position; its start follows. */
    public void setTip(String bone, double[] to) {
        int j = indexOf(bone);
        checkFinite(bone, to, 3);
        if (!(handles.handles().get(j) instanceof Handle.Bone segment)) {
            throw new InvalidInputException("handle '" + bone + "' is not a bone and has no tip");
        }
        checkNear(bone, to);
        put(j, new double[][] {row(segment.to(), to)});
    }

    /** The data {@link #solve} works on, for other implementations of the same steps, such as the report page. */
    public PosingSystem system() {
        return new PosingSystem(scale, middle, normal, groups, MAX_ITERATIONS, CONVERGENCE_TOLERANCE);
    }

    /** Sets the handle's 3×4 transform, row-major, from rest to posed position. */
    public void setTransform(String handle, double[] matrix) {
        int j = indexOf(handle);
        checkFinite(handle, matrix, 12);
        if (Math.abs(Affine3.determinant(matrix, 0)) < 1e-12) {
            throw new InvalidInputException("the transform of handle '" + handle + "' has the determinant "
                    + Affine3.determinant(matrix, 0) + ": it would flatten the mesh");
        }
        double[][] rows = new double[4][];
        for (int k = 0; k < 4; k++) {
            // The images of four affinely independent points determine the transform.
            double[] point = middle.clone();
            if (k < 3) {
                point[k] += 1 / scale;
            }
            double[] image = new double[3];
            for (int d = 0; d < 3; d++) {
                image[d] = matrix[4 * d] * point[0]
                        + matrix[4 * d + 1] * point[1]
                        + matrix[4 * d + 2] * point[2]
                        + matrix[4 * d + 3];
            }
            checkNear(handle, image);
            rows[k] = row(point, image);
        }
        put(j, rows);
    }

    private int indexOf(String handle) {
        return handles.indexOf(handle)
                .orElseThrow(() -> new InvalidInputException("no handle '" + handle + "'; handles: "
                        + String.join(", ", handles.skeleton().names())));
    }

    private static void checkFinite(String handle, double[] numbers, int count) {
        if (numbers.length != count || !Arrays.stream(numbers).allMatch(Double::isFinite)) {
            throw new InvalidInputException("the target of handle '" + handle + "' is " + Arrays.toString(numbers)
                    + ", " + count + " finite numbers are needed");
        }
    }

    /** Beyond this many mesh sizes, single precision is too coarse. */
    private void checkNear(String handle, double[] position) {
        double away = 0;
        for (int d = 0; d < 3; d++) {
            away = Math.max(away, Math.abs(position[d] - middle[d]) * scale);
        }
        if (!(away <= MAX_TARGET_DISTANCE_IN_SIZES)) {
            throw new InvalidInputException("the target of handle '" + handle + "' is " + Arrays.toString(position)
                    + ", more than " + Math.round(MAX_TARGET_DISTANCE_IN_SIZES) + " times the mesh's size away");
        }
    }

    /** Four coefficients of the handle's block of T, then three right-hand sides. */
    private double[] row(double[] point, double[] position) {
        double[] row = new double[7];
        for (int d = 0; d < 3; d++) {
            row[d] = (point[d] - middle[d]) * scale;
            row[4 + d] = (position[d] - middle[d]) * scale;
        }
        row[3] = 1;
        return row;
    }

    private void put(int j, double[][] rows) {
        double[][] before = targets.put(j, rows);
        boolean same = before != null && before.length == rows.length;
        for (int k = 0; same && k < rows.length; k++) {
            same = Arrays.equals(before[k], 0, 4, rows[k], 0, 4);
        }
        if (!same) {
            held = null;
        }
    }

    /** Alternates rotations and transforms until they converge; returns the number of iterations. */
    public int solve() {
        if (held == null) {
            held = constrain();
        }
        double[] c = new double
                [3 * targets.values().stream().mapToInt(rows -> rows.length).sum()];
        int at = 0;
        for (double[][] rows : targets.values()) {
            for (double[] row : rows) {
                System.arraycopy(row, 4, c, 3 * at++, 3);
            }
        }
        return held.solve(t, c, CONVERGENCE_TOLERANCE, MAX_ITERATIONS);
    }

    /** Created once per set of constrained handles, whatever their targets. */
    private ConstrainedSolve constrain() {
        List<double[]> rows = new ArrayList<>();
        targets.forEach((j, conditions) -> {
            for (double[] condition : conditions) {
                double[] row = new double[4 * h];
                System.arraycopy(condition, 0, row, 4 * j, 4);
                rows.add(row);
            }
        });
        return new ConstrainedSolve(normal, groups, rows.toArray(new double[0][]));
    }

    /** The handles' 3×4 transforms, H·12, in the mesh's coordinates. */
    public double[] matrices() {
        double[] out = new double[12 * h];
        for (int j = 0; j < h; j++) {
            for (int d = 0; d < 3; d++) {
                double moved = t[12 * j + 9 + d] / scale + middle[d];
                for (int c = 0; c < 3; c++) {
                    out[12 * j + 4 * d + c] = t[12 * j + 3 * c + d];
                    moved -= out[12 * j + 4 * d + c] * middle[c];
                }
                out[12 * j + 4 * d + 3] = moved;
            }
        }
        return out;
    }

    /** Posed positions of all vertices, 3N. */
    public float[] positions() {
        float[] out = new float[restPositions.length];
        positions(out);
        return out;
    }

    /** @param out posed positions of all vertices, 3N, modified */
    public void positions(float[] out) {
        skinning.pose(matrices(), 0);
        skinning.positions(out);
    }

    /** Returns to the rest pose; targets stay. */
    public void reset() {
        t = identity();
    }
}
