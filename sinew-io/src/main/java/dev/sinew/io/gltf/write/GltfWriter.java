package dev.sinew.io.gltf.write;

import dev.sinew.io.file.Version;
import dev.sinew.io.gltf.curve.BoneReach;
import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.document.GltfContainer;
import dev.sinew.io.gltf.document.HandlesExtension;
import dev.sinew.io.gltf.document.SlidersExtension;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.HandleSet;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a skinned model as glTF 2.0: the mesh node at the root of the scene (its own place does not count for a skinned
 * mesh) beside the node that carries the bones. The same model gives the same bytes.
 */
public final class GltfWriter {
    private static final int MESH_NODE = 0;
    private static final int ROOT_NODE = 1;

    private final SkinnedModel model;
    private final Optional<TwoLayerWeights> layers;
    private final ObjectNode root = GltfContainer.newRoot();
    /** What goes beside the standard parts. */
    private final BiConsumer<ObjectNode, BinaryBuilder> beside;

    private GltfWriter(
            SkinnedModel model, Optional<TwoLayerWeights> layers, BiConsumer<ObjectNode, BinaryBuilder> beside) {
        this.model = withFloatPivots(model);
        this.layers = layers;
        this.beside = beside;
    }

    /** Pivots as the inverse bind matrices will hold them, so that what they take away is what the nodes add. */
    private static SkinnedModel withFloatPivots(SkinnedModel model) {
        Skeleton skeleton = model.skeleton();
        double[] pivots = Arrays.stream(skeleton.pivots()).map(x -> (float) x).toArray();
        Skeleton rounded = new Skeleton(skeleton.names(), skeleton.parents(), pivots, skeleton.turns());
        return model.withSkeleton(rounded);
    }

    /** Writes {@code .gltf} as JSON with the buffer inside, any other name as GLB. */
    public static WrittenModel write(SkinnedModel model, Path file) {
        return write(model, Optional.empty(), (root, binary) -> {}, file);
    }

    /** With the handles the bones stand for, as the extension {@code SINEW_handles}. */
    public static WrittenModel write(SkinnedModel model, HandleSet handles, Path file) {
        return write(model, Optional.empty(), (root, binary) -> HandlesExtension.write(root, handles), file);
    }

    /** With the sliders that the bones follow, as the extension {@code SINEW_sliders}. */
    public static WrittenModel write(SkinnedModel model, SlidersExtension.Content sliders, Path file) {
        return write(model, Optional.empty(), (root, binary) -> SlidersExtension.write(root, binary, sliders), file);
    }

    /** Writes the fallback as any model, and the two layers beside it in the extension {@code SINEW_two_layer}. */
    public static WrittenModel write(TwoLayerModel model, Path file) {
        return write(model.fallback(), Optional.of(model.layers()), (root, binary) -> {}, file);
    }

    private static WrittenModel write(
            SkinnedModel model,
            Optional<TwoLayerWeights> layers,
            BiConsumer<ObjectNode, BinaryBuilder> beside,
            Path file) {
        if (model.vertexCount() == 0 || model.rest().faceCount() == 0) {
            throw new RefusedException("cannot write " + file + ": the model has " + model.vertexCount()
                    + " vertices and " + model.rest().faceCount() + " faces, at least one face is needed");
        }
        model.clips().forEach(clip -> checkFinite(model, clip));
        return new GltfWriter(model, layers, beside).write(file);
    }

    private static void checkFinite(SkinnedModel model, Clip clip) {
        double[] matrices = clip.motion().matrices();
        for (int at = 0; at < matrices.length; at++) {
            if (!Double.isFinite(matrices[at])) {
                int bone = at / BoneMotion.STRIDE % model.boneCount();
                int frame = at / BoneMotion.STRIDE / model.boneCount();
                throw new RefusedException("clip '" + clip.name() + "' moves bone '"
                        + model.skeleton().names().get(bone) + "' in frame " + frame + " by " + matrices[at]
                        + ", only finite numbers can be written");
            }
        }
    }

