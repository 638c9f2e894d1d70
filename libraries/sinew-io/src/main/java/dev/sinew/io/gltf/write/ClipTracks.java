package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.curve.BoneReach;
import dev.sinew.io.gltf.curve.Track;
import dev.sinew.io.parts.Storage;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.List;

/**
 * The tracks a clip needs: keys that change nothing are dropped, tracks that say what the bind pose says are left out.
 * At least one track remains, and one that lasts to the end of the clip.
 *
 * @param tracks at least one
 */
record ClipTracks(Clip clip, List<Track> tracks) {
    /** Part of the size that no position may change by when keys are dropped. */
    static final double UNSEEN = 1e-6;

    static ClipTracks of(SkinnedModel model, BoneReach reach, BoneNodes nodes, Clip clip, Storage storage) {
        List<Track> full = new ArrayList<>();
        if (model.boneType() == BoneType.AFFINE) {
            new AffineTracks(model, reach, nodes, storage).add(clip.motion(), full);
        } else {
            new JointTracks(model, reach, nodes).add(clip, full);
        }
        List<Track> kept = storage.isFitted()
                ? fewest(model, reach, nodes, clip, full, storage.tolerance())
                : withoutNeedless(full);
        if (kept.isEmpty()) {
            kept.add(full.get(0).reduced());
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
            Track reduced = track.reduced();
            if (!reduced.isStill()) {
                kept.add(reduced);
            }
        }
        return kept;
    }

    private static List<Track> fewest(
            SkinnedModel model, BoneReach reach, BoneNodes nodes, Clip clip, List<Track> full, double tolerance) {
        double unit = UNSEEN * reach.size();
        List<Track> perUnit = full.stream()
                .map(track -> track.withTolerance(track.tolerance() / unit))
                .toList();
        int frames = clip.motion().frameCount();
        return new FewerKeys(model, nodes, full, frames, tolerance * reach.size()).of(perUnit);
    }

    /** Keys in all. */
    long keys() {
        return tracks.stream().mapToLong(Track::keys).sum();
    }

    /** Keys between frames. */
    long insertedKeys() {
        return tracks.stream().mapToLong(Track::insertedKeys).sum();
    }
}
