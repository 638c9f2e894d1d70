package dev.sinew.io.gltf;

import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.read.BoneSet;
import dev.sinew.io.gltf.read.GltfClip;
import dev.sinew.io.gltf.read.GltfClip.FrameTimes;
import dev.sinew.io.gltf.read.MeshNodes;
import dev.sinew.io.gltf.read.MorphNormals;
import dev.sinew.io.gltf.read.MorphNormals.MorphTargets;
import dev.sinew.io.gltf.read.NodeTree;
import dev.sinew.io.gltf.read.Primitive;
import dev.sinew.io.gltf.read.SkinnedNodes;
import dev.sinew.io.gltf.read.SurfaceReader;
import dev.sinew.io.gltf.read.VertexBlocks;
import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.ClipChoice;
import dev.sinew.io.parts.FrameMemory;
import dev.sinew.io.parts.ObjectChoice;
import dev.sinew.math.Affine3;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/**
 * Any glTF as an animated mesh: skins, morph targets and nodes are evaluated frame by frame, in scene space. The meshes of
 * the scene, or the selected ones, become one mesh, with the names of their nodes as groups. The rest pose is the pose
 * without animation. Not thread-safe.
 */
public final class GltfSequence implements AnimatedMesh {
    /** No sequence with more numbers fits into memory. */
    private static final long MAX_NUMBERS = 1L << 36;

    private final Path file;
    private final GltfDocument document;
    private final AccessorReader accessors;
    private final NodeTree tree;
    private final Optional<BoneSet> bones;
    private final VertexBlocks blocks;
    private final VertexBlocks.Influences influences;
    private final MorphNormals shades;
    private final Mesh surface;
    private final List<String> surfaceNotes;
    private final Optional<GltfClip> clip;
    private final FrameTimes times;
    private final List<MeshNodes.Shown> shown;

    /** Whether an animation is used at all. */
    private enum Animation {
        TAKE,
        LEAVE
    }

