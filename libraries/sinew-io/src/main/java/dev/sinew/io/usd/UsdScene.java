package dev.sinew.io.usd;

import dev.sinew.io.parts.ObjectChoice;
import dev.sinew.io.usd.UsdPrim.UsdAttribute.UsdValue;
import dev.sinew.io.usd.UsdSurface.UsdMaterials;
import dev.sinew.math.Affine3;
import dev.sinew.run.RefusedException;
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

/** The meshes that are taken of a stage, their skins, and the clips that move them. */
final class UsdScene {
    private static final int MOST_VERTICES = Integer.MAX_VALUE / 3 - 16;

    private final UsdStage stage;
    private final String file;
    private final List<UsdSkeleton> skeletons;
    private final List<Part> parts = new ArrayList<>();

    /** A mesh and what it hangs on. */
    record Part(UsdMesh mesh, Optional<UsdSkin> skin, Optional<UsdSkin.Influences> influences) {}

    /**
     * What plays together.
     *
     * @param animations one per skeleton of the stage, nothing for those that rest
     */
    record Clip(String name, List<Optional<UsdPrim>> animations) {
        /** The rate asked for, or what our own files say is the clip's. */
        OptionalDouble rate(OptionalDouble asked) {
            if (asked.isPresent()) {
                return asked;
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
     * @param objects paths or names of meshes, all where there are none
     * @param skinnedOnly whether meshes without a skeleton are left aside
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
        if (parts.isEmpty() || vertices == 0 || vertices > MOST_VERTICES) {
            throw new RefusedException(file + ": "
                    + (parts.isEmpty()
                            ? "no mesh of it hangs on a skeleton"
                            : "its meshes have " + vertices + " vertices"));
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

    /** What the stage plays, and the animations that no skeleton names: each moves the first one that it fits. */
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
        Stream<Optional<String>> said = Stream.concat(
                Stream.of(skeleton.prim().inheritedTarget("skel:animationSource")),
                parts.stream()
                        .filter(p -> p.skin().isPresent() && p.skin().get().skeleton() == skeleton)
                        .map(p -> p.mesh().prim().inheritedTarget("skel:animationSource")));
        return said.flatMap(Optional::stream)
                .flatMap(path -> stage.root().find(path).stream())
                .filter(a -> a.type().equals("SkelAnimation"))
                .findFirst();
    }

    private Optional<Clip> unbound(UsdPrim animation) {
        List<Optional<UsdPrim>> each = new ArrayList<>();
        boolean placed = false;
        for (UsdSkeleton skeleton : skeletons) {
            boolean here = !placed && skeleton.fits(animation);
            placed |= here;
            each.add(here ? Optional.of(animation) : Optional.empty());
        }
        return placed ? Optional.of(new Clip(UsdMaterials.displayName(animation), each)) : Optional.empty();
    }

    /** Adds where the animations of a clip, and the skeletons' places, have samples. */
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

    /** 3×4, from a skeleton's space to metres and y-up. */
    double[] toWorld(UsdPrim prim, double time) {
        return UsdTransforms.times(stage.toMetres(), stage.transforms().toWorld(prim, time));
    }

    /** An opened file as a stage: its units, its axes, its clock and its meshes. */
    static final class UsdStage {
        private static final double USUAL_METRES = 0.01;
        private static final double USUAL_RATE = 24;
        private static final int MOST_FRAMES = 200_000;
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

        /** Prims of a type that are shown. */
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
                throw new RefusedException(files.file() + " has no mesh"
                        + (arcs.isEmpty() ? "" : " of its own; other layers (" + arcs.get(0) + ") are not followed"));
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
                throw new RefusedException(files.file() + ": " + name + " is " + number + ", it must be positive");
            }
            return number;
        }

        /** 3×4, from the stage's units and axes to metres and y-up. */
        double[] toMetres() {
            double scale = number("metersPerUnit", USUAL_METRES);
            UsdValue up = root().metadata().get("upAxis");
            boolean zUp = up != null && up.texts().contains("Z");
            double[] m = new double[Affine3.STRIDE];
            m[0] = scale;
            m[zUp ? 6 : 5] = scale;
            m[zUp ? 9 : 10] = zUp ? -scale : scale;
            return m;
        }

        /**
         * Frames from the first to the last sample: one per time code, or as many a second as asked for.
         *
         * @param times where samples stand
         */
        Clock clock(SortedSet<Double> times, OptionalDouble asked) {
            double codes = number("timeCodesPerSecond", number("framesPerSecond", USUAL_RATE));
            double rate = asked.orElse(number("framesPerSecond", codes));
            if (times.isEmpty()) {
                return new Clock(0, 1, 1, rate);
            }
            double step = codes / rate;
            double span = (times.last() - times.first()) / step;
            if (!(span < MOST_FRAMES)) {
                throw new RefusedException(files.file() + ": its samples span " + span + " frames, at most "
                        + MOST_FRAMES + " can be taken");
            }
            return new Clock(times.first(), step, 1 + (int) Math.floor(span + 1e-6), rate);
        }
    }
}
