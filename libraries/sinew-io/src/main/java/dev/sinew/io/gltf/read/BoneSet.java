package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonPlace;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.Names;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.math.Affine3;
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
 * The bones of the skins a model uses, parents before their children, else in the order of the skins' joints. A joint
 * that several skins use with the same inverse bind matrix is one bone.
 */
public final class BoneSet {
    /** A matrix this near to a turn is one. */
    private static final double ONLY_TURNS = 1e-3;

    /** Matrices this near, as a part of the scale, are the same. */
    private static final double SAME = 1e-3;

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
    /** Bone of every joint, by skin. */
    private final Map<Integer, int[]> jointBones = new HashMap<>();

    private final Skeleton skeleton;
    /** Node of every bone, in the skeleton's order. */
    private final int[] nodes;
    /** 3×4 inverse bind matrix of every bone, in the skeleton's order, from the model's rest pose. */
    private final double[] inverseBinds;
    /** The same from the file's positions. */
    private final double[] storedBinds;
    /** 3×4 from the file's positions to the model's rest pose. */
    private final double[] meshSpace;

    /**
     * @param wholeNumbers how far positions reach that are whole numbers, if they are: those stand in a grid, and the inverse bind
     *     matrices know where that is. The model's rest pose is then where the bones as they stand put it, if all put it to the
     *     same place, only moved and scaled; else it is what the file's positions say.
     */
    public BoneSet(
            GltfDocument document,
            NodeTree tree,
            AccessorReader accessors,
            List<SkinnedNodes.Use> uses,
            OptionalDouble wholeNumbers) {
        this.document = document;
        this.tree = tree;
        for (SkinnedNodes.Use use : uses) {
            if (!jointBones.containsKey(use.skin())) {
                jointBones.put(use.skin(), readSkin(document.list("skins").get(use.skin()), accessors));
            }
        }
        int[] parents = declaredParents(uses).orElseGet(this::parentsOfNodes);
        int[] order = parentsFirst(parents);
        nodes = new int[order.length];
        storedBinds = new double[Affine3.STRIDE * order.length];
        for (int j = 0; j < order.length; j++) {
            nodes[j] = bones.get(order[j]).node;
            for (int k = 0; k < Affine3.STRIDE; k++) {
                storedBinds[Affine3.STRIDE * j + k] =
                        bones.get(order[j]).inverseBind.get(k);
            }
        }
        meshSpace = wholeNumbers.isEmpty() ? identity() : bindSpace(wholeNumbers.getAsDouble());
        inverseBinds = fromMeshSpace();
        skeleton = arrange(parents, order);
    }

