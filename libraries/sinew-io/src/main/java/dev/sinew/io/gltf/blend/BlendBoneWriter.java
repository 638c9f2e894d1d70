package dev.sinew.io.gltf.blend;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.GltfPlayer;
import dev.sinew.io.gltf.blend.BlendSampler.BlendParents;
import dev.sinew.io.gltf.blend.BlendSkins.BlendWeights;
import dev.sinew.io.gltf.blend.NodeConstraints.Constraint;
import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.document.GltfContainer.ImageKind;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.GltfDocument.UriData;
import dev.sinew.io.gltf.document.Names;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.io.gltf.read.GltfClip;
import dev.sinew.io.gltf.read.RigFile;
import dev.sinew.io.gltf.read.VertexBlocks;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.keys.BoneReach;
import dev.sinew.keys.Track;
import dev.sinew.math.Affine3;
import dev.sinew.mesh.Box;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinningOperator;
import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a rigged file again with blend bones: new joints under the character's root, or next to the joint that they follow, animated in every clip, and new weights
 * for its skinned meshes. Everything else stays unchanged.
 */
public final class BlendBoneWriter {
    /** How far removing keys may move a vertex, as a fraction of the model's size. */
    private static final double MAX_RELATIVE_SHIFT = 1e-6;

    private final RigFile rig;
    private final LinearizedModel model;
    private final GltfEdit edit;
    private final List<String> notes = new ArrayList<>();
    /** Skins that need each blend bone. */
    private final List<Set<Integer>> skinsOf = new ArrayList<>();
    /** Outer node of every blend bone. */
    private final int[] outers;

    private final int[] joints;
    private final BlendCurves.Form form;
    /** The constraint of every blend bone that has one. */
    private final List<Optional<Constraint>> constraints = new ArrayList<>();
    /** 3×4 from the joint of every blend bone to the model's rest pose, in the bind pose. */
    private final List<double[]> binds = new ArrayList<>();

    private BlendBoneWriter(GltfPlayer source, LinearizedModel model) {
        this.rig = new RigFile(SharedMeshes.separate(source.copyOfDocument()));
        this.model = model;
        this.edit = new GltfEdit(rig.document);
        this.outers = new int[model.blendBones().count()];
        this.joints = new int[outers.length];
        this.form = model.blendBones().operator() == SkinningOperator.SCALED_DUAL_QUATERNION
                ? BlendCurves.Form.AFFINE
                : BlendCurves.Form.SIMILARITY;
    }

    /**
     * @param source the file that the model was read from; not modified
     * @param model derived from the file's model
     * @param target {@code .glb}, or {@code .gltf} with an embedded buffer
     */
    public static WrittenModel write(GltfPlayer source, LinearizedModel model, Path target) {
        return new BlendBoneWriter(source, model).write(target);
    }

    private WrittenModel write(Path target) {
        findSkins();
        BlendWeights weights = new BlendWeights(rig, model, edit, skinsOf);
        weights.remove();
        BlendSkins skins = new BlendSkins(rig, model, edit, skinsOf);
        skins.remove();
        edit.collectFree();
        BlendSampler sampler = putNodes();
        weights.put();
        skins.put(joints, outers, binds);
        long keys = putAnimations(sampler);
        new ExternalImages(rig.document, edit).embed(target, notes);
        if (outers.length > 0) {
            declare(Vocabulary.BLEND_BONES);
        }
        if (constraints.stream().anyMatch(Optional::isPresent)) {
            declare(NodeConstraints.EXTENSION);
        }
        return new WrittenModel(edit.write(target), WrittenModel.Parts.UNKNOWN, keys, 0, 0, notes);
    }

    /** A blend bone belongs to the skins whose vertices have weight on it. */
    private void findSkins() {
        for (int k = 0; k < outers.length; k++) {
            skinsOf.add(new TreeSet<>());
        }
        SkinWeights w = model.model().weights();
        for (VertexBlocks.Block block : rig.blocks.all()) {
            for (int at = block.first() * w.influences(); at < (block.first() + block.count()) * w.influences(); at++) {
                int k = w.bones()[at] - model.masterCount();
                if (k >= 0 && w.weights()[at] > 0 && !block.primitive().joints().isEmpty()) {
                    skinsOf.get(k).add(block.primitive().skin());
                }
            }
        }
        // A blend bone without vertices is kept too: in the first skin that has its drivers.
        for (Set<Integer> skins : skinsOf) {
            if (skins.isEmpty()) {
                skins.add(rig.uses.get(0).skin());
            }
        }
    }

