package dev.sinew.assimp;

import static dev.sinew.run.InvalidInputException.field;

import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.MovedNodes;
import dev.sinew.io.parts.ObjectChoice;
import dev.sinew.io.parts.ShownPose;
import dev.sinew.math.Affine3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Converts a scene to a model: skinned meshes follow their bones, other meshes the node that shows them. */
final class SceneModel {
    private static final double DEFAULT_RATE = 30;
    private static final double MAX_RATE = 240;
    private static final long MAX_NUMBERS = 1L << 28;
    /** Frames that a clip may have even with few keys, and the additional frames per key. */
    private static final double BASE_FRAMES = 20_000;

    private static final double FRAMES_PER_KEY = 100;
    /** Nodes times frames: each takes one matrix product. */
    private static final double MAX_NODE_FRAMES = 3e8;
    /**
     * A mesh may be shown many times, each time with separate vertices. The limit applies to the sum, unless each mesh is
     * shown once.
     */
    private static final long MAX_COPIED_VERTICES = 1L << 20;

    private static final int MAX_PATH_CHARS = 1 << 12;
    /** Tolerance when classifying a bone's transformation. */
    private static final double TYPE_TOLERANCE = 1e-4;

    private final Path file;
    private final Scene scene;
    private final ScenePose pose;
    private final SceneBones bones = new SceneBones();

    private SceneModel(Path file, Scene scene) {
        this.file = file;
        this.scene = scene;
        this.pose = new ScenePose(scene);
    }

    static ModelDocument of(Path file, Scene scene, List<String> objects, OptionalDouble rate) {
        return named(file, () -> new SceneModel(file, scene).build(objects, rate));
    }

    /**
     * The bones and the clips of a scene that may contain no mesh. Without a skin, bones are the nodes that clips move, those below
     * them and those that join them.
     */
    static SkeletonMotion motionOf(Path file, Scene scene) {
        boolean skinned = scene.parts().stream().anyMatch(part -> !part.bones().isEmpty());
        return skinned
                ? SkeletonMotion.of(
                        of(file, scene, List.of(), OptionalDouble.empty()).model())
                : named(file, () -> new SceneModel(file, scene).motion());
    }

    private static <T> T named(Path file, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (InvalidInputException e) {
            // Mesh validation does not know the file.
            String sentence = e.getMessage();
            throw sentence.startsWith(file.toString()) ? e : new InvalidInputException(file + ": " + sentence, e);
        }
    }

    private SkeletonMotion motion() {
        Set<String> moved = scene.animations().stream()
                .flatMap(animation -> animation.channels().stream())
                .map(Scene.Channel::node)
                .collect(Collectors.toSet());
        double[] restGlobals = pose.restGlobals();
        List<Scene.Node> nodes = scene.nodes();
        int[] parents = nodes.stream().mapToInt(Scene.Node::parent).toArray();
        int[] order = IntStream.range(0, parents.length).toArray();
        for (int n : MovedNodes.skeleton(
                parents, order, k -> moved.contains(nodes.get(k).name()))) {
            double[] rest = Arrays.copyOfRange(restGlobals, Affine3.STRIDE * n, Affine3.STRIDE * (n + 1));
            bones.number(n, Affines.inverse(rest, 0).orElse(Affines.identity()));
        }
        if (bones.count() == 0) {
            throw new InvalidInputException(file + " has neither a skin nor an animation, so it contains no skeleton");
        }
        int[] joints = bones.order();
        return new SkeletonMotion(
                bones.skeleton(scene, restGlobals, joints, scene.metres()), clips(joints, OptionalDouble.empty()));
    }

    private record Use(String path, int node, int part) {}

    private ModelDocument build(List<String> objects, OptionalDouble rate) {
        List<Use> uses = uses();
        boolean[] picked = ObjectChoice.pick(
                file.toString(), objects, uses.stream().map(Use::path).toList());
        double[] restGlobals = pose.restGlobals();
        SceneMesh mesh = new SceneMesh(scene, restGlobals, bones);
        for (int k = 0; k < picked.length; k++) {
            if (picked[k]) {
                Use use = uses.get(k);
                mesh.add(use.node, scene.parts().get(use.part), use.path, pose);
            }
        }
        if (mesh.faceCount() == 0) {
            throw new InvalidInputException(file + " contains no mesh with faces");
        }
        int[] order = bones.order();
        List<Clip> clips = clips(order, rate);
        double[] shown = new double[Affine3.STRIDE * order.length];
        bones.matrices(restGlobals, order, scene.metres(), shown, 0);
        List<Clip> transforms = new ArrayList<>(clips);
        transforms.add(new Clip("", 1, new BoneMotion(order.length, 1, shown)));
        SkinnedModel model = new SkinnedModel(
                mesh.mesh(file),
                mesh.skinWeights(order),
                bones.skeleton(scene, restGlobals, order, scene.metres()),
                kind(transforms),
                clips);
        return ShownPose.document(model, shown);
    }

    private List<Use> uses() {
        List<Use> uses = new ArrayList<>();
        long once = scene.parts().stream()
                .mapToLong(part -> part.positions().length / 3)
                .sum();
        long most = Math.max(MAX_COPIED_VERTICES, once);
        long vertices = 0;
        for (int n = 0; n < scene.nodes().size(); n++) {
            for (int part : scene.nodes().get(n).meshes()) {
                vertices += scene.parts().get(part).positions().length / 3;
                uses.add(new Use(path(n), n, part));
                if (vertices > most) {
                    throw new InvalidInputException(file + " shows its meshes so often that they have at least "
                            + vertices + " vertices; at most " + most + " are supported");
                }
            }
        }
        return uses;
    }