    private WrittenModel write(Path file) {
        putFrame();
        BoneNodes nodes = new BoneNodes(model.skeleton(), model.boneType(), JointTracks.layoutOf(model), ROOT_NODE + 1);
        putNodes(nodes);
        BinaryBuilder binary = new BinaryBuilder(root);
        VertexSplit split = VertexSplit.of(model.rest());
        List<String> notes = putMesh(binary, split);
        putSkin(binary, nodes);
        layers.ifPresent(l -> new TwoLayerWriter(binary, l, split).write(root));
        BoneReach reach = new BoneReach(model);
        List<ClipTracks> clips = model.clips().stream()
                .map(clip -> ClipTracks.of(model, reach, nodes, clip))
                .toList();
        new AnimationWriter(binary).write(root, clips);
        beside.accept(root, binary);
        return new WrittenModel(
                GltfContainer.write(file, root, binary),
                clips.stream().mapToLong(ClipTracks::keys).sum(),
                clips.stream().mapToLong(ClipTracks::insertedKeys).sum(),
                split.count() - model.vertexCount(),
                notes);
    }

    private void putFrame() {
        ObjectNode asset = root.putObject("asset");
        asset.put("version", "2.0");
        asset.put("generator", "Sinew " + Version.current());
        root.put("scene", 0);
        ObjectNode scene = root.putArray("scenes").addObject();
        scene.putArray("nodes").add(MESH_NODE).add(ROOT_NODE);
    }

    private void putNodes(BoneNodes bones) {
        ArrayNode nodes = root.putArray("nodes");
        nodes.addObject().put("name", "model").put("mesh", 0).put("skin", 0);
        ObjectNode carrier = nodes.addObject().put("name", "skeleton");
        bones.write(nodes, carrier);
    }

    private List<String> putMesh(BinaryBuilder binary, VertexSplit split) {
        ObjectNode attributes = GltfContainer.newRoot();
        MeshWriter writer = new MeshWriter(binary, model.rest(), split);
        writer.writeAttributes(attributes);
        new WeightWriter(binary, model.weights(), split).write(attributes, model.boneCount());
        ObjectNode mesh = root.putArray("meshes").addObject();
        mesh.put("name", "model");
        MaterialWriter materials = new MaterialWriter(root, binary, model.rest());
        writer.writePrimitives(mesh, attributes, materials);
        return materials.notes();
    }

    private void putSkin(BinaryBuilder binary, BoneNodes nodes) {
        ObjectNode skin = root.putArray("skins").addObject();
        skin.put("name", "skin");
        skin.put("inverseBindMatrices", inverseBinds(binary, nodes));
        skin.put("skeleton", ROOT_NODE);
        ArrayNode joints = skin.putArray("joints");
        for (int j = 0; j < model.boneCount(); j++) {
            joints.add(nodes.joint(j));
        }
        ObjectNode extras = skin.putObject("extras");
        extras.put(Vocabulary.BONE_TYPE, model.boneType().name().toLowerCase(Locale.ROOT));
        int[] parents = model.skeleton().parents();
        if (nodes.layout() == BoneNodes.Layout.FLAT && Arrays.stream(parents).anyMatch(p -> p != Skeleton.ROOT)) {
            ArrayNode array = extras.putArray(Vocabulary.PARENTS);
            Arrays.stream(parents).forEach(array::add);
        }
    }

    /** The inverse of translate(c)·turn, column-major: turnᵀ·translate(−c). */
    private int inverseBinds(BinaryBuilder binary, BoneNodes nodes) {
        float[] matrices = new float[16 * model.boneCount()];
        double[] c = model.skeleton().pivots();
        for (int j = 0; j < model.boneCount(); j++) {
            double[] r = nodes.turn(j);
            for (int row = 0; row < 3; row++) {
                double moved = 0;
                for (int x = 0; x < 3; x++) {
                    // + 0: no negative zeros
                    matrices[16 * j + 4 * x + row] = (float) r[3 * x + row] + 0f;
                    moved -= r[3 * x + row] * c[3 * j + x];
                }
                matrices[16 * j + 12 + row] = (float) moved + 0f;
            }
            matrices[16 * j + 15] = 1;
        }
        int view = binary.view(matrices, BinaryBuilder.Target.OTHER);
        binary.accessor(view, 0, ComponentType.FLOAT, model.boneCount(), "MAT4");
        return binary.lastAccessor();
    }
}
