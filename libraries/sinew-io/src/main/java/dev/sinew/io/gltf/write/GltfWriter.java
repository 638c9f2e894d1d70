package dev.sinew.io.gltf.write;

import dev.sinew.io.file.Version;
import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.BlendBonesExtension;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.document.DriversExtension;
import dev.sinew.io.gltf.document.GltfContainer;
import dev.sinew.io.gltf.document.Names;
import dev.sinew.io.gltf.document.SlidersExtension;
import dev.sinew.io.gltf.document.SlidersExtension.HandlesExtension;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.io.gltf.quantize.PositionGrid;
import dev.sinew.io.gltf.write.ShapeWriter.SliderRange;
import dev.sinew.io.parts.FallbackBones;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.ModelPart;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.keys.BoneReach;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.QuantizedWeights;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a skinned model as glTF 2.0: the mesh nodes at the root of the scene (their transforms do not apply to skinned meshes)
 * and the root node of the bones. Equal models give equal bytes.
 */
public final class GltfWriter {
    private static final String ROOT_NAME = "skeleton";
    /** How far rounding to the grid may move a position, in tolerances. */
    private static final double MAX_GRID_SHIFT = 1;
    /** How far a rest position may move with its quantized weights, in tolerances. */
    private static final double MAX_REST_SHIFT = 10;

    private final SkinnedModel model;
    /** Weights of the shapes without animation. */
    private final double[] restWeights;

    private final ModelDocument content;
    private final Optional<TwoSkins> skins;
    private final Storage storage;
    /** The grid of the positions, if they are quantized. */
    private final Optional<PositionGrid> grid;

    private final ObjectNode root = GltfContainer.newRoot();
    /** The node above the bones, after those of the meshes. */
    private int rootNode;

    /** The weights of a model's own skin and of its fallback skin, whose bones come after the others. */
    record TwoSkins(SkinWeights own, SkinWeights fallback, int ownBones) {}

    private GltfWriter(SkinnedModel given, ModelDocument content, Storage storage) {
        this.content = content;
        SkinnedModel own = content.model();
        this.skins = content.fallback().map(skin -> new TwoSkins(own.weights(), skin.weights(), own.boneCount()));
        this.storage = storage;
        SliderRange range = SliderRange.of(given);
        SkinnedModel model = range.model();
        this.restWeights = range.restWeights();
        SkinnedModel exact = withFloatPivots(model);
        double size = storage.tolerance() * Box.around(model.rest().positions()).diagonal();
        // Weights first: rest positions depend on them and are then rounded to the grid.
        boolean inBytes = storage.isQuantized() && skins.isEmpty();
        SkinnedModel followed = inBytes ? QuantizedWeights.of(exact, MAX_REST_SHIFT * size) : exact;
        float[] positions = followed.rest().positions();
        this.grid = storage.isQuantized()
                ? Optional.of(PositionGrid.of(positions, MAX_GRID_SHIFT * size))
                : Optional.empty();
        this.model = grid.map(g -> followed.withRest(followed.rest().withPositions(g.rounded(positions))))
                .orElse(followed);
    }

    /** Rounds pivots to the floats of the inverse bind matrices, so that the nodes' translations cancel them exactly. */
    private static SkinnedModel withFloatPivots(SkinnedModel model) {
        Skeleton skeleton = model.skeleton();
        double[] pivots = Arrays.stream(skeleton.pivots()).map(x -> (float) x).toArray();
        Skeleton rounded = new Skeleton(skeleton.names(), skeleton.parents(), pivots, skeleton.orientations());
        return model.withSkeleton(rounded);
    }