    /** Names from the root down; the root's name is omitted. Very deep paths keep only the last names. */
    private String path(int node) {
        Deque<String> names = new ArrayDeque<>();
        int length = 0;
        for (int at = node;
                at == node
                        || at != Scene.NONE && scene.nodes().get(at).parent() != Scene.NONE && length < MAX_PATH_CHARS;
                at = scene.nodes().get(at).parent()) {
            names.push(scene.nodes().get(at).name());
            length += names.peek().length() + 1;
        }
        return String.join("/", names);
    }

    private List<Clip> clips(int[] order, OptionalDouble wanted) {
        List<Clip> clips = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (Scene.Animation animation : scene.animations()) {
            if (animation.channels().isEmpty()) {
                continue;
            }
            double own = animation.ticks() >= 1 && animation.ticks() <= MAX_RATE ? animation.ticks() : DEFAULT_RATE;
            double rate = wanted.orElse(KeyRate.of(animation).orElse(own));
            String name = animation.name();
            for (int k = 2; !taken.add(name); k++) {
                name = animation.name() + "_" + k;
            }
            clips.add(new Clip(name, rate, motion(animation, rate, order)));
        }
        return clips;
    }

    private BoneMotion motion(Scene.Animation animation, double rate, int[] order) {
        int stride = Affine3.STRIDE * order.length;
        double frames = Math.rint(Math.max(0, animation.seconds()) * rate) + 1;
        long keys = animation.channels().stream()
                .flatMap(c -> Stream.of(c.position(), c.rotation(), c.scale()))
                .mapToLong(k -> k.seconds().length)
                .max()
                .orElse(0);
        if (!(frames * stride <= MAX_NUMBERS
                && frames * scene.nodes().size() <= MAX_NODE_FRAMES
                && frames <= BASE_FRAMES + FRAMES_PER_KEY * keys)) {
            throw new InvalidInputException(file + ": clip '" + animation.name() + "' lasts " + animation.seconds()
                    + " s with at most " + keys + " keys per track, which is too long at " + rate
                    + " frames per second. Use a lower " + field("fps"));
        }
        double[] matrices = new double[(int) frames * stride];
        for (int f = 0; f < (int) frames; f++) {
            bones.matrices(pose.at(animation, f / rate), order, scene.metres(), matrices, f * stride);
        }
        for (double x : matrices) {
            if (!Double.isFinite(x)) {
                throw new InvalidInputException(file + ": clip '" + animation.name() + "' moves a bone to " + x
                        + "; only finite numbers are supported");
            }
        }
        return new BoneMotion(order.length, (int) frames, matrices);
    }

    private static BoneType kind(List<Clip> clips) {
        BoneType kind = BoneType.RIGID;
        for (Clip clip : clips) {
            double[] m = clip.motion().matrices();
            for (int at = 0; at < m.length; at += Affine3.STRIDE) {
                BoneType own = kind(m, at);
                // The most general type comes first.
                kind = own.ordinal() < kind.ordinal() ? own : kind;
            }
        }
        return kind;
    }

    /** Decides by AᵀA: the identity, a multiple of it, or neither. */
    private static BoneType kind(double[] m, int at) {
        double[] gram = new double[6];
        int k = 0;
        for (int a = 0; a < 3; a++) {
            for (int b = a; b < 3; b++) {
                gram[k++] = m[at + a] * m[at + b] + m[at + 4 + a] * m[at + 4 + b] + m[at + 8 + a] * m[at + 8 + b];
            }
        }
        double square = (gram[0] + gram[3] + gram[5]) / 3;
        double off =
                Math.max(Math.abs(gram[0] - square), Math.max(Math.abs(gram[3] - square), Math.abs(gram[5] - square)));
        off = Math.max(off, Math.max(Math.abs(gram[1]), Math.max(Math.abs(gram[2]), Math.abs(gram[4]))));
        if (off > TYPE_TOLERANCE * Math.max(square, 1e-12)) {
            return BoneType.AFFINE;
        }
        boolean mirrored = Affine3.determinant(m, at) < 0;
        return mirrored || Math.abs(square - 1) > TYPE_TOLERANCE ? BoneType.SIMILARITY : BoneType.RIGID;
    }

    /** Derives the frame rate from the keys: FBX stores one rate per file, but clips may differ. */
    private static final class KeyRate {
        /** At lower rates the keys are sparse rather than one per frame. */
        private static final double MIN_RATE = 10;

        private static final double MAX_KEY_RATE = 240;
        /** How far a key may be from a frame, in frames. */
        private static final double GRID_TOLERANCE = 0.02;

        private KeyRate() {}

        /** Frames per second, if every key lies on a frame. */
        static OptionalDouble of(Scene.Animation animation) {
            double[] times = animation.channels().stream()
                    .flatMap(c -> Stream.of(c.position(), c.rotation(), c.scale()))
                    .flatMapToDouble(keys -> DoubleStream.of(keys.seconds()))
                    .sorted()
                    .toArray();
            double step = Double.POSITIVE_INFINITY;
            for (int k = 1; k < times.length; k++) {
                double apart = times[k] - times[k - 1];
                step = apart > 0.5 / MAX_KEY_RATE ? Math.min(step, apart) : step;
            }
            double length = times.length == 0 ? 0 : times[times.length - 1] - times[0];
            double rate = Math.rint(length / step) / length;
            double whole = Math.rint(rate);
            double likely = Math.abs(rate - whole) < 1e-3 * rate ? whole : rate;
            boolean even = Arrays.stream(times).allMatch(t -> {
                double frame = (t - times[0]) * likely;
                return Math.abs(frame - Math.rint(frame)) < GRID_TOLERANCE;
            });
            return even && likely >= MIN_RATE && likely <= MAX_KEY_RATE
                    ? OptionalDouble.of(likely)
                    : OptionalDouble.empty();
        }
    }
}