    private static double[] identity() {
        return new double[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    }

    /** The common G·B of all bones, where there is one and it only moves and scales; else nothing is changed. */
    private double[] bindSpace(double extent) {
        double[] globals = tree.pose().globals();
        double[] first = new double[Affine3.STRIDE];
        double[] other = new double[Affine3.STRIDE];
        Affine3.multiply(globals, Affine3.STRIDE * nodes[0], storedBinds, 0, first, 0);
        double scale = Math.cbrt(Affine3.determinant(first, 0));
        for (int j = 0; j < nodes.length; j++) {
            Affine3.multiply(globals, Affine3.STRIDE * nodes[j], storedBinds, Affine3.STRIDE * j, other, 0);
            for (int k = 0; k < Affine3.STRIDE; k++) {
                double wanted = k % 4 == 3 ? first[k] : k % 5 == 0 ? scale : 0;
                double most = SAME * Math.abs(scale) * (k % 4 == 3 ? extent : 1);
                if (!(Math.abs(other[k] - wanted) <= most)) {
                    return identity();
                }
            }
        }
        double[] space = identity();
        for (int r = 0; r < 3; r++) {
            space[5 * r] = scale;
            space[4 * r + 3] = first[4 * r + 3];
        }
        return scale > 0 ? space : identity();
    }

    /** B·(mesh space)⁻¹ */
    private double[] fromMeshSpace() {
        double scale = meshSpace[0];
        double[] inverse = identity();
        for (int r = 0; r < 3; r++) {
            inverse[5 * r] = 1 / scale;
            inverse[4 * r + 3] = -meshSpace[4 * r + 3] / scale + 0.0;
        }
        double[] out = new double[storedBinds.length];
        for (int at = 0; at < out.length; at += Affine3.STRIDE) {
            Affine3.multiply(storedBinds, at, inverse, 0, out, at);
        }
        return scale == 1 ? storedBinds : out;
    }

    /** 3×4 from the file's positions to the model's rest pose: a scale and a translation. */
    public double[] meshSpace() {
        return meshSpace.clone();
    }

    private int[] readSkin(JsonPlace skin, AccessorReader accessors) {
        List<JsonPlace> joints = skin.get("joints").elements();
        if (joints.isEmpty()) {
            throw skin.bad("has no joints");
        }
        Optional<float[]> matrices =
                skin.find("inverseBindMatrices").map(place -> accessors.finiteFloats(accessors.resolve(place), 16));
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

    /** What our own files say where their nodes hang side by side. */
    private Optional<int[]> declaredParents(List<SkinnedNodes.Use> uses) {
        JsonPlace skin = document.list("skins").get(uses.get(0).skin());
        Optional<JsonPlace> place = skin.find("extras")
                .filter(e -> e.node().isObject())
                .flatMap(e -> e.find(Vocabulary.PARENTS))
                .filter(p ->
                        jointBones.size() == 1 && p.node().isArray() && p.node().size() == bones.size());
        return place.map(p -> p.elements().stream()
                .mapToInt(e -> e.integer(Skeleton.NONE, bones.size() - 1))
                .toArray());
    }

    /** The nearest node above that is a bone too. */
    private int[] parentsOfNodes() {
        Map<Integer, Integer> boneOfNode = new HashMap<>();
        for (int b = 0; b < bones.size(); b++) {
            boneOfNode.putIfAbsent(bones.get(b).node, b);
        }
        // The nearest bone at or above every node, parents first: climbing from each bone anew would be quadratic.
        int[] nearest = new int[tree.count()];
        for (int n : tree.order()) {
            int inherited = tree.parent(n) == NodeTree.NONE ? Skeleton.NONE : nearest[tree.parent(n)];
            nearest[n] = boneOfNode.getOrDefault(n, inherited);
        }
        int[] parents = new int[bones.size()];
        for (int b = 0; b < parents.length; b++) {
            int above = tree.parent(bones.get(b).node);
            parents[b] = above == NodeTree.NONE ? Skeleton.NONE : nearest[above];
        }
        return parents;
    }

    private int[] parentsFirst(int[] parents) {
        int[] order = new int[parents.length];
        boolean[] placed = new boolean[parents.length];
        int[] chain = new int[parents.length];
        int filled = 0;
        for (int b = 0; b < parents.length; b++) {
            int length = 0;
            for (int at = b; at != Skeleton.NONE && !placed[at]; at = parents[at]) {
                if (length == chain.length) {
                    throw document.bad("bone " + b + " is its own ancestor");
                }
                chain[length++] = at;
            }
            while (length > 0) {
                placed[chain[--length]] = true;
                order[filled++] = chain[length];
            }
        }
        return order;
    }

    private Skeleton arrange(int[] parents, int[] order) {
        int[] position = new int[order.length];
        for (int j = 0; j < order.length; j++) {
            position[order[j]] = j;
        }
        jointBones.values().forEach(joints -> Arrays.setAll(joints, k -> position[joints[k]]));
        List<String> names = new ArrayList<>();
        Names taken = new Names();
        int[] arranged = new int[order.length];
        double[] pivots = new double[3 * order.length];
        double[] turns = new double[4 * order.length];
        double[] globals = tree.pose().globals();
        for (int j = 0; j < order.length; j++) {
            Bone bone = bones.get(order[j]);
            arranged[j] = parents[order[j]] == Skeleton.NONE ? Skeleton.NONE : position[parents[order[j]]];
            String name = document.list("nodes")
                    .get(bone.node)
                    .find("name")
                    .map(JsonPlace::text)
                    .orElse("");
            names.add(taken.unused(name.isBlank() ? "joint_" + bone.node : name));
            pivot(j, globals, pivots);
            turn(j, turns);
        }
        return new Skeleton(names, arranged, pivots, turns);
    }

    /** How the bind pose has the joint's axes, where its matrix only turns, moves and scales; upright elsewhere. */
    private void turn(int j, double[] turns) {
        int at = Affine3.STRIDE * j;
        turns[4 * j + 3] = 1;
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
                // The bind matrix is the inverse of this one: its turn is the transpose.
                r[3 * b + a] = inverseBinds[at + 4 * a + b] / scale;
            }
        }
        if (scale > 0 && off < ONLY_TURNS) {
            Quaternions.fromMatrix(r, 0, 3, turns, 4 * j);
        }
    }