    /**
     * Writes {@code .gltf} as JSON with an embedded buffer, any other name as GLB. A fallback skin has separate bones and the
     * first set of weights. Programs that read one set play the fallback; programs that read all sets play the model, because
     * the fallback's weights are a tiny part of the sum.
     */
    public static WrittenModel write(ModelDocument content, Path file, Storage storage) {
        SkinnedModel given = content.model();
        SkinnedModel model = content.fallback()
                .map(skin -> FallbackBones.combine(given, skin))
                .orElse(given);
        if (model.vertexCount() == 0 || model.rest().faceCount() == 0) {
            throw new InvalidInputException("cannot write " + file + ": the model has " + model.vertexCount()
                    + " vertices and " + model.rest().faceCount() + " faces; it needs at least one face");
        }
        model.clips().forEach(clip -> checkFinite(model, clip));
        return new GltfWriter(model, content, storage).write(file);
    }

    private static void checkFinite(SkinnedModel model, Clip clip) {
        double[] matrices = clip.motion().matrices();
        for (int at = 0; at < matrices.length; at++) {
            if (!Double.isFinite(matrices[at])) {
                int bone = at / BoneMotion.STRIDE % model.boneCount();
                int frame = at / BoneMotion.STRIDE / model.boneCount();
                throw new InvalidInputException("clip '" + clip.name() + "' moves bone '"
                        + model.skeleton().names().get(bone) + "' in frame " + frame + " by " + matrices[at]
                        + "; only finite numbers can be written");
            }
        }
    }

    /** A mesh to write, with its file vertices and the writer of its shapes. */
    private record Shown(ModelPart part, VertexSplit split, ShapeWriter shapes) {}

    private WrittenModel write(Path file) {
        List<ModelPart> parts = ModelPart.of(model, content.parts());
        rootNode = parts.size();
        putFrame();
        // The bones of a fallback skin have no other pose.
        Optional<double[]> pose = content.pose().filter(p -> skins.isEmpty());
        BoneNodes nodes = BoneNodes.of(model, pose, rootNode + 1);
        putNodes(nodes, parts);
        BinaryBuilder binary = new BinaryBuilder(root, storage.packing());
        MaterialWriter materials = new MaterialWriter(root, binary, model.rest());
        List<Shown> shown = new ArrayList<>();
        long mesh = 0;
        long weights = 0;
        long shapes = 0;
        for (ModelPart part : parts) {
            boolean hasShapeNormals = part.model().correctives().normals().length > 0;
            VertexSplit split = VertexSplit.of(
                    part.model().rest(), hasShapeNormals ? VertexSplit.Rows.BY_NUMBER : VertexSplit.Rows.BY_VALUE);
            Shown one = new Shown(part, split, new ShapeWriter(binary, part.model(), split, grid, storage));
            PutMesh put = putMesh(binary, one, materials);
            long before = binary.length();
            if (part.shapes().length > 0) {
                double[] amounts = Arrays.stream(part.shapes())
                        .mapToDouble(k -> restWeights[k])
                        .toArray();
                one.shapes.writeTargets((ObjectNode) root.get("meshes").get(shown.size()), amounts);
            }
            shapes += binary.length() - before;
            mesh += put.mesh;
            weights += put.weights;
            shown.add(one);
        }
        putSkin(binary, nodes);
        content.layers().ifPresent(l -> new TwoLayerWriter(binary, l, shown).write(root));
        long before = binary.length();
        List<ClipTracks> clips = clips(nodes);
        new AnimationWriter(binary, storage).write(root, clips);
        for (int p = 0; p < shown.size() && !clips.isEmpty(); p++) {
            shown.get(p).shapes.writeAmounts((ArrayNode) root.get("animations"), p);
        }
        long motion = binary.length() - before;
        content.handles().ifPresent(set -> HandlesExtension.write(root, set));
        content.drivers().ifPresent(drivers -> DriversExtension.write(root, binary, drivers));
        content.sliders().ifPresent(sliders -> SlidersExtension.write(root, binary, sliders));
        declareExtensions();
        return new WrittenModel(
                GltfContainer.write(file, root, binary),
                new WrittenModel.Parts(mesh, weights, motion, shapes),
                clips.stream().mapToLong(ClipTracks::keys).sum(),
                clips.stream().mapToLong(ClipTracks::insertedKeys).sum(),
                shown.stream().mapToInt(one -> one.split.count()).sum() - model.vertexCount(),
                materials.notes());
    }

