package dev.sinew.io.usd;

import dev.sinew.io.usd.UsdAttribute.UsdValue;
import dev.sinew.math.Affine3;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;

/** An opened file as a stage: its units, its axes, its clock and its meshes. */
final class UsdStage {
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
        return root().active().filter(p -> p.type().equals(type) && isShown(p)).toList();
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
            throw new RefusedException(
                    files.file() + ": its samples span " + span + " frames, at most " + MOST_FRAMES + " can be taken");
        }
        return new Clock(times.first(), step, 1 + (int) Math.floor(span + 1e-6), rate);
    }
}