    private BlendSampler putNodes() {
        BoneReach reach = new BoneReach(model.model());
        double[] radii = new double[outers.length];
        for (int k = 0; k < radii.length; k++) {
            radii[k] = reach.radius(model.masterCount() + k);
        }
        double size = Box.around(model.model().rest().positions()).diagonal();
        if (form == BlendCurves.Form.SIMILARITY) {
            constraints.addAll(NodeConstraints.find(rig, model, radii, size));
        } else {
            Arrays.stream(outers).forEach(k -> constraints.add(Optional.empty()));
        }
        int[] parents = parents();
        for (int k = 0; k < outers.length; k++) {
            int bone = model.masterCount() + k;
            binds.add(constraints
                    .get(k)
                    .map(c -> NodeConstraints.bind(rig, c.bone()))
                    .orElseGet(() -> pivotOf(bone)));
        }
        BlendSampler sampler = new BlendSampler(rig, model, parents, binds, radii, size > 0 ? size : 1);
        BlendCurves[] restCurves = restCurves(sampler);
        Names taken = new Names();
        edit.list("nodes").forEach(node -> taken.take(node.path("name").asString("")));
        for (int k = 0; k < outers.length; k++) {
            putNode(k, parents[k], restCurves[k], taken);
        }
        return sampler;
    }

    private double[] pivotOf(int bone) {
        double[] bind = new double[12];
        Affine3.identity(bind, 0);
        for (int x = 0; x < 3; x++) {
            bind[4 * x + 3] = (float) model.model().skeleton().pivots()[3 * bone + x];
        }
        return bind;
    }

    private BlendCurves[] restCurves(BlendSampler sampler) {
        double[] locals = sampler.restLocals();
        BlendCurves[] restCurves = new BlendCurves[outers.length];
        for (int k = 0; k < restCurves.length; k++) {
            restCurves[k] = new BlendCurves(form, new double[1], Arrays.copyOfRange(locals, 12 * k, 12 * k + 12));
        }
        return restCurves;
    }

    /** Skins that share a blend bone need a common node for it. */
    private int[] parents() {
        BlendParents finder = new BlendParents(rig, edit);
        Map<Set<Integer>, Integer> known = new HashMap<>();
        int[] parents = new int[outers.length];
        for (int k = 0; k < parents.length; k++) {
            Set<Integer> own = skinsOf.get(k);
            parents[k] = constraints
                    .get(k)
                    .map(Constraint::parent)
                    .orElseGet(() -> known.computeIfAbsent(own, skins -> finder.of(List.copyOf(skins))));
        }
        return parents;
    }

    private void putNode(int k, int parent, BlendCurves restCurves, Names taken) {
        ArrayNode nodes = edit.list("nodes");
        String name = model.model().skeleton().names().get(model.masterCount() + k);
        String own = taken.unused(name);
        outers[k] = nodes.size();
        joints[k] = form == BlendCurves.Form.AFFINE ? outers[k] + 1 : outers[k];
        ((ObjectNode) nodes.get(parent)).withArray("children").add(outers[k]);
        ObjectNode outer = nodes.addObject();
        outer.put("name", form == BlendCurves.Form.AFFINE ? taken.unused(own + "_frame") : own);
        put(outer, "translation", restCurves.translation(), 0, 0, 0);
        put(outer, "rotation", restCurves.rotation(), 0, 0, 0, 1);
        put(outer, "scale", restCurves.scale(), 1, 1, 1);
        constraints.get(k).ifPresent(constraint -> constraint.write(outer));
        if (form == BlendCurves.Form.AFFINE) {
            outer.putArray("children").add(joints[k]);
            put(nodes.addObject().put("name", own), "rotation", restCurves.innerRotation(), 0, 0, 0, 1);
        }
    }

    private static void put(ObjectNode node, String name, double[] value, double... usual) {
        if (Arrays.equals(value, usual)) {
            return;
        }
        ArrayNode array = node.putArray(name);
        for (double x : value) {
            array.add((double) (float) x);
        }
    }

    private long putAnimations(BlendSampler sampler) {
        BlendCurves[] restCurves = restCurves(sampler);
        ClipAppender appender = new ClipAppender(edit);
        for (GltfClip clip : outers.length == 0 ? List.<GltfClip>of() : rig.clips) {
            BlendCurves[] curves = sampler.curves(clip, form);
            List<Track> tracks = new ArrayList<>();
            for (int k = 0; k < curves.length; k++) {
                tracks.addAll(curves[k].tracks(
                        outers[k], restCurves[k], MAX_RELATIVE_SHIFT * sampler.size(), sampler.radius(k)));
            }
            appender.add(clip.animation(), tracks);
        }
        return appender.finish();
    }

    private void declare(String extension) {
        ArrayNode used = edit.list("extensionsUsed");
        for (JsonNode name : used) {
            if (name.asString("").equals(extension)) {
                return;
            }
        }
        used.add(extension);
    }

    /** Duplicates a mesh that nodes show with two skins: its joint indices can refer to only one skin once they change. */
    private static final class SharedMeshes {
        private SharedMeshes() {}

        /** @param document modified, before any of it is read */
        static GltfDocument separate(GltfDocument document) {
            JsonNode root = document.root().node();
            if (!(root.path("meshes") instanceof ArrayNode meshes)) {
                return document;
            }
            Map<Integer, Integer> firstSkin = new HashMap<>();
            Map<List<Integer>, Integer> copies = new HashMap<>();
            for (JsonNode node : root.path("nodes")) {
                int mesh = node.path("mesh").asInt(-1);
                int skin = node.path("skin").asInt(-1);
                if (mesh < 0
                        || mesh >= meshes.size()
                        || skin < 0
                        || firstSkin.computeIfAbsent(mesh, m -> skin) == skin) {
                    continue;
                }
                int copy = copies.computeIfAbsent(List.of(mesh, skin), use -> {
                    meshes.add(meshes.get(mesh).deepCopy());
                    return meshes.size() - 1;
                });
                ((ObjectNode) node).put("mesh", copy);
            }
            return document;
        }
    }

