package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.Names;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.math.Affine3;
import dev.sinew.math.NearestRotation;
import dev.sinew.math.Quaternions;
import dev.sinew.math.Svd3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The bones of the skins that a model uses: parents before their children, otherwise in the order of the skins' joints. A
 * joint that several skins use with the same inverse bind matrix is one bone.
 */
public final class BoneSet {
    /** Tolerance for a matrix to count as a rotation. */
    private static final double ROTATION_TOLERANCE = 1e-3;

    /** Tolerance for equal matrices, relative to the scale. */
    private static final double MATRIX_TOLERANCE = 1e-3;

    /**
     * A joint of a skin.
     *
     * @param node its node
     * @param inverseBind 3×4, from the mesh's space to the joint's
     */
    private record Bone(int node, List<Double> inverseBind) {}

    private final GltfDocument document;
    private final NodeTree tree;
    private final List<Bone> bones = new ArrayList<>();
    private final Map<Bone, Integer> numbers = new HashMap<>();
    /** The first bones are joints of skins; the others move meshes without a skin. */
    private final int jointCount;

    /** Bone of every joint, by skin. */
    private final Map<Integer, int[]> jointBones = new HashMap<>();

    private final Skeleton skeleton;
    /** Node of every bone, in the skeleton's order. */
    private final int[] nodes;
    /** 3×4 inverse bind matrix of every bone from the model's rest pose, in the skeleton's order. */
    private final double[] inverseBinds;
    /** The same from the file's positions. */
    private final double[] storedBinds;
    /** 3×4 from the file's positions to the model's rest pose. */
    private final double[] meshSpace;

    /**
     * @param carriers nodes that move meshes without a skin: a bone each, after those of the skins
     * @param extent largest coordinate of the file's positions: the model's rest pose is then the mesh as the file shows it, see {@link
     *     #shownSpace}. Empty: the rest pose is what the file's positions say.
     */
    public BoneSet(
            GltfDocument document,
            NodeTree tree,
            AccessorReader accessors,
            List<SkinnedNodes.Use> uses,
            List<Integer> carriers,
            OptionalDouble extent) {
        this.document = document;
        this.tree = tree;
        for (SkinnedNodes.Use use : uses) {
            if (!jointBones.containsKey(use.skin())) {
                jointBones.put(use.skin(), readSkin(document.list("skins").get(use.skin()), accessors));
            }
        }
        jointCount = bones.size();
        carriers.forEach(node -> bones.add(new Bone(node, List.of())));
        int[] parents = declaredParents(uses).orElseGet(this::parentsOfNodes);
        int[] order = parentsFirst(parents);
        nodes = new int[order.length];
        storedBinds = new double[Affine3.STRIDE * order.length];
        for (int j = 0; j < order.length; j++) {
            nodes[j] = bones.get(order[j]).node;
            for (int k = 0; j < jointCount && k < Affine3.STRIDE; k++) {
                storedBinds[Affine3.STRIDE * j + k] =
                        bones.get(order[j]).inverseBind.get(k);
            }
        }
        meshSpace = extent.isEmpty() ? identity() : shownSpace(extent.getAsDouble());
        inverseBinds = fromMeshSpace();
        putCarriers(parents, order);
        skeleton = arrange(parents, order);
    }

