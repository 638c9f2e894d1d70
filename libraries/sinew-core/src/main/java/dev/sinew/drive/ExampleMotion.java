package dev.sinew.drive;

import dev.sinew.drive.DriveInput.Solved;
import dev.sinew.math.Affine3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Drivers;
import dev.sinew.model.Drivers.Inputs;
import dev.sinew.model.Drivers.Kernels;
import dev.sinew.model.Drivers.Kind;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.DriverRuntime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/** The solved motion of helpers and shapes in some clips of one model, as outputs to learn: y of every frame. */
final class ExampleMotion {
    /** Joints that carry less of the weight do not count as inputs. */
    private static final double MIN_WEIGHT_SHARE = 0.01;

    /** Rates over shorter intervals measure noise, and live frame rates vary around this. */
    private static final double MIN_INTERVAL_SECONDS = 1.0 / 30;

    private final Solved solved;
    private final SkinnedModel model;
    private final int[] helpers;
    private final List<Clip> clips;
    private final int[] references;
    private final double[] pivots;
    private final boolean stretch;
    /** F×O per clip */
    private final List<double[]> values = new ArrayList<>();

    ExampleMotion(Solved solved, List<Clip> clips) {
        this.solved = solved;
        this.model = solved.model();
        this.helpers = solved.helpers();
        this.clips = clips;
        this.stretch = model.boneType() != BoneType.RIGID;
        references = references();
        pivots = new double[3 * helpers.length];
        double[] centroids = model.weights()
                .centroids(model.rest().positions(), model.skeleton().pivots());
        for (int h = 0; h < helpers.length; h++) {
            System.arraycopy(centroids, 3 * helpers[h], pivots, 3 * h, 3);
        }
        clips.forEach(clip -> values.add(encode(clip)));
    }

    Solved solved() {
        return solved;
    }