    /** Embeds images from separate files when a file is written to another folder. */
    private static final class ExternalImages {
        private final GltfDocument document;
        private final GltfEdit edit;

        ExternalImages(GltfDocument document, GltfEdit edit) {
            this.document = document;
            this.edit = edit;
        }

        /** @param notes modified: images that could not be embedded */
        void embed(Path target, List<String> notes) {
            for (JsonValue image : document.list("images")) {
                Optional<JsonValue> uri =
                        image.find("uri").filter(u -> !u.text().startsWith("data:"));
                if (uri.isPresent() && !sameFolder(target)) {
                    try {
                        embed((ObjectNode) image.node(), UriData.load(document.file(), uri.get()));
                    } catch (InvalidInputException e) {
                        notes.add(e.getMessage() + "; the reference to the image is unchanged");
                    }
                }
            }
        }

        /** A .gltf in the same folder finds the same images. */
        private boolean sameFolder(Path target) {
            boolean plain = String.valueOf(target.getFileName())
                    .toLowerCase(Locale.ROOT)
                    .endsWith(".gltf");
            Path from = document.file().toAbsolutePath().normalize().getParent();
            return plain && from.equals(target.toAbsolutePath().normalize().getParent());
        }

        private void embed(ObjectNode image, ByteBuffer data) {
            byte[] bytes = new byte[data.capacity()];
            data.get(0, bytes);
            Optional<String> kind = Optional.ofNullable(image.get("mimeType"))
                    .map(type -> type.asString(""))
                    .or(() -> ImageKind.ofAny(bytes));
            // Unknown image types are embedded too: the new file must not refer to files that are not in its folder.
            image.put("bufferView", edit.view(bytes, BinaryBuilder.Target.OTHER));
            image.put("mimeType", kind.orElse("application/octet-stream"));
            image.remove("uri");
        }
    }

    /** Adds channels to the animations of a file, with all their numbers in one view. Track times are in seconds. */
    private static final class ClipAppender {
        private record Added(int animation, Track track, int times, int values) {}

        private final GltfEdit edit;
        private final List<Added> all = new ArrayList<>();
        private final List<float[]> pool = new ArrayList<>();
        private int pooled;

        ClipAppender(GltfEdit edit) {
            this.edit = edit;
        }

        void add(int animation, List<Track> tracks) {
            Map<List<Double>, Integer> timesAt = new HashMap<>();
            for (Track track : tracks) {
                List<Double> key = Arrays.stream(track.frames()).boxed().toList();
                int times = timesAt.computeIfAbsent(key, k -> pool(track.frames()));
                all.add(new Added(animation, track, times, pool(track.values())));
            }
        }

        private int pool(double[] values) {
            float[] floats = new float[values.length];
            for (int k = 0; k < floats.length; k++) {
                floats[k] = (float) values[k];
            }
            pool.add(floats);
            pooled = Math.addExact(pooled, floats.length);
            return pooled - floats.length;
        }

        /** Writes the added channels and returns the number of keys. */
        long finish() {
            if (all.isEmpty()) {
                return 0;
            }
            float[] numbers = new float[pooled];
            int at = 0;
            for (float[] part : pool) {
                System.arraycopy(part, 0, numbers, at, part.length);
                at += part.length;
            }
            int view = edit.view(numbers, BinaryBuilder.Target.OTHER);
            Map<Integer, Integer> timeAccessors = new HashMap<>();
            long keys = 0;
            for (Added added : all) {
                int count = added.track.keys();
                int input =
                        timeAccessors.computeIfAbsent(added.times, from -> timeAccessor(view, numbers, from, count));
                int width = added.track.property().width();
                int output = edit.accessor(view, 4L * added.values, ComponentType.FLOAT, count, "VEC" + width);
                put(added, input, output);
                keys += count;
            }
            return keys;
        }

        private int timeAccessor(int view, float[] numbers, int from, int count) {
            int accessor = edit.accessor(view, 4L * from, ComponentType.FLOAT, count, "SCALAR");
            edit.accessor(accessor).putArray("min").add((double) numbers[from]);
            edit.accessor(accessor).putArray("max").add((double) numbers[from + count - 1]);
            return accessor;
        }

        private void put(Added added, int input, int output) {
            ObjectNode animation = (ObjectNode) edit.list("animations").get(added.animation);
            ArrayNode samplers = animation.withArray("samplers");
            samplers.addObject()
                    .put("input", input)
                    .put("interpolation", "LINEAR")
                    .put("output", output);
            ObjectNode channel = animation.withArray("channels").addObject();
            channel.put("sampler", samplers.size() - 1);
            channel.putObject("target")
                    .put("node", added.track.node())
                    .put("path", added.track.property().path());
        }
    }
}