    private List<ClipTracks> clips(BoneNodes nodes) {
        SkinnedModel combined = content.layers()
                .map(l -> model.withWeights(CombinedWeights.of(model.weights(), l)))
                .orElse(model);
        // With two skins at half weight, each may deviate by half as much.
        boolean halved = content.layers().isPresent() || skins.isPresent();
        Storage kept = halved ? new Storage(storage.numbers(), storage.packing(), storage.tolerance() / 2) : storage;
        BoneReach reach = new BoneReach(combined);
        return model.clips().stream()
                .map(clip -> ClipTracks.of(combined, reach, nodes, clip, kept))
                .toList();
    }

    private void declareExtensions() {
        if (grid.isPresent()) {
            require(Vocabulary.QUANTIZATION);
        }
        if (storage.isPacked()) {
            require(Vocabulary.MESHOPT);
        }
    }

    private void require(String extension) {
        root.withArray("extensionsUsed").add(extension);
        root.withArray("extensionsRequired").add(extension);
    }

    private void putFrame() {
        ObjectNode asset = root.putObject("asset");
        asset.put("version", "2.0");
        asset.put("generator", "Sinew " + Version.current());
        root.put("scene", 0);
        ObjectNode scene = root.putArray("scenes").addObject();
        ArrayNode tops = scene.putArray("nodes");
        for (int n = 0; n <= rootNode; n++) {
            tops.add(n);
        }
    }

    private void putNodes(BoneNodes bones, List<ModelPart> parts) {
        ArrayNode nodes = root.putArray("nodes");
        Names taken = new Names();
        taken.take(ROOT_NAME);
        model.skeleton().names().forEach(taken::take);
        for (int p = 0; p < parts.size(); p++) {
            nodes.addObject()
                    .put("name", taken.unused(parts.get(p).node()))
                    .put("mesh", p)
                    .put("skin", 0);
        }
        ObjectNode carrier = nodes.addObject().put("name", ROOT_NAME);
        bones.write(nodes, carrier, storage);
    }

    /** Bytes written. */
    private record PutMesh(long mesh, long weights) {}

    private PutMesh putMesh(BinaryBuilder binary, Shown shown, MaterialWriter materials) {
        ObjectNode attributes = GltfContainer.newRoot();
        long before = binary.length();
        long images = materials.imageBytes();
        MeshWriter writer = new MeshWriter(binary, shown.part.model().rest(), shown.split, grid, storage);
        writer.writeAttributes(attributes);
        long attributed = binary.length();
        weights(binary, shown).write(attributes, model.boneCount());
        long weights = binary.length() - attributed;
        ObjectNode mesh = root.withArray("meshes").addObject();
        mesh.put("name", shown.part.mesh());
        writer.writePrimitives(mesh, attributes, face -> materials.indexOf(shown.part.firstFace() + face));
        return new PutMesh(binary.length() - before - weights - (materials.imageBytes() - images), weights);
    }

    private WeightWriter weights(BinaryBuilder binary, Shown shown) {
        int[] vertices = shown.part.vertices();
        return skins.map(two -> new TwoSkins(two.own.rows(vertices), two.fallback.rows(vertices), two.ownBones))
                .map(two -> WeightWriter.of(binary, two, shown.split, storage))
                .orElseGet(() -> WeightWriter.of(binary, shown.part.model().weights(), shown.split, storage));
    }