    private GltfSequence(
            Path file, List<String> objects, Optional<String> clipName, OptionalDouble rate, Animation animation) {
        this.file = file;
        this.document = GltfDocument.open(file);
        this.accessors = new AccessorReader(document);
        this.tree = new NodeTree(document);
        List<MeshNodes.Shown> shown = selectObjects(objects);
        List<SkinnedNodes.Use> skinned = shown.stream()
                .filter(s -> s.skin().isPresent())
                .map(s -> new SkinnedNodes.Use(s.mesh(), s.skin().getAsInt()))
                .toList();
        this.bones = skinned.isEmpty()
                ? Optional.empty()
                : Optional.of(new BoneSet(document, tree, accessors, skinned, List.of(), OptionalDouble.empty()));
        List<Primitive> primitives = primitives(shown);
        this.blocks = new VertexBlocks(
                document, accessors, primitives, p -> new double[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
        this.shades = new MorphNormals(accessors, blocks, primitives);
        SurfaceReader reader = new SurfaceReader(document, accessors, primitives, blocks);
        this.surface = reader.read();
        this.surfaceNotes = reader.notes();
        this.influences =
                bones.map(blocks::influences).orElse(new VertexBlocks.Influences(0, new int[0], new double[0]));
        List<GltfClip> clips = GltfClip.read(document, accessors, GltfClip.Morphs.TAKE);
        this.clip = animation == Animation.LEAVE
                ? Optional.empty()
                : ClipChoice.pick(file.toString(), clips, GltfClip::name, clipName);
        this.shown = shown;
        this.times = times(rate);
    }

    /**
     * Opens a {@code .glb} or {@code .gltf}.
     *
     * @param objects paths or names of nodes that show meshes, or of their parents; empty selects all
     * @param clip name of the animation; required if there are several
     * @param rate frames per second, instead of the rate that the keys suggest
     */
    public static GltfSequence open(Path file, List<String> objects, Optional<String> clip, OptionalDouble rate) {
        return new GltfSequence(file, objects, clip, rate, Animation.TAKE);
    }

    /** The meshes without animation, for callers that set the weights of the morph targets themselves. */
    static GltfSequence withoutAnimation(Path file, List<String> objects) {
        return new GltfSequence(file, objects, Optional.empty(), OptionalDouble.empty(), Animation.LEAVE);
    }

    GltfDocument document() {
        return document;
    }

    AccessorReader accessors() {
        return accessors;
    }

    /** The nodes that show the selected meshes. */
    List<MeshNodes.Shown> shown() {
        return shown;
    }

    Mesh surface() {
        return surface;
    }

    /** Positions without animation. @param weights weights of the morph targets, by node */
    float[] evaluate(IntFunction<double[]> weights) {
        float[] positions = new float[3 * blocks.count()];
        fill(positions, tree.pose(), weights);
        MeshSequence.checkFrame(file + ", without animation", 0, positions, blocks.count());
        return positions;
    }

    /**
     * Normals without animation, if all morph targets have normals. @param weights weights of the morph targets, by node
     */
    Optional<CornerAttribute> shades(IntFunction<double[]> weights) {
        return shades.known() ? Optional.of(normals(tree.pose(), weights)) : Optional.empty();
    }

    /** Names of the animations that move nodes or morph targets. */
    public static List<String> clips(Path file) {
        GltfDocument document = GltfDocument.open(file);
        return GltfClip.read(document, new AccessorReader(document), GltfClip.Morphs.TAKE).stream()
                .map(GltfClip::name)
                .toList();
    }

    private List<MeshNodes.Shown> selectObjects(List<String> objects) {
        List<MeshNodes.Shown> all = MeshNodes.of(document, tree);
        boolean[] selectObjects = ObjectChoice.pick(
                file.toString(),
                objects,
                all.stream().map(MeshNodes.Shown::path).toList());
        List<MeshNodes.Shown> kept = new ArrayList<>();
        for (int k = 0; k < selectObjects.length; k++) {
            if (selectObjects[k]) {
                kept.add(all.get(k));
            }
        }
        return kept;
    }

    private List<Primitive> primitives(List<MeshNodes.Shown> shown) {
        double[] globals = tree.pose().globals();
        List<Primitive> primitives = new ArrayList<>();
        for (MeshNodes.Shown one : shown) {
            boolean moved = one.skin().isEmpty();
            boolean mirrored = moved && Affine3.determinant(globals, Affine3.STRIDE * one.node()) < 0;
            Primitive.Instance instance =
                    new Primitive.Instance(one.node(), one.skin().orElse(NodeTree.NONE), mirrored);
            primitives.addAll(Primitive.readMesh(document, accessors, one.mesh(), instance, one.path()));
        }
        return primitives;
    }

    private FrameTimes times(OptionalDouble rate) {
        if (clip.isEmpty()) {
            return new FrameTimes(rate.orElse(30), new double[1]);
        }
        long most = Math.min(MAX_NUMBERS / (3L * blocks.count()), Integer.MAX_VALUE - 16);
        return rate.isPresent()
                ? FrameTimes.at(rate.getAsDouble(), document, clip.get(), most)
                : FrameTimes.of(document, clip.get(), most);
    }

    @Override
    public String name() {
        String name = String.valueOf(file.getFileName());
        String stem = name.lastIndexOf('.') > 0 ? name.substring(0, name.lastIndexOf('.')) : name;
        return clip.map(GltfClip::name).orElse(stem);
    }

    @Override
    public int frameCount() {
        return times.seconds().length;
    }

    @Override
    public OptionalDouble framesPerSecond() {
        return OptionalDouble.of(times.framesPerSecond());
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>(surfaceNotes);
        if (clip.isEmpty()) {
            notes.add(file + " has no animation that moves a mesh; it is read as one frame");
        }
        return notes;
    }

    @Override
    public Mesh rest(int frame) {
        float[] positions = new float[3 * blocks.count()];
        fill(positions, OptionalDouble.empty());
        MeshSequence.checkFrame(file + ", without animation", 0, positions, blocks.count());
        if (shades.known()) {
            return surface.withPositions(positions)
                    .withSurface(surface.surface().withNormals(Optional.of(normals(OptionalDouble.empty()))));
        }
        return Arrays.equals(positions, surface.positions())
                ? surface.withPositions(positions)
                : Normals.posed(surface, positions);
    }

    @Override
    public Optional<Mesh> bind() {
        boolean skinned = blocks.all().stream()
                .allMatch(block -> block.primitive().skin() != NodeTree.NONE
                        && block.primitive().targets().isEmpty());
        if (!skinned || bones.isEmpty()) {
            return Optional.empty();
        }
        double[] stored = new double[3 * blocks.count()];
        for (VertexBlocks.Block block : blocks.all()) {
            float[] own = accessors.floats(block.primitive().position(), 3);
            for (int k = 0; k < own.length; k++) {
                stored[3 * block.first() + k] = own[k];
            }
        }
        float[] posed = new float[stored.length];
        fill(posed, OptionalDouble.empty());
        return BindShape.of(stored, posed, skinning(tree.pose().globals()), strongest())
                .map(positions -> Normals.posed(surface, positions));
    }

    /** The bone that moves each vertex most. */
    private int[] strongest() {
        int[] strongest = new int[blocks.count()];
        int slots = influences.slots();
        for (int i = 0; i < strongest.length; i++) {
            int best = i * slots;
            for (int at = best; at < (i + 1) * slots; at++) {
                best = influences.weights()[at] > influences.weights()[best] ? at : best;
            }
            strongest[i] = influences.bones()[best];
        }
        return strongest;
    }

    @Override
    public float[][] read(int[] wanted) {
        float[][] frames = FrameMemory.allocate(file, wanted.length, blocks.count());
        for (int k = 0; k < wanted.length; k++) {
            fill(frames[k], OptionalDouble.of(times.seconds()[wanted[k]]));
        }
        return frames;
    }

    @Override
    public boolean hasNormals() {
        return shades.known() && clip.isPresent();
    }

    @Override
    public synchronized CornerAttribute normals(int frame) {
        return normals(OptionalDouble.of(times.seconds()[frame]));
    }

    /** @param seconds empty for the pose without animation */
    private CornerAttribute normals(OptionalDouble seconds) {
        return normals(pose(seconds), node -> weights(node, seconds));
    }

    private CornerAttribute normals(NodeTree.Pose pose, IntFunction<double[]> weights) {
        double[] globals = pose.globals();
        double[] skinning = skinning(globals);
        return shades.at(weights, (block, vertex, m) -> {
            if (block.primitive().skin() == NodeTree.NONE) {
                int node = block.primitive().instance().node();
                System.arraycopy(globals, Affine3.STRIDE * node, m, 0, Affine3.STRIDE);
            } else {
                blend(vertex, skinning, m);
            }
        });
    }

    private void blend(int vertex, double[] skinning, double[] m) {
        Arrays.fill(m, 0);
        int from = vertex * influences.slots();
        for (int at = from; at < from + influences.slots(); at++) {
            for (int c = 0; c < Affine3.STRIDE && influences.weights()[at] != 0; c++) {
                m[c] += influences.weights()[at]
                        * skinning[Affine3.STRIDE * influences.bones()[at] + c];
            }
        }
    }

    private NodeTree.Pose pose(OptionalDouble seconds) {
        NodeTree.Pose pose = tree.pose();
        if (seconds.isPresent()) {
            clip.ifPresent(c -> c.pose(seconds.getAsDouble(), pose));
        }
        return pose;
    }

    /** @param seconds empty for the pose without animation */
    private void fill(float[] out, OptionalDouble seconds) {
        fill(out, pose(seconds), node -> weights(node, seconds));
    }

    private double[] skinning(double[] globals) {
        if (bones.isEmpty()) {
            return new double[0];
        }
        double[] skinning = new double[Affine3.STRIDE * bones.get().skeleton().boneCount()];
        bones.get().skinningMatrices(globals, skinning, 0);
        return skinning;
    }

    private void fill(float[] out, NodeTree.Pose pose, IntFunction<double[]> weights) {
        double[] globals = pose.globals();
        double[] skinning = skinning(globals);
        for (VertexBlocks.Block block : blocks.all()) {
            double[] xyz = morph(block, weights);
            if (block.primitive().skin() == NodeTree.NONE) {
                int at = Affine3.STRIDE * block.primitive().instance().node();
                for (int k = 0; k < block.count(); k++) {
                    transform(globals, at, 1, xyz, 3 * k, out, 3 * (block.first() + k));
                }
            } else {
                skin(block, skinning, xyz, out);
            }
        }
    }

    private double[] morph(VertexBlocks.Block block, IntFunction<double[]> weights) {
        float[] own = accessors.floats(block.primitive().position(), 3);
        double[] xyz = new double[own.length];
        Arrays.setAll(xyz, k -> own[k]);
        if (!block.primitive().targets().isEmpty()) {
            MorphTargets.add(
                    accessors,
                    blocks,
                    block,
                    weights.apply(block.primitive().instance().node()),
                    xyz);
        }
        return xyz;
    }

    private double[] weights(int node, OptionalDouble seconds) {
        double[] weights = MorphTargets.restWeights(document, node);
        if (clip.isPresent() && seconds.isPresent()) {
            double[] value = new double[1];
            for (GltfClip.MorphChannel channel : clip.get().morphs()) {
                for (int t = 0; channel.node() == node && t < weights.length; t++) {
                    channel.samplers().get(t).at(seconds.getAsDouble(), value);
                    weights[t] = value[0];
                }
            }
        }
        return weights;
    }

    private void skin(VertexBlocks.Block block, double[] skinning, double[] xyz, float[] out) {
        double[] sum = new double[3];
        for (int k = 0; k < block.count(); k++) {
            Arrays.fill(sum, 0);
            int from = (block.first() + k) * influences.slots();
            for (int at = from; at < from + influences.slots(); at++) {
                if (influences.weights()[at] != 0) {
                    add(
                            skinning,
                            Affine3.STRIDE * influences.bones()[at],
                            influences.weights()[at],
                            xyz,
                            3 * k,
                            sum);
                }
            }
            for (int r = 0; r < 3; r++) {
                out[3 * (block.first() + k) + r] = (float) sum[r];
            }
        }
    }

    private static void transform(double[] m, int at, double weight, double[] xyz, int from, float[] out, int to) {
        double[] sum = new double[3];
        add(m, at, weight, xyz, from, sum);
        for (int r = 0; r < 3; r++) {
            out[to + r] = (float) sum[r];
        }
    }

    /** sum += weight · M · (x, y, z, 1) */
    private static void add(double[] m, int at, double weight, double[] xyz, int from, double[] sum) {
        for (int r = 0; r < 3; r++) {
            int row = at + 4 * r;
            sum[r] += weight
                    * (m[row] * xyz[from] + m[row + 1] * xyz[from + 1] + m[row + 2] * xyz[from + 2] + m[row + 3]);
        }
    }
}
