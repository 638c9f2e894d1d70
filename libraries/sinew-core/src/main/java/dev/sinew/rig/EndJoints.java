package dev.sinew.rig;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneSegments;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.symmetry.BoneNameWords;
import dev.sinew.symmetry.BoneSymmetry;
import dev.sinew.symmetry.MirrorPlane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Joints without weights at the far ends of the last bones, so that a bone's length is in the file and programs draw it to its
 * end: {@code head_end} for {@code head}. They come after all other joints and move with the bone that they end.
 */
public final class EndJoints {
    /** A vertex with at least this weight is a bone's own. */
    private static final double OWN = 0.5;

    private EndJoints() {}

    public static SkinnedModel added(SkinnedModel model) {
        return added(model, Optional.empty());
    }

    /**
     * @param mirror the plane about which joints are each other's image: so are the ends then
     */
    static SkinnedModel added(SkinnedModel model, Optional<MirrorPlane> mirror) {
        Skeleton s = model.skeleton();
        int[] last = last(model);
        double[][] tips = Arrays.stream(last).mapToObj(j -> tip(model, j)).toArray(double[][]::new);
        double[][] ends =
                mirror.map(plane -> mirrored(model, last, tips, plane)).orElse(tips);
        int b = s.boneCount();
        List<String> names = new ArrayList<>(s.names());
        int[] parents = Arrays.copyOf(s.parents(), b + last.length);
        double[] pivots = Arrays.copyOf(s.pivots(), 3 * (b + last.length));
        double[] orientations = Arrays.copyOf(s.orientations(), 4 * (b + last.length));
        for (int k = 0; k < last.length; k++) {
            names.add(BoneNameWords.end(s.names().get(last[k])));
            parents[b + k] = last[k];
            System.arraycopy(ends[k], 0, pivots, 3 * (b + k), 3);
            System.arraycopy(s.orientations(), 4 * last[k], orientations, 4 * (b + k), 4);
        }
        List<Clip> clips = model.clips().stream()
                .map(clip -> new Clip(clip.name(), clip.framesPerSecond(), following(clip.motion(), last)))
                .toList();
        return new SkinnedModel(
                model.rest(),
                model.weights(),
                new Skeleton(names, parents, pivots, orientations),
                model.boneType(),
                clips);
    }

    /** Each halfway to the image of the end it is the image of, itself where its bone lies across the plane. */
    private static double[][] mirrored(SkinnedModel model, int[] last, double[][] tips, MirrorPlane plane) {
        double size = Box.around(model.rest().positions()).diagonal();
        int[] images = BoneSymmetry.byEnds(
                plane,
                size,
                Arrays.stream(last)
                        .mapToObj(j -> model.skeleton().pivot(j))
                        .flatMapToDouble(Arrays::stream)
                        .toArray(),
                Arrays.stream(tips).flatMapToDouble(Arrays::stream).toArray());
        double[][] ends = tips.clone();
        for (int k = 0; k < last.length; k++) {
            if (images[k] != Skeleton.NONE) {
                ends[k] = Vec3.midpoint(tips[k], plane.mirrored(tips[images[k]]));
            }
        }
        return ends;
    }

    /** The centroid of the far end of a bone: of the tenth of its dominated vertices that are farthest along it. */
    private static double[] tip(SkinnedModel model, int bone) {
        double[] far = BoneSegments.tip(model, bone);
        double[] from = model.skeleton().pivot(bone);
        float[] u = model.rest().positions();
        SkinWeights w = model.weights();
        int[] own = IntStream.range(0, w.bones().length)
                .filter(at -> w.bones()[at] == bone && w.weights()[at] >= OWN)
                .map(at -> at / w.influences())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -along(u, i, from, far)))
                .mapToInt(Integer::intValue)
                .toArray();
        int count = Math.max(1, own.length / 10);
        if (own.length == 0) {
            return far;
        }
        double[] mean = new double[3];
        for (int k = 0; k < count; k++) {
            for (int x = 0; x < 3; x++) {
                mean[x] += u[3 * own[k] + x] / (double) count;
            }
        }
        return mean;
    }

    private static double along(float[] u, int i, double[] from, double[] far) {
        double sum = 0;
        for (int x = 0; x < 3; x++) {
            sum += (u[3 * i + x] - from[x]) * (far[x] - from[x]);
        }
        return sum;
    }

    /** Bones that hold vertices and have none below them. */
    private static int[] last(SkinnedModel model) {
        double[] holds = model.weights().totals(model.boneCount());
        boolean[] goesOn = new boolean[model.boneCount()];
        Arrays.stream(model.skeleton().parents())
                .filter(p -> p != Skeleton.NONE)
                .forEach(p -> goesOn[p] = true);
        List<Integer> last = new ArrayList<>();
        for (int j = 0; j < goesOn.length; j++) {
            if (!goesOn[j] && holds[j] > 0) {
                last.add(j);
            }
        }
        return last.stream().mapToInt(Integer::intValue).toArray();
    }

    private static BoneMotion following(BoneMotion motion, int[] last) {
        int b = motion.boneCount();
        int all = b + last.length;
        double[] matrices = new double[motion.frameCount() * all * BoneMotion.STRIDE];
        for (int f = 0; f < motion.frameCount(); f++) {
            int to = f * all * BoneMotion.STRIDE;
            System.arraycopy(motion.matrices(), motion.offset(f, 0), matrices, to, b * BoneMotion.STRIDE);
            for (int k = 0; k < last.length; k++) {
                int own = to + (b + k) * BoneMotion.STRIDE;
                System.arraycopy(motion.matrices(), motion.offset(f, last[k]), matrices, own, BoneMotion.STRIDE);
            }
        }
        return new BoneMotion(all, motion.frameCount(), matrices);
    }
}