    private void putSkin(BinaryBuilder binary, BoneNodes nodes) {
        ObjectNode skin = root.putArray("skins").addObject();
        skin.put("name", "skin");
        skin.put("inverseBindMatrices", inverseBinds(binary, nodes));
        skin.put("skeleton", rootNode);
        ArrayNode joints = skin.putArray("joints");
        for (int j = 0; j < model.boneCount(); j++) {
            joints.add(nodes.joint(j));
        }
        ObjectNode extras = skin.putObject("extras");
        extras.put(Vocabulary.BONE_TYPE, model.boneType().name().toLowerCase(Locale.ROOT));
        skins.ifPresent(skins -> extras.put(Vocabulary.FALLBACK_JOINTS, model.boneCount() - skins.ownBones));
        int[] parents = model.skeleton().parents();
        if (nodes.layout() == BoneNodes.Layout.FLAT && Arrays.stream(parents).anyMatch(p -> p != Skeleton.NONE)) {
            ArrayNode array = extras.putArray(Vocabulary.PARENTS);
            Arrays.stream(parents).forEach(array::add);
        }
        content.blendBones().ifPresent(blend -> {
            int masters = model.boneCount() - blend.count();
            int[] all = IntStream.range(0, blend.count()).toArray();
            BlendBonesExtension.write(skin, blend, all, masters, bone -> bone);
            root.withArray("extensionsUsed").add(Vocabulary.BLEND_BONES);
        });
    }

    /** The column-major inverse of translate(c)·rotation: rotationᵀ·translate(−c), after the map from the grid to space. */
    private int inverseBinds(BinaryBuilder binary, BoneNodes nodes) {
        float[] matrices = new float[16 * model.boneCount()];
        double[] c = model.skeleton().pivots();
        for (int j = 0; j < model.boneCount(); j++) {
            double[] r = nodes.orientationMatrix(j);
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
            final int bone = j;
            grid.ifPresent(g -> compose(matrices, 16 * bone, g.toSpace()));
        }
        int view = binary.strided(BinaryBuilder.bytes(matrices), 64, BinaryBuilder.Target.OTHER);
        binary.accessor(view, 0, ComponentType.FLOAT, model.boneCount(), "MAT4");
        return binary.lastAccessor();
    }

    /** matrix·(scale, offset), in place. */
    private static void compose(float[] matrices, int at, double[] toSpace) {
        double[] m = new double[12];
        for (int k = 0; k < m.length; k++) {
            m[k] = matrices[at + k / 3 * 4 + k % 3];
        }
        for (int r = 0; r < 3; r++) {
            double moved = m[9 + r];
            for (int c = 0; c < 3; c++) {
                moved += m[3 * c + r] * toSpace[4 * c + 3];
                matrices[at + 4 * c + r] = (float) (m[3 * c + r] * toSpace[0]) + 0f;
            }
            matrices[at + 12 + r] = (float) moved + 0f;
        }
    }

    /** Weights that include the bones of two layers: half from the fallback, half from the combined layers. */
    private static final class CombinedWeights {
        private CombinedWeights() {}

        static SkinWeights of(SkinWeights fallback, TwoLayerWeights layers) {
            int own = fallback.influences();
            int bones = layers.masterBoneCount();
            int slots = own + bones;
            int[] boneOf = new int[Math.multiplyExact(fallback.vertexCount(), slots)];
            double[] weights = new double[boneOf.length];
            double[] w = new double[bones];
            for (int i = 0; i < fallback.vertexCount(); i++) {
                for (int k = 0; k < own; k++) {
                    boneOf[i * slots + k] = fallback.bones()[i * own + k];
                    weights[i * slots + k] = fallback.weights()[i * own + k] / 2;
                }
                layers.weightsOf(i, w);
                double sum = 0;
                for (double x : w) {
                    // Layers may have negative weights, which move a vertex as far.
                    sum += Math.abs(x);
                }
                for (int j = 0; j < bones; j++) {
                    boneOf[i * slots + own + j] = j;
                    weights[i * slots + own + j] = Math.abs(w[j]) / sum / 2;
                }
            }
            return SkinWeights.of(slots, boneOf, weights);
        }
    }

    /** The extension {@code SINEW_two_layer}: virtual bones in the skin, two per vertex in every primitive. */
    private static final class TwoLayerWriter {
        private static final int SHORT_VALUES = 65536;

