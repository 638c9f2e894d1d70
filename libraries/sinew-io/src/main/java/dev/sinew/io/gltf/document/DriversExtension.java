package dev.sinew.io.gltf.document;

import dev.sinew.io.file.JsonValue;
import dev.sinew.model.Drivers;
import dev.sinew.model.Drivers.Inputs;
import dev.sinew.model.Drivers.Kernels;
import dev.sinew.model.Drivers.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The extension {@code SINEW_drivers} of a skin: how helper bones follow the pose. See docs/reference/extensions.md. */
public final class DriversExtension {
    static final String NAME = "SINEW_drivers";
    private static final int VERSION = 1;

    private DriversExtension() {}

    /**
     * @param root modified: its one skin and its list of extensions
     * @param content numbers the skin's joints
     */
    public static void write(ObjectNode root, BinaryBuilder binary, Drivers content) {
        root.withArray("extensionsUsed").add(NAME);
        ObjectNode skin = (ObjectNode) root.get("skins").get(0);
        ObjectNode extension = skin.withObject("extensions").putObject(NAME);
        extension.put("version", VERSION);
        Inputs inputs = content.inputs();
        extension.put("inputs", inputs.kind().name().toLowerCase(Locale.ROOT));
        extension.put("interval", inputs.interval());
        extension.put("carrier", inputs.carrier());
        Arrays.stream(inputs.joints()).forEach(extension.putArray("joints")::add);
        Arrays.stream(inputs.parents()).forEach(extension.putArray("parents")::add);
        extension.put("stretch", content.stretch());
        ArrayNode helpers = extension.putArray("helpers");
        for (int h = 0; h < content.count(); h++) {
            ObjectNode helper = helpers.addObject();
            helper.put("joint", content.bones()[h]);
            helper.put("reference", content.references()[h]);
            ArrayNode pivot = helper.putArray("pivot");
            for (int x = 0; x < 3; x++) {
                pivot.add(content.pivots()[3 * h + x]);
            }
        }
        if (content.shapes() > 0) {
            extension.put("shapes", content.shapes());
        }
        extension.put("constant", SlidersExtension.scalars(binary, content.constant()));
        if (content.matrix().length > 0) {
            extension.put("matrix", SlidersExtension.scalars(binary, content.matrix()));
        }
        Kernels kernels = content.kernels();
        if (kernels.count() > 0) {
            ObjectNode functions = extension.putObject("kernels");
            functions.put("scales", SlidersExtension.scalars(binary, kernels.scales()));
            functions.put("centres", SlidersExtension.scalars(binary, kernels.centres()));
            functions.put("matrix", SlidersExtension.scalars(binary, kernels.matrix()));
        }
        extension.put("low", SlidersExtension.scalars(binary, content.low()));
        extension.put("high", SlidersExtension.scalars(binary, content.high()));
    }

    /**
     * The drivers of a skin, if it has any.
     *
     * @param bones the bone of each of its joints
     * @param targets number of morph targets of its meshes
     */
    public static Optional<Drivers> read(JsonValue skin, AccessorReader accessors, int[] bones, int targets) {
        return skin.find("extensions")
                .flatMap(e -> e.find(NAME))
                .map(location -> content(location, accessors, bones, targets));
    }

