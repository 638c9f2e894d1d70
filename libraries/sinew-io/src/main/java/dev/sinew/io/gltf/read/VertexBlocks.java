package dev.sinew.io.gltf.read;

import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.parts.WeightSums;
import dev.sinew.math.Affine3;
import dev.sinew.model.SkinWeights;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Maps the vertices of primitives to those of the model, one primitive after the other. Vertices that primitives share occur
 * once, and copies that {@code _SOURCE_VERTEX} marks are merged with their originals.
 */
public final class VertexBlocks {
    private record Key(
            int skin,
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
    private final double[] space;
    private final Map<Key, Block> blocks = new LinkedHashMap<>();
    private int count;
    private WeightSums sums = WeightSums.EXACT;

    /** @param space 3×4, from the file's positions to the model's, a similarity */
    public VertexBlocks(GltfDocument document, AccessorReader accessors, List<Primitive> primitives, double[] space) {
        this.document = document;
        this.space = space;
        this.accessors = accessors;
        primitives.forEach(this::block);
    }

    public Block block(Primitive p) {
        Key key =
                new Key(p.skin(), p.instance().node(), p.position(), p.joints(), p.weights(), p.source(), p.targets());
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

    /** Rotates and scales directions of the file, 3 numbers each, to the model's rest pose; lengths are kept unless they are to be scaled. */
    float[] toModel(float[] directions, boolean scaled) {
        if (space[0] == 1 && space[5] == 1 && space[10] == 1) {
            return directions;
        }
        double factor = scaled ? 1 : 1 / Math.cbrt(Affine3.determinant(space, 0));
        float[] out = new float[directions.length];
        for (int at = 0; at < out.length; at += 3) {
            for (int r = 0; r < 3; r++) {
                double sum = 0;
                for (int c = 0; c < 3; c++) {
                    sum += space[4 * r + c] * directions[at + c];
                }
                out[at + r] = (float) (factor * sum);
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

    /** Weights of all vertices, scaled to sum to one; a vertex without weights follows its first bone. */
    public SkinWeights weights(BoneSet bones) {
        Influences all = influences(bones);
        return SkinWeights.of(all.slots, all.bones, all.weights);
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
                if (!(weights[k] >= 0) || Float.isInfinite(weights[k])) {
                    throw accessors
                            .location(accessor)
                            .bad("gives vertex " + k / 4 + " the weight " + weights[k] + "; weights must be ≥ 0");
                }
                if (weights[k] > 0) {
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
                if (given[k] > 0) {
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

    private int bone(int accessor, float joint, int[] jointBones) {
        if (!(joint >= 0 && joint < jointBones.length && joint == Math.rint(joint))) {
            throw accessors
                    .location(accessor)
                    .bad("refers to joint " + joint + ", but the skin has " + jointBones.length + " joints");
        }
        return jointBones[(int) joint];
    }
}
