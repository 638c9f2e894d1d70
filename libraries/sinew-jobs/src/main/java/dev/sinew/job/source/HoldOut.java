package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.Takes;
import dev.sinew.io.FrameRange;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.MeshSequence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Examples that are left out of a solve, to measure the result on them.
 *
 * @param asked a clip, a range of frames or {@link #NONE}; null for the default
 */
public record HoldOut(String asked) {
    public static final String NONE = "none";

    /** Poses of one clip that are few enough to be single poses; neighbours in a longer clip are nearly the same. */
    private static final int MAX_POSES = 24;

    private static final int MIN_POSES = 5;

    /** By default every fifth pose is left out. */
    private static final int EVERY = 5;

    /**
     * Examples in two parts.
     *
     * @param seen what the solver gets
     * @param numbers of the frames that are left out, as users count them
     * @param name of the part that is left out
     */
    public record Parts(Takes seen, MeshSequence unseen, int[] numbers, String name) {}

    public boolean isAsked() {
        return asked != null && !asked.equals(NONE);
    }

    /** The requested parts, if any. */
    public Optional<Parts> given(Takes takes) {
        if (!isAsked()) {
            return Optional.empty();
        }
        Optional<Parts> clip = takes.sequences().stream()
                .filter(take -> take.name().equals(asked))
                .findFirst()
                .map(take -> without(takes, take));
        return Optional.of(clip.orElseGet(() -> frames(takes)));
    }

    /** Without a request: the shortest of several clips, or every fifth of a few poses. */
    public Optional<Parts> usual(Takes takes) {
        if (asked != null) {
            return Optional.empty();
        }
        if (takes.sequences().size() > 1) {
            return takes.sequences().stream()
                    .min(Comparator.comparingInt(MeshSequence::frameCount))
                    .map(take -> without(takes, take));
        }
        int frames = takes.frameCount();
        return frames < MIN_POSES || frames > MAX_POSES
                ? Optional.empty()
                : Optional.of(split(takes.first(), f -> f % EVERY == EVERY / 2, "every " + EVERY + "th pose"));
    }

    private static Parts without(Takes takes, MeshSequence take) {
        List<MeshSequence> others = new ArrayList<>(takes.sequences());
        others.remove(take);
        if (others.isEmpty()) {
            throw new InvalidRequestException(
                    field("holdOut") + " " + take.name() + " leaves nothing to solve: it is the only clip");
        }
        return new Parts(
                new Takes(others), take, IntStream.range(0, take.frameCount()).toArray(), "clip " + take.name());
    }

    private Parts frames(Takes takes) {
        Optional<FrameRange> range;
        try {
            range = FrameRange.parse(asked);
        } catch (IllegalArgumentException backwards) {
            range = Optional.empty();
        }
        List<String> names = takes.sequences().stream().map(MeshSequence::name).toList();
        if (range.isEmpty() || takes.sequences().size() > 1) {
            throw new InvalidRequestException(field("holdOut") + " " + asked + " must be a clip ("
                    + String.join(", ", names) + "), frames of a single clip such as 10:20 or ::5, or " + NONE);
        }
        FrameRange frames = range.get();
        return split(
                takes.first(),
                f -> f >= frames.first() && f <= frames.last() && (f - frames.first()) % frames.step() == 0,
                "frames " + asked);
    }

    private static Parts split(MeshSequence take, IntPredicate held, String name) {
        int[] all = IntStream.range(0, take.frameCount()).toArray();
        int[] unseen = IntStream.of(all).filter(held).toArray();
        int[] seen = IntStream.of(all).filter(held.negate()).toArray();
        if (unseen.length == 0 || seen.length < 2) {
            throw new InvalidRequestException(field("holdOut") + " leaves out " + unseen.length + " of " + all.length
                    + " frames; at least one must be left out, and two must stay");
        }
        return new Parts(Takes.of(only(take, seen)), only(take, unseen), unseen, name);
    }

    private static MeshSequence only(MeshSequence take, int[] frames) {
        float[][] some = IntStream.of(frames).mapToObj(take::frame).toArray(float[][]::new);
        return new MeshSequence(take.name(), take.rest(), FrameSource.of(some), take.framesPerSecond());
    }
}