    private static double[] identity() {
        return new double[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    }

    /**
     * From the file's positions to the space in which the file shows them, a similarity. Nodes above the joints may rotate and scale a
     * skin (a hundredfold, from centimetres and z up), and positions may be stored in a grid of whole numbers; only the nodes and the
     * inverse bind matrices know. Where all bones agree on G·B, that is the space. In a file whose nodes hold another pose than the bind
     * pose they differ: then the space has the rotation and translation of the node above the joints and the scale of most bones.
     */
    private double[] shownSpace(double extent) {
        double[] globals = tree.pose().globals();
        double[] first = new double[Affine3.STRIDE];
        double[] other = new double[Affine3.STRIDE];
        if (jointCount == 0) {
            return identity();
        }
        double[] scales = new double[jointCount];
        Affine3.multiply(globals, Affine3.STRIDE * nodes[0], storedBinds, 0, first, 0);
        boolean agree = true;
        for (int j = 0; j < jointCount; j++) {
            Affine3.multiply(globals, Affine3.STRIDE * nodes[j], storedBinds, Affine3.STRIDE * j, other, 0);
            scales[j] = Math.cbrt(Affine3.determinant(other, 0));
            agree &= isNear(other, first, scales[0], extent);
        }
        int above = tree.parent(nodes[0]);
        double[] from = agree ? first : above == NodeTree.NONE ? identity() : matrix(globals, above);
        Arrays.sort(scales);
        double[] space = similarity(from, scales[(scales.length - 1) / 2]);
        boolean kept = !isFinite(space)
                || isNear(space, identity(), 1, extent)
                || agree && !isNear(space, first, scales[0], extent);
        return kept ? identity() : space;
    }

    private static double[] matrix(double[] globals, int node) {
        return Arrays.copyOfRange(globals, Affine3.STRIDE * node, Affine3.STRIDE * (node + 1));
    }

    /** The rotation nearest to a matrix, times a scale, with the matrix's translation. */
    private static double[] similarity(double[] matrix, double scale) {
        double[] space = matrix.clone();
        new NearestRotation().of(matrix, 0, 4, space, 0, 4);
        for (int k = 0; k < Affine3.STRIDE; k++) {
            space[k] *= k % 4 == 3 ? 1 : scale;
        }
        return space;
    }

    private static boolean isFinite(double[] matrix) {
        return Arrays.stream(matrix).allMatch(Double::isFinite) && Affine3.determinant(matrix, 0) > 0;
    }

    private static boolean isNear(double[] a, double[] b, double scale, double extent) {
        for (int k = 0; k < Affine3.STRIDE; k++) {
            if (!(Math.abs(a[k] - b[k]) <= MATRIX_TOLERANCE * Math.abs(scale) * (k % 4 == 3 ? extent : 1))) {
                return false;
            }
        }
        return true;
    }

    /** B·(mesh space)⁻¹ */
    private double[] fromMeshSpace() {
        if (Arrays.equals(meshSpace, identity())) {
            return storedBinds.clone();
        }
        double[] inverse = new double[Affine3.STRIDE];
        Affine3.invert(meshSpace, 0, inverse, 0);
        double[] out = new double[storedBinds.length];
        for (int at = 0; at < Affine3.STRIDE * jointCount; at += Affine3.STRIDE) {
            Affine3.multiply(storedBinds, at, inverse, 0, out, at);
        }
        return out;
    }

    /** Binds the bones of meshes without a skin as they stand to the bone above them, or else in the scene. */
    private void putCarriers(int[] parents, int[] order) {
        double[] globals = tree.pose().globals();
        int[] position = positions(order);
        for (int j = jointCount; j < nodes.length; j++) {
            int parent = parents[order[j]];
            double[] bind = matrix(globals, nodes[j]);
            bind = parent == Skeleton.NONE ? bind : toBind(position[parent], bind, globals);
            boolean invertible = isInvertible(bind, Affine3.determinant(bind, 0));
            double[] inverse = identity();
            if (invertible) {
                Affine3.invert(bind, 0, inverse, 0);
            }
            System.arraycopy(inverse, 0, inverseBinds, Affine3.STRIDE * j, Affine3.STRIDE);
        }
    }

    private static int[] positions(int[] order) {
        int[] position = new int[order.length];
        for (int j = 0; j < order.length; j++) {
            position[order[j]] = j;
        }
        return position;
    }

    /** From the scene to the bind pose: (G·B)⁻¹ of bone p times a matrix; the matrix itself if that is singular. */
    private double[] toBind(int p, double[] matrix, double[] globals) {
        double[] moved = new double[Affine3.STRIDE];
        Affine3.multiply(globals, Affine3.STRIDE * nodes[p], inverseBinds, Affine3.STRIDE * p, moved, 0);
        if (!isInvertible(moved, Affine3.determinant(moved, 0))) {
            return matrix;
        }
        double[] back = new double[Affine3.STRIDE];
        Affine3.invert(moved, 0, back, 0);
        double[] out = new double[Affine3.STRIDE];
        Affine3.multiply(back, 0, matrix, 0, out, 0);
        return out;
    }

    /** 3×4 from the file's positions to the model's rest pose: a similarity. */
    public double[] meshSpace() {
        return meshSpace.clone();
    }

    /** 3×4 from a space to the model's rest pose, for what is bound to a bone. @param toBone from that space to the bone's */
    double[] boundSpace(int j, double[] toBone) {
        double[] out = new double[Affine3.STRIDE];
        double[] bind = inverseBind(j);
        if (!isInvertible(bind, Affine3.determinant(bind, 0))) {
            return toBone;
        }
        Affine3.invert(bind, 0, out, 0);
        double[] space = new double[Affine3.STRIDE];
        Affine3.multiply(out, 0, toBone, 0, space, 0);
        return space;
    }

    private int[] readSkin(JsonValue skin, AccessorReader accessors) {
        List<JsonValue> joints = skin.get("joints").elements();
        if (joints.isEmpty()) {
            throw skin.bad("has no joints");
        }
        Optional<float[]> matrices = skin.find("inverseBindMatrices")
                .map(location -> accessors.finiteFloats(accessors.resolve(location), 16));
        if (matrices.isPresent() && matrices.get().length / 16 < joints.size()) {
            throw skin.bad(
                    "has " + matrices.get().length / 16 + " inverse bind matrices for " + joints.size() + " joints");
        }
        int[] boneOf = new int[joints.size()];
        for (int j = 0; j < boneOf.length; j++) {
            int node = joints.get(j).index(tree.count(), "nodes");
            Bone bone = new Bone(node, inverseBind(matrices, j));
            boneOf[j] = numbers.computeIfAbsent(bone, b -> {
                bones.add(b);
                return bones.size() - 1;
            });
        }
        return boneOf;
    }

    private static List<Double> inverseBind(Optional<float[]> matrices, int j) {
        Double[] m = new Double[Affine3.STRIDE];
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 4; c++) {
                m[4 * r + c] =
                        matrices.isPresent() ? (double) matrices.get()[16 * j + 4 * c + r] + 0.0 : r == c ? 1.0 : 0.0;
            }
        }
        return List.of(m);
    }

    /** The parents that our own files declare if their nodes are siblings. */
    private Optional<int[]> declaredParents(List<SkinnedNodes.Use> uses) {
        if (uses.isEmpty() || bones.size() > jointCount) {
            return Optional.empty();
        }
        JsonValue skin = document.list("skins").get(uses.get(0).skin());
        Optional<JsonValue> location = skin.find("extras")
                .filter(e -> e.node().isObject())
                .flatMap(e -> e.find(Vocabulary.PARENTS))
                .filter(p ->
                        jointBones.size() == 1 && p.node().isArray() && p.node().size() == bones.size());
        return location.map(p -> p.elements().stream()
                .mapToInt(e -> e.integer(Skeleton.NONE, bones.size() - 1))
                .toArray());
    }

    /** The nearest ancestor node that is also a bone. */
    private int[] parentsOfNodes() {
        int[] ofJoints = nearestBones(jointCount);
        int[] ofAll = nearestBones(bones.size());
        int[] parents = new int[bones.size()];
        for (int b = 0; b < parents.length; b++) {
            // No joint is below a bone that was only added for a mesh, so that skeletons stay the same.
            int[] nearest = b < jointCount ? ofJoints : ofAll;
            int above = tree.parent(bones.get(b).node);
            parents[b] = above == NodeTree.NONE ? Skeleton.NONE : nearest[above];
        }
        return parents;
    }

    /** The nearest of the first bones at or above every node; climbing from each bone would be quadratic. */
    private int[] nearestBones(int count) {
        Map<Integer, Integer> boneOfNode = new HashMap<>();
        for (int b = 0; b < count; b++) {
            boneOfNode.putIfAbsent(bones.get(b).node, b);
        }
        int[] nearest = new int[tree.count()];
        for (int n : tree.order()) {
            int inherited = tree.parent(n) == NodeTree.NONE ? Skeleton.NONE : nearest[tree.parent(n)];
            nearest[n] = boneOfNode.getOrDefault(n, inherited);
        }
        return nearest;
    }

    private int[] parentsFirst(int[] parents) {
        int[] order = new int[parents.length];
        boolean[] transformed = new boolean[parents.length];
        int[] chain = new int[parents.length];
        int filled = 0;
        for (int b = 0; b < parents.length; b++) {
            int length = 0;
            for (int at = b; at != Skeleton.NONE && !transformed[at]; at = parents[at]) {
                if (length == chain.length) {
                    throw document.bad("bone " + b + " is its own ancestor");
                }
                chain[length++] = at;
            }
            while (length > 0) {
                transformed[chain[--length]] = true;
                order[filled++] = chain[length];
            }
        }
        return order;
    }

    private Skeleton arrange(int[] parents, int[] order) {
        int[] position = positions(order);
        jointBones.values().forEach(joints -> Arrays.setAll(joints, k -> position[joints[k]]));
        List<String> names = new ArrayList<>();
        Names taken = new Names();
        int[] arranged = new int[order.length];
        double[] pivots = new double[3 * order.length];
        double[] orientations = new double[4 * order.length];
        double[] globals = tree.pose().globals();
        for (int j = 0; j < order.length; j++) {
            Bone bone = bones.get(order[j]);
            arranged[j] = parents[order[j]] == Skeleton.NONE ? Skeleton.NONE : position[parents[order[j]]];
            String name = document.list("nodes")
                    .get(bone.node)
                    .find("name")
                    .map(JsonValue::text)
                    .orElse("");
            names.add(taken.unused(name.isBlank() ? "joint_" + bone.node : name));
            pivot(j, globals, pivots);
            readOrientation(j, orientations);
        }
        return new Skeleton(names, arranged, pivots, orientations);
    }

    /** The joint's axes in the bind pose, if its matrix is a rotation, translation and scale; otherwise the identity. */
    private void readOrientation(int j, double[] orientations) {
        int at = Affine3.STRIDE * j;
        orientations[4 * j + 3] = 1;
        double scale = Math.cbrt(Affine3.determinant(inverseBinds, at));
        double off = 0;
        double[] r = new double[9];
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                double dot = 0;
                for (int k = 0; k < 3; k++) {
                    dot += inverseBinds[at + 4 * a + k] * inverseBinds[at + 4 * b + k] / (scale * scale);
                }
                off = Math.max(off, Math.abs(dot - (a == b ? 1 : 0)));
                // The bind matrix is the inverse of this one, so its rotation is the transpose.
                r[3 * b + a] = inverseBinds[at + 4 * a + b] / scale;
            }
        }
        if (scale > 0 && off < ROTATION_TOLERANCE) {
            Quaternions.fromMatrix(r, 0, 3, orientations, 4 * j);
        }
    }

    /** The joint's position in the bind pose: B·c = 0. If B is singular, its position without animation. */
    private void pivot(int j, double[] globals, double[] pivots) {
        double[] m = Arrays.copyOfRange(inverseBinds, Affine3.STRIDE * j, Affine3.STRIDE * (j + 1));
        double determinant = Affine3.determinant(m, 0);
        boolean invertible = isInvertible(m, determinant);
        for (int x = 0; x < 3; x++) {
            double[] replaced = m.clone();
            for (int r = 0; r < 3; r++) {
                replaced[4 * r + x] = -m[4 * r + 3];
            }
            double c = Affine3.determinant(replaced, 0) / determinant;
            pivots[3 * j + x] = invertible && Double.isFinite(c) ? c : globals[nodes[j] * Affine3.STRIDE + 4 * x + 3];
        }
    }

    public void requireInvertible() {
        for (int j = 0; j < nodes.length; j++) {
            double determinant = Affine3.determinant(inverseBinds, Affine3.STRIDE * j);
            if (!isInvertible(inverseBind(j), determinant)) {
                throw document.bad("the inverse bind matrix of joint '"
                        + skeleton.names().get(j) + "' is singular (its determinant is " + determinant + ")");
            }
        }
    }

    private static boolean isInvertible(double[] m, double determinant) {
        double largest = 0;
        for (int k = 0; k < Affine3.STRIDE; k++) {
            largest = k % 4 == 3 ? largest : Math.max(largest, Math.abs(m[k]));
        }
        return Math.abs(determinant) > 1e-12 * largest * largest * largest;
    }

    public Skeleton skeleton() {
        return skeleton;
    }

    /** Node of every bone. */
    public int[] nodes() {
        return nodes.clone();
    }

    /** 3×4, from the file's positions to bone j's joint. */
    public double[] storedBind(int j) {
        return Arrays.copyOfRange(storedBinds, Affine3.STRIDE * j, Affine3.STRIDE * (j + 1));
    }

    private double[] inverseBind(int j) {
        return Arrays.copyOfRange(inverseBinds, Affine3.STRIDE * j, Affine3.STRIDE * (j + 1));
    }

    /** The first bone of a node, {@link Skeleton#NONE} if it has none. */
    int boneOf(int node) {
        for (int j = 0; j < nodes.length; j++) {
            if (nodes[j] == node) {
                return j;
            }
        }
        return Skeleton.NONE;
    }

    /** Number of bones that are joints of skins; they come before the others. */
    int jointCount() {
        return jointCount;
    }

    /** Bone of each joint of a skin. */
    public int[] bonesOf(int skin) {
        return jointBones.get(skin);
    }

    /** 3×4 skinning matrices M = G·B of all bones, from the nodes' global matrices. */
    public void skinningMatrices(double[] globals, double[] out, int to) {
        for (int j = 0; j < nodes.length; j++) {
            int at = Affine3.STRIDE * j;
            Affine3.multiply(globals, Affine3.STRIDE * nodes[j], inverseBinds, at, out, to + at);
        }
    }

    /** Derives the type of a file's bones from their motion in its clips. */
    public static final class BoneTypes {
        /**
         * Singular values are equal if they differ by less than this fraction of the largest. Exporters leave scales that are off by a few
         * 1e-5; ignoring them moves no vertex by more than half of this times its distance from the joint.
         */
        private static final double SCALE_TOLERANCE = 1e-4;

        private BoneTypes() {}

        /**
         * Whether bones of a type can represent the clips: another program may have scaled bones that are declared rigid.
         */
        public static boolean allows(BoneType type, List<Clip> clips) {
            return switch (type) {
                case AFFINE -> true;
                case SIMILARITY -> of(clips) != BoneType.AFFINE;
                case RIGID -> of(clips) == BoneType.RIGID;
            };
        }

        /** The most restricted type that fits every matrix; rigid without matrices. */
        public static BoneType of(List<Clip> clips) {
            BoneType type = BoneType.RIGID;
            Svd3 svd = new Svd3();
            for (Clip clip : clips) {
                BoneMotion motion = clip.motion();
                for (int at = 0; at < motion.matrices().length; at += BoneMotion.STRIDE) {
                    svd.decompose(motion.matrices(), at, 4);
                    double[] s = svd.sigma();
                    if (s[0] - Math.abs(s[2]) > SCALE_TOLERANCE * s[0]) {
                        return BoneType.AFFINE;
                    }
                    if (Math.abs(s[0] - 1) > SCALE_TOLERANCE || s[2] < 0) {
                        type = BoneType.SIMILARITY;
                    }
                }
            }
            return type;
        }
    }
}
