package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.Names;
import dev.sinew.io.parts.Storage;
import dev.sinew.keys.BoneReach;
import dev.sinew.keys.Property;
import dev.sinew.keys.Track;
import dev.sinew.math.Affine3;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The joints and curves of a glTF file, for formats that sample all joints at the same times. An affine bone is a pair of
 * joints; keys are inserted where interpolation between two frames would deviate.
 */
public final class JointSamples {
    private final SkinnedModel model;
    private final BoneNodes nodes;
    private final BoneNodes bind;
    private final boolean pairs;

    /** @param pose the skinning matrices without animation, if they are not those of the bind pose */
    public JointSamples(SkinnedModel model, Optional<double[]> pose) {
        this.model = model;
        this.nodes = BoneNodes.of(model, pose, 0);
        this.bind = new BoneNodes(model.skeleton(), model.boneType(), nodes.layout(), 0);
        this.pairs = model.boneType() == BoneType.AFFINE;
    }

    /**
     * All joints over a clip.
     *
     * @param frames increasing, including the first and the last frame
     * @param translations 3 per joint, by sample
     * @param rotations 4 per joint: x, y, z, w
     * @param scales 3 per joint
     */
    public record Samples(double[] frames, double[][] translations, double[][] rotations, double[][] scales) {}

    public int count() {
        return pairs ? 2 * model.boneCount() : model.boneCount();
    }

    /** The joint that moves the vertices of bone j. */
    public int joint(int j) {
        return nodes.joint(j);
    }

    /** Parent of each joint, {@link Skeleton#NONE} for roots; parents come before their children. */
    public int[] parents() {
        int[] parents = new int[count()];
        for (int j = 0; j < model.boneCount(); j++) {
            int above = nodes.parent(j);
            parents[nodes.outer(j)] = above == Skeleton.NONE ? Skeleton.NONE : nodes.joint(above);
            if (pairs) {
                parents[nodes.joint(j)] = nodes.outer(j);
            }
        }
        return parents;
    }

    public List<String> names() {
        Names taken = new Names();
        model.skeleton().names().forEach(taken::take);
        List<String> names = new ArrayList<>();
        for (String name : model.skeleton().names()) {
            if (pairs) {
                names.add(taken.unused(name + BoneNodes.OUTER));
            }
            names.add(name);
        }
        return names;
    }

    /** 12 per joint, row-major, relative to its parent without animation. */
    public double[] locals() {
        return locals(nodes);
    }

    /** The same in the bind pose. */
    public double[] bindLocals() {
        return locals(bind);
    }

    private double[] locals(BoneNodes nodes) {
        double[] locals = new double[Affine3.STRIDE * count()];
        for (int j = 0; j < model.boneCount(); j++) {
            double[] unit = {1, 1, 1};
            Affine3.compose(
                    new double[3], 0, nodes.innerRotation(j), 0, unit, 0, locals, Affine3.STRIDE * nodes.joint(j));
            Affine3.compose(
                    nodes.translation(j),
                    0,
                    nodes.rotation(j),
                    0,
                    nodes.scale(j),
                    0,
                    locals,
                    Affine3.STRIDE * nodes.outer(j));
        }
        return locals;
    }

    public Samples of(Clip clip) {
        List<Track> tracks = ClipTracks.of(model, new BoneReach(model), nodes, clip, Storage.PLAIN)
                .tracks();
        TreeSet<Double> times = new TreeSet<>(List.of(0.0, clip.motion().frameCount() - 1.0));
        for (int f = 0; f < clip.motion().frameCount(); f++) {
            times.add((double) f);
        }
        tracks.forEach(track -> {
            for (double frame : track.frames()) {
                times.add(frame);
            }
        });
        double[] frames = times.stream().mapToDouble(Double::doubleValue).toArray();
        Samples samples = restSamples(frames);
        tracks.forEach(track -> fill(track, samples));
        return samples;
    }

    private Samples restSamples(double[] frames) {
        int count = count();
        Samples samples = new Samples(
                frames,
                new double[frames.length][3 * count],
                new double[frames.length][4 * count],
                new double[frames.length][3 * count]);
        for (int f = 0; f < frames.length; f++) {
            Arrays.fill(samples.scales[f], 1);
            for (int j = 0; j < model.boneCount(); j++) {
                System.arraycopy(nodes.innerRotation(j), 0, samples.rotations[f], 4 * nodes.joint(j), 4);
                System.arraycopy(nodes.scale(j), 0, samples.scales[f], 3 * nodes.outer(j), 3);
                System.arraycopy(nodes.translation(j), 0, samples.translations[f], 3 * nodes.outer(j), 3);
                System.arraycopy(nodes.rotation(j), 0, samples.rotations[f], 4 * nodes.outer(j), 4);
            }
        }
        return samples;
    }

    private static void fill(Track track, Samples samples) {
        double[][] into = track.property() == Property.TRANSLATION
                ? samples.translations
                : track.property() == Property.ROTATION ? samples.rotations : samples.scales;
        int width = track.property().width();
        double[] value = new double[width];
        int key = 0;
        for (int f = 0; f < samples.frames.length; f++) {
            double frame = samples.frames[f];
            while (key + 1 < track.keys() && track.frames()[key + 1] <= frame) {
                key++;
            }
            if (key + 1 < track.keys() && frame > track.frames()[key]) {
                double t = (frame - track.frames()[key]) / (track.frames()[key + 1] - track.frames()[key]);
                track.property().interpolate(track.values(), key * width, track.values(), (key + 1) * width, t, value);
            } else {
                System.arraycopy(track.values(), key * width, value, 0, width);
            }
            System.arraycopy(value, 0, into[f], width * track.node(), width);
        }
    }
}
