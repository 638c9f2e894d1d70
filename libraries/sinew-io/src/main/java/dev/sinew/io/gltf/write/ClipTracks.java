package dev.sinew.io.gltf.write;

import dev.sinew.io.parts.Storage;
import dev.sinew.keys.AffineTracker;
import dev.sinew.keys.AffineTracker.AffineKey;
import dev.sinew.keys.BoneReach;
import dev.sinew.keys.KeyInserter;
import dev.sinew.keys.Property;
import dev.sinew.keys.Track;
import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.List;

/**
 * The tracks that a clip needs, without redundant keys and without tracks that equal the bind pose. At least one track
 * remains, and one that lasts until the end of the clip.
 *
 * @param tracks at least one
 */
record ClipTracks(Clip clip, List<Track> tracks) {
    /** How far removing keys may move a position, as a fraction of the model's size. */
    static final double MAX_RELATIVE_SHIFT = 1e-6;

    /** All tracks, not reduced. */
    static List<Track> full(SkinnedModel model, BoneReach reach, BoneNodes nodes, Clip clip) {
        return full(model, reach, nodes, clip, Storage.PLAIN);
    }

    private static List<Track> full(SkinnedModel model, BoneReach reach, BoneNodes nodes, Clip clip, Storage storage) {
        List<Track> full = new ArrayList<>();
        if (model.boneType() == BoneType.AFFINE) {
            new AffineTracks(model, reach, nodes, storage).add(clip.motion(), full);
        } else {
            new JointTracks(model, reach, nodes).add(clip, full);
        }
        return full;
    }

    static ClipTracks of(SkinnedModel model, BoneReach reach, BoneNodes nodes, Clip clip, Storage storage) {
        List<Track> full = full(model, reach, nodes, clip, storage);
        List<Track> kept = storage.isQuantized()
                ? fewest(model, reach, nodes, clip, full, storage.tolerance())
                : withoutNeedless(full);
        if (kept.isEmpty()) {
            kept.add(full.get(0).reduce());
        }
        double end = clip.motion().frameCount() - 1;
        if (kept.stream().noneMatch(track -> track.end() == end)) {
            kept.set(0, kept.get(0).heldUntil(end));
        }
        return new ClipTracks(clip, List.copyOf(kept));
    }

    private static List<Track> withoutNeedless(List<Track> full) {
        List<Track> kept = new ArrayList<>();
        for (Track track : full) {
            Track reduced = track.reduce();
            if (!reduced.isStill()) {
                kept.add(reduced);
            }
        }
        return kept;
    }

    private static List<Track> fewest(
            SkinnedModel model, BoneReach reach, BoneNodes nodes, Clip clip, List<Track> full, double tolerance) {
        double unit = MAX_RELATIVE_SHIFT * reach.size();
        List<Track> perUnit = full.stream()
                .map(track -> track.withTolerance(track.tolerance() / unit))
                .toList();
        int frames = clip.motion().frameCount();
        return new KeyReduction(model, nodes, full, frames, tolerance * reach.size()).of(perUnit);
    }

    /** Number of keys. */
    long keys() {
        return tracks.stream().mapToLong(Track::keys).sum();
    }

    /** Number of keys between frames. */
    long insertedKeys() {
        return tracks.stream().mapToLong(Track::insertedKeys).sum();
    }

    /**
     * The four tracks of each affine bone: translation, rotation U and scale σ of the outer node, rotation Vᵀ of the inner.
     */
    private static final class AffineTracks {
        /** Four tracks share the tolerance of a position. */
        private static final double MAX_RELATIVE_SHIFT_PER_TRACK = 0.25 * ClipTracks.MAX_RELATIVE_SHIFT;

        private static final double SMALL_LEEWAY = 4;

        private final SkinnedModel model;
        private final BoneReach reach;
        private final BoneNodes nodes;
        private final Storage storage;

        AffineTracks(SkinnedModel model, BoneReach reach, BoneNodes nodes, Storage storage) {
            this.storage = storage;
            this.model = model;
            this.reach = reach;
            this.nodes = nodes;
        }

        /** Adds the tracks of all bones, not yet reduced. */
        void add(BoneMotion motion, List<Track> tracks) {
            AffineTracker tracker = new AffineTracker();
            KeyInserter inserter =
                    new KeyInserter(model, reach, motion, tracker, storage.isQuantized() ? SMALL_LEEWAY : 1);
            List<List<AffineKey>> keys = new ArrayList<>();
            for (int j = 0; j < model.boneCount(); j++) {
                keys.add(tracker.track(globals(motion, j)));
            }
            List<List<AffineKey>> all = inserter.insertKeys(keys);
            for (int j = 0; j < model.boneCount(); j++) {
                addBone(j, all.get(j), tracks);
            }
        }

        /** F·12, M·translate(c) = [A | A·c + t] */
        private double[] globals(BoneMotion motion, int j) {
            double[] c = model.skeleton().pivots();
            double[] globals = new double[motion.frameCount() * Affine3.STRIDE];
            for (int f = 0; f < motion.frameCount(); f++) {
                int to = f * Affine3.STRIDE;
                System.arraycopy(motion.matrices(), motion.offset(f, j), globals, to, Affine3.STRIDE);
                for (int r = to; r < to + Affine3.STRIDE; r += 4) {
                    globals[r + 3] +=
                            globals[r] * c[3 * j] + globals[r + 1] * c[3 * j + 1] + globals[r + 2] * c[3 * j + 2];
                }
            }
            return globals;
        }

        private void addBone(int j, List<AffineKey> keys, List<Track> tracks) {
            int count = keys.size();
            double[] frames = new double[count];
            double[] p = new double[3 * count];
            double[] u = new double[4 * count];
            double[] sigma = new double[3 * count];
            double[] v = new double[4 * count];
            double stretch = 0;
            for (int k = 0; k < count; k++) {
                AffineKey key = keys.get(k);
                frames[k] = key.frame();
                for (int x = 0; x < 3; x++) {
                    p[3 * k + x] = key.global()[4 * x + 3];
                    stretch = Math.max(stretch, Math.abs(key.sigma()[x]));
                }
                System.arraycopy(key.u(), 0, u, 4 * k, 4);
                System.arraycopy(key.sigma(), 0, sigma, 3 * k, 3);
                Quaternions.conjugate(key.v(), 0, v, 4 * k);
            }
            double share = MAX_RELATIVE_SHIFT_PER_TRACK * reach.size();
            double angle = share / (reach.radius(j) * Math.max(stretch, 1e-3));
            tracks.add(new Track(nodes.outer(j), Property.TRANSLATION, frames, p, nodes.translation(j), share));
            tracks.add(new Track(
                    nodes.outer(j), Property.ROTATION, frames, Track.continuous(u), nodes.rotation(j), angle));
            double[] scale = nodes.scale(j);
            tracks.add(new Track(nodes.outer(j), Property.SCALE, frames, sigma, scale, share / reach.radius(j)));
            double[] inner = nodes.innerRotation(j);
            tracks.add(new Track(nodes.joint(j), Property.ROTATION, frames, Track.continuous(v), inner, angle));
        }
    }
}