        private final BinaryBuilder binary;
        private final TwoLayerWeights layers;
        private final List<Shown> shown;

        TwoLayerWriter(BinaryBuilder binary, TwoLayerWeights layers, List<Shown> shown) {
            this.binary = binary;
            this.layers = layers;
            this.shown = shown;
        }

        /** @param root modified: its one skin, the primitives of its meshes, and its list of extensions */
        void write(ObjectNode root) {
            root.withArray("extensionsUsed").add(Vocabulary.TWO_LAYER);
            ObjectNode ofSkin = extension((ObjectNode) root.get("skins").get(0));
            ofSkin.put("version", Vocabulary.TWO_LAYER_VERSION);
            ofSkin.put(Vocabulary.ATOM_INFLUENCES, layers.atomInfluences());
            ofSkin.put(Vocabulary.ATOM_JOINTS, integers(layers.atomBones(), 1, layers.masterBoneCount()));
            ofSkin.put(Vocabulary.ATOM_WEIGHTS, floats(layers.atomWeights(), 1));
            for (int p = 0; p < shown.size(); p++) {
                int[] rows = rows(shown.get(p));
                int virtual = integers(perVertex(layers.vertexVirtual(), rows), 2, layers.virtualBoneCount());
                int coefficients = floats(perVertex(layers.vertexCoefficients(), rows), 2);
                for (JsonNode primitive : root.get("meshes").get(p).get("primitives")) {
                    extension((ObjectNode) primitive)
                            .put(Vocabulary.VIRTUAL_BONES, virtual)
                            .put(Vocabulary.COEFFICIENTS, coefficients);
                }
            }
        }

        private static ObjectNode extension(ObjectNode owner) {
            JsonNode known = owner.get("extensions");
            ObjectNode all = known instanceof ObjectNode object ? object : owner.putObject("extensions");
            return all.putObject(Vocabulary.TWO_LAYER);
        }

        /** The model's vertex of every file vertex. */
        private static int[] rows(Shown one) {
            return IntStream.range(0, one.split.count())
                    .map(i -> one.part.vertices()[one.split.source(i)])
                    .toArray();
        }

        private static int[] perVertex(int[] pairs, int[] rows) {
            int[] out = new int[2 * rows.length];
            for (int i = 0; i < rows.length; i++) {
                System.arraycopy(pairs, 2 * rows[i], out, 2 * i, 2);
            }
            return out;
        }

        private static double[] perVertex(double[] pairs, int[] rows) {
            double[] out = new double[2 * rows.length];
            for (int i = 0; i < rows.length; i++) {
                System.arraycopy(pairs, 2 * rows[i], out, 2 * i, 2);
            }
            return out;
        }

        private int integers(int[] values, int width, int bound) {
            ComponentType type = bound <= SHORT_VALUES ? ComponentType.UNSIGNED_SHORT : ComponentType.UNSIGNED_INT;
            ByteBuffer data = BinaryBuilder.littleEndian((long) values.length * type.bytes());
            for (int value : values) {
                if (type == ComponentType.UNSIGNED_SHORT) {
                    data.putShort((short) value);
                } else {
                    data.putInt(value);
                }
            }
            int view = binary.view(data.array(), values.length * type.bytes(), BinaryBuilder.Target.OTHER);
            return accessor(view, type, values.length, width);
        }

        private int floats(double[] values, int width) {
            ByteBuffer data = BinaryBuilder.littleEndian(4L * values.length);
            for (double value : values) {
                data.putFloat((float) value);
            }
            int view = binary.view(data.array(), data.capacity(), BinaryBuilder.Target.OTHER);
            return accessor(view, ComponentType.FLOAT, values.length, width);
        }

        private int accessor(int view, ComponentType type, int values, int width) {
            binary.accessor(view, 0, type, values / width, width == 1 ? "SCALAR" : "VEC" + width);
            return binary.lastAccessor();
        }
    }
}
