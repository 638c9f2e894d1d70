package dev.sinew.io.gltf.read;

import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.parts.WeightSums;
import dev.sinew.math.Affine3;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.SkinWeights;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * Maps the vertices of primitives to those of the model, one primitive after the other. Vertices that primitives share occur
 * once, and copies that {@code _SOURCE_VERTEX} marks are merged with their originals.
 */
public final class VertexBlocks {
    private record Key(
            int skin,
            int part,
            int node,
            int position,
            List<Integer> joints,
            List<Integer> weights,
            OptionalInt source,
            List<OptionalInt> targets) {}

    /**
     * The bones that move the vertices, with weights.
     *
     * @param slots slots per vertex
     * @param bones per slot
     * @param weights per slot, 0 if unused
     */
    public record Influences(int slots, int[] bones, double[] weights) {}

    /**
     * The vertices of one primitive, or of several that share them.
     *
     * @param first index of the first in the model
     * @param count number in the model
     * @param toModel model vertex of every file vertex
     */
    public record Block(Primitive primitive, int first, int count, int[] toModel) {}

    private static final int MAX_SHOWN_VERTICES = 1 << 22;

    private final GltfDocument document;
    private final AccessorReader accessors;
    private final Function<Primitive, double[]> spaces;
    private final Map<Key, Block> blocks = new LinkedHashMap<>();
    private int count;
    private WeightSums sums = WeightSums.EXACT;
    private final BitSet invalid = new BitSet();

    /** @param spaces 3×4, from the file's positions of a primitive to the model's */
    public VertexBlocks(
            GltfDocument document,
            AccessorReader accessors,
            List<Primitive> primitives,
            Function<Primitive, double[]> spaces) {
        this.document = document;
        this.spaces = spaces;
        this.accessors = accessors;
        primitives.forEach(this::block);
    }

    public Block block(Primitive p) {
        Key key = new Key(
                p.skin(),
                p.part(),
                p.instance().node(),
                p.position(),
                p.joints(),
                p.weights(),
                p.source(),
                p.targets());
        Block known = blocks.get(key);
        if (known == null) {
            known = read(p);
            blocks.put(key, known);
            count += known.count;
            // Nodes may show a mesh many times.
            if (count > Math.max(MAX_SHOWN_VERTICES, document.bytes())) {
                throw document.bad("the file claims " + count + " vertices, more than its " + document.bytes()
                        + " bytes can contain");
            }
        }
        return known;
    }

    private Block read(Primitive p) {
        int fileCount = accessors.finiteFloats(p.position(), 3).length / 3;
        int[] toModel = new int[fileCount];
        Arrays.setAll(toModel, k -> count + k);
        if (p.source().isEmpty()) {
            return new Block(p, count, fileCount, toModel);
        }
        int accessor = p.source().getAsInt();
        float[] halves = sized(accessor, 2, fileCount);
        int sources = 0;
        for (int k = 0; k < fileCount; k++) {
            double source = halves[2 * k] + 65536.0 * halves[2 * k + 1];
            // The originals come first and map to themselves.
            boolean original = source == k && k == sources;
            if (original) {
                sources++;
            } else if (!(source >= 0 && source < sources && source == Math.rint(source))) {
                throw accessors
                        .location(accessor)
                        .bad("marks vertex " + k + " as a copy of vertex " + source + ", but there are " + sources
                                + " originals so far");
            }
            toModel[k] = count + (int) source;
        }
        return new Block(p, count, sources, toModel);
    }

    public int count() {
        return count;
    }

    /** All blocks, in the order of their vertices. */
    public List<Block> all() {
        return List.copyOf(blocks.values());
    }

    /** An attribute with one element per file vertex. */
    float[] sized(int accessor, int width, int vertices) {
        float[] values = accessors.floats(accessor, width);
        if (values.length != vertices * width) {
            throw accessors
                    .location(accessor)
                    .bad("has " + values.length / width + " elements for " + vertices + " vertices");
        }
        return values;
    }

    /** 3N */
    float[] positions() {
        float[] out = new float[3 * count];
        for (Block block : blocks.values()) {
            float[] positions = accessors.floats(block.primitive.position(), 3);
            double[] space = spaces.apply(block.primitive);
            for (int k = 0; k < 3 * block.count; k++) {
                int row = 4 * (k % 3);
                int from = k - k % 3;
                double moved = space[row] * positions[from]
                        + space[row + 1] * positions[from + 1]
                        + space[row + 2] * positions[from + 2]
                        + space[row + 3];
                out[3 * block.first + k] = (float) moved;
            }
        }
        return out;
    }

    /** Offsets of a primitive's positions, 3 numbers each, in the model's rest pose. */
    float[] offsets(Primitive primitive, float[] offsets) {
        return times(spaces.apply(primitive), offsets);
    }

