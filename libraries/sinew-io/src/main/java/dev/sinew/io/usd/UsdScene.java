package dev.sinew.io.usd;

import dev.sinew.io.parts.ObjectChoice;
import dev.sinew.io.usd.UsdPrim.UsdAttribute.UsdValue;
import dev.sinew.io.usd.UsdSurface.UsdMaterials;
import dev.sinew.math.Affine3;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The selected meshes of a stage, their skins, and their clips. */
final class UsdScene {
    private static final int MAX_VERTICES = Integer.MAX_VALUE / 3 - 16;

    private final UsdStage stage;
    private final String file;
    private final List<UsdSkeleton> skeletons;
    private final List<Part> parts = new ArrayList<>();

    /** A mesh and its skin. */
    record Part(UsdMesh mesh, Optional<UsdSkin> skin, Optional<UsdSkin.Influences> influences) {}

    /**
     * Animations that play together.
     *
     * @param animations one per skeleton of the stage, empty for those at rest
     */
    record Clip(String name, List<Optional<UsdPrim>> animations) {
        /** The requested rate, or the clip's rate that our own files declare. */
        OptionalDouble rate(OptionalDouble requested) {
            if (requested.isPresent()) {
                return requested;
            }
            return animations.stream()
                    .flatMap(Optional::stream)
                    .flatMap(a -> a.custom("framesPerSecond").stream())
                    .flatMapToDouble(v -> Arrays.stream(v.numbers()))
                    .filter(r -> r > 0 && Double.isFinite(r))
                    .findFirst();
        }
    }

    /**
     * @param objects paths or names of meshes; empty selects all
     * @param skinnedOnly whether to ignore meshes without a skeleton
     */
    UsdScene(UsdStage stage, List<String> objects, boolean skinnedOnly) {
        this.stage = stage;
        this.file = stage.files().file().toString();
        List<UsdPrim> prims = stage.meshes();
        this.skeletons = stage.prims("Skeleton").stream()
                .filter(s -> prims.stream().anyMatch(p -> UsdSkin.isSkinned(p)))
                .map(s -> new UsdSkeleton(file, s))
                .toList();
        boolean[] picked = ObjectChoice.pick(
                file, objects, prims.stream().map(p -> p.path().substring(1)).toList());
        long vertices = 0;
        for (int k = 0; k < picked.length; k++) {
            if (picked[k] && (!skinnedOnly || UsdSkin.isSkinned(prims.get(k)))) {
                UsdMesh mesh = new UsdMesh(file, prims.get(k));
                Optional<UsdSkin> skin = UsdSkin.of(mesh, skeletons);
                parts.add(new Part(mesh, skin, skin.map(UsdSkin::influences)));
                vertices += mesh.vertexCount();
            }
        }
        if (parts.isEmpty() || vertices == 0 || vertices > MAX_VERTICES) {
            throw new InvalidInputException(file + ": "
                    + (parts.isEmpty()
                            ? "none of its meshes has a skeleton"
                            : "its meshes have " + vertices + " vertices, more than supported"));
        }
    }

    static UsdScene open(Path file, List<String> objects, boolean skinnedOnly) {
        return new UsdScene(UsdStage.open(file), objects, skinnedOnly);
    }

    UsdStage stage() {
        return stage;
    }

    List<UsdSkeleton> skeletons() {
        return skeletons;
    }

    List<Part> parts() {
        return parts;
    }

    int vertexCount() {
        return parts.stream().mapToInt(p -> p.mesh().vertexCount()).sum();
    }

    /**
     * The clip that the stage plays, and the animations that no skeleton refers to: each moves the first skeleton it fits.
     */
    List<Clip> clips() {
        List<Optional<UsdPrim>> bound = skeletons.stream().map(this::source).toList();
        List<Clip> clips = new ArrayList<>();
        bound.stream()
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(first -> clips.add(new Clip(UsdMaterials.displayName(first), bound)));
        for (UsdPrim animation : stage.prims("SkelAnimation")) {
            if (!bound.contains(Optional.of(animation))) {
                unbound(animation).ifPresent(clips::add);
            }
        }
        return clips;
    }

    private Optional<UsdPrim> source(UsdSkeleton skeleton) {
        Stream<Optional<String>> targets = Stream.concat(
                Stream.of(skeleton.prim().inheritedTarget("skel:animationSource")),
                parts.stream()
                        .filter(p -> p.skin().isPresent() && p.skin().get().skeleton() == skeleton)
                        .map(p -> p.mesh().prim().inheritedTarget("skel:animationSource")));
        return targets.flatMap(Optional::stream)
                .flatMap(path -> stage.root().find(path).stream())
                .filter(a -> a.type().equals("SkelAnimation"))
                .findFirst();
    }

