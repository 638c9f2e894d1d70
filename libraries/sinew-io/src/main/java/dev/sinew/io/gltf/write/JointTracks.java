package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.curve.BoneReach;
import dev.sinew.io.gltf.curve.Track;
import dev.sinew.io.gltf.document.Property;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;
import java.util.List;

/**
 * Tracks of rigid and similarity bones, under their parents where they have any. Between keys such bones turn along the
 * arc and keep their type, as a skeleton should, so no keys are inserted. A child inherits its parent's scale and has
 * its own divided by it.
 */
final class JointTracks {
    /** Below this a parent's scale can not be divided by: such a skeleton is written flat. */
    private static final double LEAST_SCALE = 1e-3;

    /**
     * Pivots are rounded to floats, by up to 2⁻²⁴ of the largest coordinate each way. A joint that only turns then seems to
     * slide by up to 2·√3 times that, since both of its bones turn about a place that is a little off.
     */
    private static final double ROUNDING = 0x1p-22;

    private final SkinnedModel model;
    private final BoneReach reach;
    private final BoneNodes nodes;
    /** How far from its pivot a bone or one that hangs from it moves something. */
    private final double[] chainReach;

    private final int depth;
    /** How far a joint may seem to slide because its pivot was rounded. */
    private final double rounding;

    JointTracks(SkinnedModel model, BoneReach reach, BoneNodes nodes) {
        this.model = model;
        this.reach = reach;
        this.nodes = nodes;
        this.chainReach = chainReach();
        this.depth = depth();
        this.rounding = ROUNDING
                * Arrays.stream(model.skeleton().pivots()).map(Math::abs).max().orElse(0);
    }

    /** A tree unless some parent shrinks to nothing. */
    static BoneNodes.Layout layoutOf(SkinnedModel model) {
        if (model.boneType() != BoneType.SIMILARITY) {
            return BoneNodes.Layout.TREE;
        }
        int[] parents = Arrays.stream(model.skeleton().parents())
                .filter(p -> p != Skeleton.ROOT)
                .distinct()
                .toArray();
        for (Clip clip : model.clips()) {
            JointPoses poses = new JointPoses(model, clip);
            for (int f = 0; f < clip.motion().frameCount(); f++) {
                for (int parent : parents) {
                    if (Math.abs(poses.scale(f, parent)) < LEAST_SCALE) {
                        return BoneNodes.Layout.FLAT;
                    }
                }
            }
        }
        return BoneNodes.Layout.TREE;
    }

    private double[] chainReach() {
        double[] chain = new double[model.boneCount()];
        for (int j = chain.length - 1; j >= 0; j--) {
            chain[j] = Math.max(chain[j], reach.radius(j));
            int parent = nodes.parent(j);
            if (parent != Skeleton.ROOT) {
                double[] t = nodes.translation(j);
                double link = Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
                chain[parent] = Math.max(chain[parent], link + chain[j]);
            }
        }
        return chain;
    }

    private int depth() {
        int[] depths = new int[model.boneCount()];
        for (int j = 0; j < depths.length; j++) {
            depths[j] = nodes.parent(j) == Skeleton.ROOT ? 1 : depths[nodes.parent(j)] + 1;
        }
        return Arrays.stream(depths).max().orElse(1);
    }

    /** Adds the tracks of all bones, not yet reduced. */
    void add(Clip clip, List<Track> tracks) {
        JointPoses poses = new JointPoses(model, clip);
        for (int j = 0; j < model.boneCount(); j++) {
            addBone(clip.motion().frameCount(), poses, j, tracks);
        }
    }

    private void addBone(int count, JointPoses poses, int j, List<Track> tracks) {
        double[] frames = new double[count];
        double[] t = new double[3 * count];
        double[] q = new double[4 * count];
        double[] s = new double[3 * count];
        int parent = nodes.parent(j);
        double largest = LEAST_SCALE;
        double parentLargest = 1;
        for (int f = 0; f < count; f++) {
            frames[f] = f;
            double scale = poses.scale(f, j);
            largest = Math.max(largest, Math.abs(scale));
            if (parent == Skeleton.ROOT) {
                poses.position(f, j, t, 3 * f);
                poses.rotation(f, j, q, 4 * f);
            } else {
                poses.localPosition(f, j, parent, t, 3 * f);
                poses.localRotation(f, j, parent, q, 4 * f);
                parentLargest = Math.max(parentLargest, Math.abs(poses.scale(f, parent)));
                scale /= poses.scale(f, parent);
            }
            Arrays.fill(s, 3 * f, 3 * f + 3, scale);
        }
        // Errors of a chain add up.
        double share = ClipTracks.UNSEEN * reach.size() / (3 * depth);
        double angle = share / (chainReach[j] * largest);
        double slide = Math.max(share, parent == Skeleton.ROOT ? 0 : rounding) / parentLargest;
        tracks.add(new Track(nodes.outer(j), Property.TRANSLATION, frames, t, nodes.translation(j), slide));
        tracks.add(new Track(nodes.outer(j), Property.ROTATION, frames, Track.continuous(q), nodes.rotation(j), angle));
        if (model.boneType() == BoneType.SIMILARITY) {
            double factor = share / (chainReach[j] * parentLargest);
            tracks.add(new Track(nodes.outer(j), Property.SCALE, frames, s, new double[] {1, 1, 1}, factor));
        }
    }
}