    /** Where the bind pose has the joint: B·c = 0; where B is singular, where the joint stands without animation. */
    private void pivot(int j, double[] globals, double[] pivots) {
        double[] m = Arrays.copyOfRange(inverseBinds, Affine3.STRIDE * j, Affine3.STRIDE * (j + 1));
        double determinant = Affine3.determinant(m, 0);
        boolean sound = isSound(m, determinant);
        for (int x = 0; x < 3; x++) {
            double[] replaced = m.clone();
            for (int r = 0; r < 3; r++) {
                replaced[4 * r + x] = -m[4 * r + 3];
            }
            double c = Affine3.determinant(replaced, 0) / determinant;
            pivots[3 * j + x] = sound && Double.isFinite(c) ? c : globals[nodes[j] * Affine3.STRIDE + 4 * x + 3];
        }
    }

    public void requireInvertible() {
        for (int j = 0; j < nodes.length; j++) {
            double determinant = Affine3.determinant(inverseBinds, Affine3.STRIDE * j);
            if (!isSound(inverseBind(j), determinant)) {
                throw document.bad("the inverse bind matrix of joint '"
                        + skeleton.names().get(j) + "' is singular (its determinant is " + determinant + ")");
            }
        }
    }

    private static boolean isSound(double[] m, double determinant) {
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

    /** Tells what the bones of a file do from what they did in its clips. */
    public static final class BoneKinds {
        /** Singular values that differ by less than this part of the largest are the same. */
        private static final double SAME = 1e-5;

        private BoneKinds() {}

        /** Whether bones of a type can do what the clips ask for: another program may have scaled what a file says is rigid. */
        public static boolean allows(BoneType type, List<Clip> clips) {
            return switch (type) {
                case AFFINE -> true;
                case SIMILARITY -> of(clips) != BoneType.AFFINE;
                case RIGID -> of(clips) == BoneType.RIGID;
            };
        }

        /** The narrowest type that fits every matrix; rigid where there are none. */
        public static BoneType of(List<Clip> clips) {
            BoneType type = BoneType.RIGID;
            Svd3 svd = new Svd3();
            for (Clip clip : clips) {
                BoneMotion motion = clip.motion();
                for (int at = 0; at < motion.matrices().length; at += BoneMotion.STRIDE) {
                    svd.decompose(motion.matrices(), at, 4);
                    double[] s = svd.sigma();
                    if (s[0] - Math.abs(s[2]) > SAME * s[0]) {
                        return BoneType.AFFINE;
                    }
                    if (Math.abs(s[0] - 1) > SAME || s[2] < 0) {
                        type = BoneType.SIMILARITY;
                    }
                }
            }
            return type;
        }
    }
}