    private static Drivers content(JsonValue location, AccessorReader accessors, int[] bones, int targets) {
        int version = location.get("version").integer(1, Integer.MAX_VALUE);
        if (version != VERSION) {
            throw location.bad("has version " + version + "; only version " + VERSION + " is supported");
        }
        JsonValue word = location.get("inputs");
        Kind kind = Arrays.stream(Kind.values())
                .filter(k -> k.name().equalsIgnoreCase(word.text()))
                .findFirst()
                .orElseThrow(() -> word.bad("is '" + word.text() + "'; it must be constant, pose, rates or motion"));
        JsonValue interval = location.get("interval");
        if (!(interval.number() > 0) || interval.number() > 1) {
            throw interval.bad("is " + interval.number() + "; it must be above 0 and at most 1 second");
        }
        int[] joints = joints(location.list("joints"), bones);
        int[] parents = joints(location.list("parents"), bones);
        if (joints.length != parents.length) {
            throw location.bad(
                    "has " + joints.length + " joints and " + parents.length + " parents; their numbers must be equal");
        }
        Inputs inputs = new Inputs(kind, joints, parents, joint(location.get("carrier"), bones), interval.number());
        List<JsonValue> helpers = location.list("helpers");
        int[] driven = new int[helpers.size()];
        int[] references = new int[helpers.size()];
        double[] pivots = new double[3 * helpers.size()];
        for (int h = 0; h < driven.length; h++) {
            driven[h] = joint(helpers.get(h).get("joint"), bones);
            references[h] = joint(helpers.get(h).get("reference"), bones);
            System.arraycopy(helpers.get(h).get("pivot").numbers(3), 0, pivots, 3 * h, 3);
        }
        checkFree(location, driven, references, inputs);
        boolean stretch = location.find("stretch").map(JsonValue::flag).orElse(false);
        int shapes = location.find("shapes")
                .map(value -> value.integer(0, Integer.MAX_VALUE))
                .orElse(0);
        if (shapes != 0 && shapes != targets) {
            throw location.bad("drives " + shapes + " morph targets, but the mesh has " + targets
                    + "; all of them must be driven, or none");
        }
        int outputs = driven.length * (stretch ? 12 : 6) + shapes;
        return new Drivers(
                inputs,
                driven,
                references,
                pivots,
                stretch,
                shapes,
                numbers(location, "constant", accessors, outputs),
                inputs.count() == 0
                        ? new double[0]
                        : numbers(location, "matrix", accessors, (long) outputs * inputs.count()),
                location.find("kernels")
                        .map(value -> kernels(value, accessors, inputs.count(), outputs))
                        .orElse(Kernels.NONE),
                numbers(location, "low", accessors, outputs),
                numbers(location, "high", accessors, outputs));
    }

    private static Kernels kernels(JsonValue location, AccessorReader accessors, int inputs, int outputs) {
        double[] scales = numbers(location, "scales", accessors, inputs);
        double[] centres = SlidersExtension.numbers(location.get("centres"), accessors);
        if (inputs == 0 || centres.length == 0 || centres.length % inputs != 0) {
            throw location.bad("has " + centres.length + " numbers in 'centres'; it must have " + inputs
                    + " per kernel, the number of inputs");
        }
        long count = centres.length / inputs;
        return new Kernels(scales, centres, numbers(location, "matrix", accessors, count * outputs));
    }

    /** Rejects helpers that other helpers need: they would depend on the order of evaluation. */
    private static void checkFree(JsonValue location, int[] driven, int[] references, Inputs inputs) {
        for (int bone : driven) {
            boolean isRead = Arrays.stream(references).anyMatch(b -> b == bone)
                    || Arrays.stream(inputs.joints()).anyMatch(b -> b == bone)
                    || Arrays.stream(inputs.parents()).anyMatch(b -> b == bone)
                    || inputs.carrier() == bone;
            if (isRead || Arrays.stream(driven).filter(b -> b == bone).count() > 1) {
                throw location.bad("drives bone " + bone
                        + " twice or uses it as an input; driven bones must be driven once and drive no others");
            }
        }
    }

    private static int joint(JsonValue value, int[] bones) {
        return bones[value.index(bones.length, "joints")];
    }

    private static int[] joints(List<JsonValue> values, int[] bones) {
        return values.stream().mapToInt(value -> joint(value, bones)).toArray();
    }

    private static double[] numbers(JsonValue location, String name, AccessorReader accessors, long count) {
        double[] values = SlidersExtension.numbers(location.get(name), accessors);
        if (values.length != count) {
            throw location.bad("has " + values.length + " numbers in '" + name + "'; it must have " + count);
        }
        return values;
    }
}
