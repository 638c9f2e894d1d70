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
import dev.sinew.run.RefusedException;
import dev.sinew.skin.runtime.LinearRuntime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Poses a mesh by its handles (YLWXG19 §4.2): some handles are told where to be, the transforms of all follow by keeping groups of edges as rigid as can
 * be (eq. 26). A solve costs the same whatever the number of vertices and examples: rotations and transforms alternate on matrices
 * of the size of the handles. Starts from the last answer. Not safe for several threads.
 */
public final class Poser {
    private static final int DEFAULT_GROUPS = 30;
    private static final int ITERATIONS = 100;
    private static final double FARTHEST = 1e6;
    private static final double SETTLED = 1e-6;

    private final HandleSet handles;
    private final int h;
    private final double[] restPositions;
    private final HandleWeights weights;
    private final LinearRuntime skinning;
    private final double scale;
    private final double[] middle;
    /** KᵀLK, 4H×4H. */
    private final double[] normal;
    /** B_g = Σ_e c·(κ_i − κ_k)·eᵀ, 4H×3 a group: Kᵀb = Σ_g B_g·R_gᵀ, and the covariance of g is Tᵀ·B_g. */
    private final double[][] groups;

    /** Rows of conditions on T by handle: what multiplies the handle's block, and what comes out. */
    private final TreeMap<Integer, double[][]> targets = new TreeMap<>();

    /** T, 4H×3, in normalised coordinates. */
    private double[] t;

    /** Null until handles are held, and where others are held than before. */
    private HeldSolve held;

    public Poser(Mesh rest, HandleSet handles, HandleWeights weights) {
        this(rest, handles, weights, DEFAULT_GROUPS);
    }

    /** @param groupCount groups of edges with a rotation of their own, at least 1 */
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

    /** On the caller's thread: a frame is far shorter than waking another one is worth. */
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

    /** The handle's centre (a bone's start) goes to this position, in the mesh's coordinates. */
    public void setTarget(String handle, double[] position) {
        int j = indexOf(handle);
        checkFinite(handle, position, 3);
        checkNear(handle, position);
        put(j, new double[][] {row(handles.handles().get(j).centre(), position)});
    }

    /** Both ends of a bone go to these positions. */
    public void setTarget(String bone, double[] from, double[] to) {
        int j = indexOf(bone);
        checkFinite(bone, from, 3);
        checkFinite(bone, to, 3);
        checkNear(bone, from);
        checkNear(bone, to);
        if (!(handles.handles().get(j) instanceof Handle.Bone segment)) {
            throw new RefusedException("handle '" + bone + "' is no bone, it has one position only");
        }
        double apart =
                Math.sqrt(Math.pow(to[0] - from[0], 2) + Math.pow(to[1] - from[1], 2) + Math.pow(to[2] - from[2], 2));
        if (!(apart > 1e-6 * segment.length())) {
            throw new RefusedException("both ends of bone '" + bone + "' go to " + Arrays.toString(from)
                    + ": that would flatten the mesh, they must stay apart");
        }
        if (segment.length() <= 0) {
            throw new RefusedException("bone '" + bone + "' has no length, its ends cannot go to two places");
        }
        put(j, new double[][] {row(segment.from(), from), row(segment.to(), to)});
    }

    /** The end of a bone goes to this position, its start follows. */
    public void setTip(String bone, double[] to) {
        int j = indexOf(bone);
        checkFinite(bone, to, 3);
        if (!(handles.handles().get(j) instanceof Handle.Bone segment)) {
            throw new RefusedException("handle '" + bone + "' is no bone, it has no tip");
        }
        checkNear(bone, to);
        put(j, new double[][] {row(segment.to(), to)});
    }

    /** What {@link #solve} works on, for others to run the same steps: the report's page does. */
    public PosingSystem system() {
        return new PosingSystem(scale, middle, normal, groups, ITERATIONS, SETTLED);
    }

    /** The handle gets this 3×4 transform, row-major, from rest to posed position. */
    public void setTransform(String handle, double[] matrix) {
        int j = indexOf(handle);
        checkFinite(handle, matrix, 12);
        if (Math.abs(Affine3.determinant(matrix, 0)) < 1e-12) {
            throw new RefusedException("the transform of handle '" + handle + "' has the determinant "
                    + Affine3.determinant(matrix, 0) + ": it would flatten the mesh");
        }
        double[][] rows = new double[4][];
        for (int k = 0; k < 4; k++) {
            // Where four points that span space go says it all.
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
                .orElseThrow(() -> new RefusedException("there is no handle named '" + handle + "', there are: "
                        + String.join(", ", handles.skeleton().names())));
    }

    private static void checkFinite(String handle, double[] numbers, int count) {
        if (numbers.length != count || !Arrays.stream(numbers).allMatch(Double::isFinite)) {
            throw new RefusedException("the target of handle '" + handle + "' is " + Arrays.toString(numbers) + ", "
                    + count + " finite numbers are needed");
        }
    }

    /** Beyond this many sizes from the mesh, numbers lose their meaning. */
    private void checkNear(String handle, double[] position) {
        double away = 0;
        for (int d = 0; d < 3; d++) {
            away = Math.max(away, Math.abs(position[d] - middle[d]) * scale);
        }
        if (!(away <= FARTHEST)) {
            throw new RefusedException("the target of handle '" + handle + "' is " + Arrays.toString(position)
                    + ", more than " + Math.round(FARTHEST) + " times the mesh's size away");
        }
    }

    /** Four factors of the handle's block of T, three numbers that come out. */
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

    /** Alternates rotations and transforms until they settle; returns how many times. */
    public int solve() {
        if (held == null) {
            held = hold();
        }
        double[] c = new double
                [3 * targets.values().stream().mapToInt(rows -> rows.length).sum()];
        int at = 0;
        for (double[][] rows : targets.values()) {
            for (double[] row : rows) {
                System.arraycopy(row, 4, c, 3 * at++, 3);
            }
        }
        return held.solve(t, c, SETTLED, ITERATIONS);
    }

    /** Once for a set of handles that are held, wherever they are held. */
    private HeldSolve hold() {
        List<double[]> rows = new ArrayList<>();
        targets.forEach((j, conditions) -> {
            for (double[] condition : conditions) {
                double[] row = new double[4 * h];
                System.arraycopy(condition, 0, row, 4 * j, 4);
                rows.add(row);
            }
        });
        return new HeldSolve(normal, groups, rows.toArray(new double[0][]));
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

    /** Back to the rest pose, targets kept. */
    public void reset() {
        t = identity();
    }
}