    /** Normals of a primitive, or their offsets, 3 numbers each, in the model's rest pose. */
    float[] normals(Primitive primitive, float[] normals) {
        double[] space = spaces.apply(primitive);
        double determinant = Affine3.determinant(space, 0);
        if (determinant == 0) {
            return normals;
        }
        double[] turned = new double[Affine3.STRIDE];
        Affine3.invert(space, 0, turned, 0);
        // The inverse transpose, without a change of size: a rotation stays one.
        double factor = Math.cbrt(Math.abs(determinant));
        double[] transposed = new double[Affine3.STRIDE];
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                transposed[4 * r + c] = factor * turned[4 * c + r];
            }
        }
        return times(transposed, normals);
    }

    private static float[] times(double[] m, float[] directions) {
        if (m[0] == 1 && m[5] == 1 && m[10] == 1) {
            return directions;
        }
        float[] out = new float[directions.length];
        for (int at = 0; at < out.length; at += 3) {
            for (int r = 0; r < 3; r++) {
                double sum = 0;
                for (int c = 0; c < 3; c++) {
                    sum += m[4 * r + c] * directions[at + c];
                }
                out[at + r] = (float) sum;
            }
        }
        return out;
    }

    /** Linear RGB of every vertex, white if a part has no colours. Of primitives that share vertices, the first applies. */
    float[] colours() {
        float[] out = new float[3 * count];
        Arrays.fill(out, 1);
        for (Block block : blocks.values()) {
            if (block.primitive.colour().isPresent()) {
                int accessor = block.primitive.colour().getAsInt();
                int width = accessors.width(accessor) == 4 ? 4 : 3;
                float[] colours = sized(accessor, width, block.toModel.length);
                for (int k = 0; k < block.count; k++) {
                    System.arraycopy(colours, k * width, out, 3 * (block.first + k), 3);
                }
            }
        }
        return out;
    }

    /**
     * Weights of all vertices, scaled to sum to one. Vertices without valid weights get those of their neighbours.
     *
     * @param boneOf the bone of a node that shows a mesh without a skin
     * @param mesh the faces, which tell the neighbours
     */
    public SkinWeights weights(BoneSet bones, IntUnaryOperator boneOf, Mesh mesh) {
        Influences all = influences(bones);
        for (Block block : blocks.values()) {
            if (block.primitive.skin() == NodeTree.NONE) {
                int bone = boneOf.applyAsInt(block.primitive.instance().node());
                for (int i = block.first; i < block.first + block.count; i++) {
                    all.bones[i * all.slots] = bone;
                    all.weights[i * all.slots] = 1;
                }
            }
        }
        if (!invalid.isEmpty()) {
            WeightRepair.fill(mesh, invalid, all);
        }
        return SkinWeights.of(all.slots, all.bones, all.weights);
    }

    /** Number of vertices whose weights were not numbers or all zero; available after they were read. */
    public int repaired() {
        return invalid.cardinality();
    }

    /** The same as arrays; vertices without a skin have no weights. */
    public Influences influences(BoneSet bones) {
        int slots = 1;
        for (Block block : blocks.values()) {
            slots = Math.max(slots, usedPlaces(block));
        }
        int[] boneOf = new int[Math.multiplyExact(count, slots)];
        double[] weights = new double[boneOf.length];
        for (Block block : blocks.values()) {
            if (block.primitive.skin() != NodeTree.NONE) {
                fill(block, bones.bonesOf(block.primitive.skin()), slots, boneOf, weights);
            }
        }
        return new Influences(slots, boneOf, weights);
    }

    /** How far the weights were from summing to one; available after they were read. */
    public WeightSums sums() {
        return sums;
    }

    private int usedPlaces(Block block) {
        int most = 1;
        int[] used = new int[block.count];
        for (int accessor : block.primitive.weights()) {
            float[] weights = sized(accessor, 4, block.toModel.length);
            for (int k = 0; k < 4 * block.count; k++) {
                if (weights[k] < 0) {
                    throw accessors
                            .location(accessor)
                            .bad("gives vertex " + k / 4 + " the weight " + weights[k] + "; weights must be ≥ 0");
                }
                if (isValid(weights[k])) {
                    most = Math.max(most, ++used[k / 4]);
                }
            }
        }
        return most;
    }

    private void fill(Block block, int[] jointBones, int slots, int[] boneOf, double[] weights) {
        int[] used = new int[block.count];
        double[] sums = new double[block.count];
        for (int set = 0; set < block.primitive.joints().size(); set++) {
            int accessor = block.primitive.joints().get(set);
            float[] joints = sized(accessor, 4, block.toModel.length);
            float[] given = accessors.floats(block.primitive.weights().get(set), 4);
            for (int k = 0; k < 4 * block.count; k++) {
                if (isValid(given[k])) {
                    int at = (block.first + k / 4) * slots + used[k / 4]++;
                    boneOf[at] = bone(accessor, joints[k], jointBones);
                    weights[at] = given[k];
                    sums[k / 4] += given[k];
                }
            }
        }
        int firstSet = block.primitive.joints().get(0);
        for (int k = 0; k < block.count; k++) {
            int from = (block.first + k) * slots;
            if (sums[k] == 0) {
                invalid.set(block.first + k);
                boneOf[from] = bone(firstSet, accessors.floats(firstSet, 4)[4 * k], jointBones);
                weights[from] = 1;
                continue;
            }
            this.sums = this.sums.and(block.first + k, sums[k]);
            for (int at = from; at < from + slots; at++) {
                weights[at] /= sums[k];
            }
        }
    }

    private static boolean isValid(float weight) {
        return weight > 0 && weight < Float.POSITIVE_INFINITY;
    }

    private int bone(int accessor, float joint, int[] jointBones) {
        if (!(joint >= 0 && joint < jointBones.length && joint == Math.rint(joint))) {
            throw accessors
                    .location(accessor)
                    .bad("refers to joint " + joint + ", but the skin has " + jointBones.length + " joints");
        }
        return jointBones[(int) joint];
    }

    /** Gives vertices without weights the mean of their neighbours', from the border of such a region inwards. */
    private static final class WeightRepair {
        private WeightRepair() {}

        /** @param invalid vertices without weights, not modified @param all modified */
        static void fill(Mesh mesh, BitSet invalid, Influences all) {
            int[] first = mesh.firstAtPosition();
            Map<Integer, List<Integer>> verticesAt =
                    invalid.stream().boxed().collect(Collectors.groupingBy(i -> first[i]));
            Map<Integer, Set<Integer>> neighbours = neighbours(mesh, first, invalid);
            Set<Integer> open = new TreeSet<>(neighbours.keySet());
            BitSet closed = new BitSet();
            while (!open.isEmpty()) {
                Map<Integer, Map<Integer, Double>> found = new LinkedHashMap<>();
                for (int point : open) {
                    Map<Integer, Double> sum = new TreeMap<>();
                    for (int other : neighbours.get(point)) {
                        if (!invalid.get(other) || closed.get(other)) {
                            add(all, other, sum);
                        }
                    }
                    if (!sum.isEmpty()) {
                        found.put(point, sum);
                    }
                }
                if (found.isEmpty()) {
                    return;
                }
                found.forEach((point, sum) -> verticesAt.get(point).forEach(i -> put(all, i, sum)));
                found.keySet().forEach(point -> verticesAt.get(point).forEach(closed::set));
                open.removeAll(found.keySet());
            }
        }

        /** Vertices on an edge with each point that has an invalid vertex. */
        private static Map<Integer, Set<Integer>> neighbours(Mesh mesh, int[] first, BitSet invalid) {
            Map<Integer, Set<Integer>> neighbours = new TreeMap<>();
            invalid.stream().forEach(i -> neighbours.put(first[i], new TreeSet<>()));
            for (int i = 0; i < first.length; i++) {
                if (neighbours.containsKey(first[i]) && !invalid.get(i)) {
                    neighbours.get(first[i]).add(i);
                }
            }
            for (int k = 0; k < mesh.faceCount(); k++) {
                for (int c = mesh.faceStarts()[k]; c < mesh.faceStarts()[k + 1]; c++) {
                    Set<Integer> own = neighbours.get(first[mesh.corners()[c]]);
                    for (int d = mesh.faceStarts()[k]; own != null && d < mesh.faceStarts()[k + 1]; d++) {
                        own.add(mesh.corners()[d]);
                    }
                }
            }
            return neighbours;
        }

        private static void add(Influences all, int vertex, Map<Integer, Double> sum) {
            for (int at = vertex * all.slots; at < (vertex + 1) * all.slots; at++) {
                if (all.weights[at] > 0) {
                    sum.merge(all.bones[at], all.weights[at], Double::sum);
                }
            }
        }

        /** The largest weights of a sum, as many as a vertex has room for. */
        private static void put(Influences all, int vertex, Map<Integer, Double> sum) {
            List<Map.Entry<Integer, Double>> largest = sum.entrySet().stream()
                    .sorted(Map.Entry.<Integer, Double>comparingByValue().reversed())
                    .limit(all.slots)
                    .toList();
            double total = largest.stream().mapToDouble(Map.Entry::getValue).sum();
            int from = vertex * all.slots;
            for (int k = 0; k < all.slots; k++) {
                boolean used = k < largest.size();
                all.bones[from + k] = used ? largest.get(k).getKey() : 0;
                all.weights[from + k] = used ? largest.get(k).getValue() / total : 0;
            }
        }
    }
}