    private Optional<Clip> unbound(UsdPrim animation) {
        List<Optional<UsdPrim>> each = new ArrayList<>();
        boolean transformed = false;
        for (UsdSkeleton skeleton : skeletons) {
            boolean here = !transformed && skeleton.fits(animation);
            transformed |= here;
            each.add(here ? Optional.of(animation) : Optional.empty());
        }
        return transformed ? Optional.of(new Clip(UsdMaterials.displayName(animation), each)) : Optional.empty();
    }

    /** Adds the sample times of a clip's animations and of the skeletons' transforms. */
    void addTimes(Clip clip, TreeSet<Double> times) {
        for (int k = 0; k < skeletons.size(); k++) {
            clip.animations().get(k).ifPresent(a -> {
                for (String name : List.of("translations", "rotations", "scales")) {
                    a.attribute(name).ifPresent(v -> times.addAll(v.samples().keySet()));
                }
            });
            stage.transforms().addTimes(skeletons.get(k).prim(), times);
        }
    }

    /** 3×4 from a skeleton's space to metres and y-up. */
    double[] toWorld(UsdPrim prim, double time) {
        return UsdTransforms.times(stage.toMetres(), stage.transforms().toWorld(prim, time));
    }

    /** An open file as a stage: its units, axes, time codes and meshes. */
    static final class UsdStage {
        private static final double DEFAULT_METRES = 0.01;
        private static final double DEFAULT_RATE = 24;
        private static final int MAX_FRAMES = 200_000;
        private static final Set<String> NOT_SHOWN = Set.of("guide", "proxy");

        private final UsdPackage files;
        private final UsdTransforms transforms;

        private UsdStage(UsdPackage files) {
            this.files = files;
            this.transforms = new UsdTransforms(files.file().toString());
        }

        static UsdStage open(Path file) {
            return new UsdStage(UsdPackage.open(file));
        }

        /**
         * The time codes of frames.
         *
         * @param rate frames per second
         */
        record Clock(double first, double step, int count, double rate) {
            double time(int frame) {
                return first + frame * step;
            }
        }

        UsdPackage files() {
            return files;
        }

        UsdPrim root() {
            return files.root();
        }

        UsdTransforms transforms() {
            return transforms;
        }

        /** The visible prims of a type. */
        List<UsdPrim> prims(String type) {
            return root().active()
                    .filter(p -> p.type().equals(type) && isShown(p))
                    .toList();
        }

        private static boolean isShown(UsdPrim prim) {
            return prim.word("purpose").filter(NOT_SHOWN::contains).isEmpty();
        }

        List<UsdPrim> meshes() {
            List<UsdPrim> meshes = prims("Mesh");
            if (meshes.isEmpty()) {
                List<String> arcs = files.layer().arcs();
                throw new InvalidInputException(files.file() + " has no mesh"
                        + (arcs.isEmpty()
                                ? ""
                                : "; references to other layers (" + arcs.get(0)
                                        + ") are not supported. Flatten the stage first"));
            }
            return meshes;
        }

        private double number(String name, double otherwise) {
            UsdValue value = root().metadata().get(name);
            if (value == null || value.numbers().length == 0) {
                return otherwise;
            }
            double number = value.numbers()[0];
            if (!(number > 0) || Double.isInfinite(number)) {
                throw new InvalidInputException(files.file() + ": " + name + " is " + number + "; it must be positive");
            }
            return number;
        }

        /** 3×4 from the stage's units and axes to metres and y-up. */
        double[] toMetres() {
            double scale = number("metersPerUnit", DEFAULT_METRES);
            UsdValue up = root().metadata().get("upAxis");
            boolean zUp = up != null && up.texts().contains("Z");
            double[] m = new double[Affine3.STRIDE];
            m[0] = scale;
            m[zUp ? 6 : 5] = scale;
            m[zUp ? 9 : 10] = zUp ? -scale : scale;
            return m;
        }

        /**
         * Frames from the first to the last sample: one per time code, or at the requested rate.
         *
         * @param times times of the samples
         */
        Clock clock(SortedSet<Double> times, OptionalDouble requested) {
            double codes = number("timeCodesPerSecond", number("framesPerSecond", DEFAULT_RATE));
            double rate = requested.orElse(number("framesPerSecond", codes));
            if (times.isEmpty()) {
                return new Clock(0, 1, 1, rate);
            }
            double step = codes / rate;
            double span = (times.last() - times.first()) / step;
            if (!(span < MAX_FRAMES)) {
                throw new InvalidInputException(files.file() + ": its samples span " + span + " frames; at most "
                        + MAX_FRAMES + " are supported");
            }
            return new Clock(times.first(), step, 1 + (int) Math.floor(span + 1e-6), rate);
        }
    }
}
