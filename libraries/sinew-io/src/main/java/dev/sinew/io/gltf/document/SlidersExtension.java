package dev.sinew.io.gltf.document;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.handles.HandlesJson;
import dev.sinew.io.parts.Sliders;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.HandleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The extension {@code SINEW_sliders} of a skin: the joints' transforms with a slider at one. See docs/reference/extensions.md. */
public final class SlidersExtension {
    static final String NAME = "SINEW_sliders";
    private static final int VERSION = 1;

    private SlidersExtension() {}

    /** @param root modified: its one skin and its list of extensions */
    public static void write(ObjectNode root, BinaryBuilder binary, Sliders content) {
        root.withArray("extensionsUsed").add(NAME);
        ObjectNode skin = (ObjectNode) root.get("skins").get(0);
        ObjectNode extension = skin.withObject("extensions").putObject(NAME);
        extension.put("version", VERSION);
        ArrayNode names = extension.putArray("names");
        content.names().forEach(names::add);
        extension.put("deltas", scalars(binary, content.deltas()));
        ArrayNode clips = extension.putArray("clips");
        for (Sliders.Curve curve : content.clips()) {
            ObjectNode clip = clips.addObject();
            clip.put("name", curve.name());
            clip.put("framesPerSecond", curve.framesPerSecond());
            clip.put("weights", scalars(binary, curve.weights()));
        }
    }

    static int scalars(BinaryBuilder binary, double[] values) {
        float[] floats = new float[values.length];
        for (int k = 0; k < floats.length; k++) {
            floats[k] = (float) values[k];
        }
        int view = binary.view(floats, BinaryBuilder.Target.OTHER);
        binary.accessor(view, 0, ComponentType.FLOAT, floats.length, "SCALAR");
        return binary.lastAccessor();
    }

    /** The sliders of a skin, if it has any. @param bones number of its joints */
    public static Optional<Sliders> read(JsonValue skin, AccessorReader accessors, int bones) {
        return skin.find("extensions").flatMap(e -> e.find(NAME)).map(location -> content(location, accessors, bones));
    }

    private static Sliders content(JsonValue location, AccessorReader accessors, int bones) {
        int version = location.get("version").integer(1, Integer.MAX_VALUE);
        if (version != VERSION) {
            throw location.bad("has version " + version + "; only version " + VERSION + " is supported");
        }
        List<String> names =
                location.get("names").elements().stream().map(JsonValue::text).toList();
        double[] deltas = numbers(location.get("deltas"), accessors);
        if (names.isEmpty() || deltas.length != (long) names.size() * bones * BoneMotion.STRIDE) {
            throw location.bad(
                    "has " + deltas.length + " numbers for " + names.size() + " sliders and " + bones + " joints");
        }
        List<Sliders.Curve> curves = new ArrayList<>();
        for (JsonValue clip : location.list("clips")) {
            double[] weights = numbers(clip.get("weights"), accessors);
            double rate = clip.get("framesPerSecond").number();
            if (weights.length % names.size() != 0 || !(rate > 0)) {
                throw clip.bad("has " + weights.length + " weights for " + names.size() + " sliders at " + rate
                        + " frames per second");
            }
            curves.add(new Sliders.Curve(clip.get("name").text(), rate, weights));
        }
        return new Sliders(names, bones, deltas, curves);
    }

    static double[] numbers(JsonValue index, AccessorReader accessors) {
        float[] values = accessors.finiteFloats(accessors.resolve(index), 1);
        double[] out = new double[values.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = values[k];
        }
        return out;
    }

    /** The extension {@code SINEW_handles} at the root of a glTF file: the handles of the bones. See docs/reference/extensions.md. */
    public static final class HandlesExtension {
        static final String NAME = "SINEW_handles";

        private HandlesExtension() {}

        public static void write(ObjectNode root, HandleSet handles) {
            JsonNode used = root.get("extensionsUsed");
            ArrayNode list = used instanceof ArrayNode array ? array : root.putArray("extensionsUsed");
            list.add(NAME);
            JsonNode extensions = root.get("extensions");
            ObjectNode all = extensions instanceof ObjectNode object ? object : root.putObject("extensions");
            HandlesJson.write(all.putObject(NAME), handles);
        }

        /** The handles of a file, if it has any. */
        public static Optional<HandleSet> read(JsonValue root, Mesh mesh) {
            return root.find("extensions")
                    .flatMap(e -> e.find(NAME))
                    .map(location -> HandlesJson.read(location, HandlesJson.vertices(mesh), UnaryOperator.identity()));
        }
    }
}