    /** The same motion encoded for every clip again, F×O. */
    private double[] encode(Clip clip) {
        BoneMotion motion = clip.motion();
        int channels = stretch ? 12 : 6;
        int shapes = model.correctives().count();
        double[] y = new double[motion.frameCount() * outputs()];
        double[] x = new double[Affine3.STRIDE];
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int h = 0; h < helpers.length; h++) {
                relative(motion, f, references[h], helpers[h], x, 0);
                DriverRuntime.encode(x, pivots, 3 * h, stretch, y, f * outputs() + h * channels);
            }
            if (clip.shapes().length > 0) {
                System.arraycopy(clip.shapes(), f * shapes, y, (f + 1) * outputs() - shapes, shapes);
            }
        }
        return y;
    }

    private int outputs() {
        return helpers.length * (stretch ? 12 : 6) + model.correctives().count();
    }

    /** Inputs of a kind: the rotations of bones that carry weight, and the motion of the bone that carries most. */
    Inputs inputs(Kind kind) {
        double[] totals = model.weights().totals(model.boneCount());
        int[] parents = model.skeleton().parents();
        double all = 0;
        int carrier = Skeleton.NONE;
        for (int j = 0; j < totals.length; j++) {
            if (!solved.isHelper(j)) {
                all += totals[j];
                carrier = carrier == Skeleton.NONE || totals[j] > totals[carrier] ? j : carrier;
            }
        }
        double least = MIN_WEIGHT_SHARE * all;
        int[] joints = IntStream.range(0, totals.length)
                .filter(j -> !solved.isHelper(j)
                        && parents[j] != Skeleton.NONE
                        && !solved.isHelper(parents[j])
                        && totals[j] >= least
                        && totals[j] > 0)
                .toArray();
        int[] of = Arrays.stream(joints).map(j -> parents[j]).toArray();
        double frame = 1 / clips.get(0).framesPerSecond();
        return new Inputs(kind, joints, of, carrier, Math.min(1, Math.max(MIN_INTERVAL_SECONDS, frame)));
    }

    /**
     * Learns drivers from all frames but some.
     *
     * @param isLeftOut of clip and frame
     */
    Drivers learn(Kind kind, boolean withKernels, double ridge, BiPredicate<Clip, Integer> isLeftOut) {
        Inputs inputs = inputs(kind);
        DriverRuntime runtime = new DriverRuntime(model, still(inputs));
        int width = inputs.count();
        int outputs = outputs();
        int all = clips.stream().mapToInt(clip -> clip.motion().frameCount()).sum();
        double[] z = new double[all * width];
        double[] y = new double[all * outputs];
        int frames = 0;
        for (int k = 0; k < clips.size(); k++) {
            Clip clip = clips.get(k);
            double[] own = runtime.inputs(clip);
            for (int f = 0; f < clip.motion().frameCount(); f++) {
                if (!isLeftOut.test(clip, f)) {
                    System.arraycopy(own, f * width, z, frames * width, width);
                    System.arraycopy(values.get(k), f * outputs, y, frames * outputs, outputs);
                    frames++;
                }
            }
        }
        z = Arrays.copyOf(z, frames * width);
        y = Arrays.copyOf(y, frames * outputs);
        DriverRegression learnt = withKernels
                ? DriverRegression.withKernels(z, y, frames, ridge)
                : DriverRegression.linear(z, y, frames, ridge);
        return new Drivers(
                inputs,
                helpers,
                references,
                pivots,
                stretch,
                model.correctives().count(),
                learnt.constant,
                learnt.matrix,
                learnt.kernels,
                learnt.low,
                learnt.high);
    }

    /** Whether any input differs between the frames of the examples. */
    boolean varies(Kind kind) {
        Inputs inputs = inputs(kind);
        DriverRuntime runtime = new DriverRuntime(model, still(inputs));
        int width = inputs.count();
        double[] first = new double[0];
        for (Clip clip : clips) {
            double[] z = runtime.inputs(clip);
            first = first.length == 0 ? Arrays.copyOf(z, width) : first;
            for (int k = 0; k < z.length; k++) {
                if (Math.abs(z[k] - first[k % width]) > DriverRegression.MIN_SPREAD) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Drivers that only compute inputs. */
    private Drivers still(Inputs inputs) {
        double[] zero = new double[outputs()];
        double[] matrix = new double[outputs() * inputs.count()];
        int shapes = model.correctives().count();
        return new Drivers(
                inputs, helpers, references, pivots, stretch, shapes, zero, matrix, Kernels.NONE, zero, zero);
    }

    /** The bone in whose frame each helper varies least: Σ_f ‖(X_f − X̄)·ũ‖² over the vertices it moves. */
    private int[] references() {
        int[] best = new int[helpers.length];
        for (int h = 0; h < helpers.length; h++) {
            double[] moments = moments(helpers[h]);
            double least = Double.POSITIVE_INFINITY;
            for (int j = 0; j < model.boneCount(); j++) {
                double spread = solved.isHelper(j) ? Double.POSITIVE_INFINITY : spread(helpers[h], j, moments);
                if (spread < least) {
                    least = spread;
                    best[h] = j;
                }
            }
        }
        return best;
    }

    /** Σ_i w_ij·ũ_i·ũ_iᵀ, 4×4. */
    private double[] moments(int bone) {
        SkinWeights weights = model.weights();
        float[] rest = model.rest().positions();
        double[] moments = new double[16];
        for (int at = 0; at < weights.bones().length; at++) {
            double w = weights.bones()[at] == bone ? weights.weights()[at] : 0;
            int i = at / weights.influences();
            for (int r = 0; w > 0 && r < 4; r++) {
                for (int c = 0; c < 4; c++) {
                    moments[4 * r + c] += w * (r < 3 ? rest[3 * i + r] : 1) * (c < 3 ? rest[3 * i + c] : 1);
                }
            }
        }
        return moments;
    }

    private double spread(int helper, int reference, double[] moments) {
        int frames = clips.stream().mapToInt(clip -> clip.motion().frameCount()).sum();
        double[] all = new double[frames * Affine3.STRIDE];
        double[] mean = new double[Affine3.STRIDE];
        int at = 0;
        for (Clip clip : clips) {
            for (int f = 0; f < clip.motion().frameCount(); f++) {
                relative(clip.motion(), f, reference, helper, all, at);
                for (int c = 0; c < mean.length; c++) {
                    mean[c] += all[at + c] / frames;
                }
                at += Affine3.STRIDE;
            }
        }
        double sum = 0;
        for (int from = 0; from < all.length; from += 4) {
            int row = from % Affine3.STRIDE;
            for (int r = 0; r < 4; r++) {
                for (int c = 0; c < 4; c++) {
                    sum += (all[from + r] - mean[row + r]) * moments[4 * r + c] * (all[from + c] - mean[row + c]);
                }
            }
        }
        return sum;
    }

    /** M_ref⁻¹·M_h */
    private static void relative(BoneMotion motion, int f, int reference, int helper, double[] out, int to) {
        double[] inverse = new double[Affine3.STRIDE];
        Affine3.invert(motion.matrices(), motion.offset(f, reference), inverse, 0);
        Affine3.multiply(inverse, 0, motion.matrices(), motion.offset(f, helper), out, to);
    }
}
