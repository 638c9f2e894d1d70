package dev.sinew.fit;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Sequences of one mesh that are solved together: one set of weights, one clip each. The solver sees one long sequence.
 *
 * @param sequences at least one, with unique names
 */
public record Takes(List<MeshSequence> sequences) {
    public Takes {
        sequences = List.copyOf(sequences);
        if (sequences.isEmpty()) {
            throw new IllegalArgumentException("no sequence given; at least one is needed");
        }
        Set<String> names = new HashSet<>();
        for (MeshSequence sequence : sequences) {
            if (!names.add(sequence.name())) {
                throw new InvalidInputException(
                        "two clips have the name '" + sequence.name() + "'; clip names must be unique");
            }
            requireSameMesh(sequences.get(0), sequence);
        }
    }

    public static Takes of(MeshSequence only) {
        return new Takes(List.of(only));
    }

    private static void requireSameMesh(MeshSequence first, MeshSequence other) {
        Mesh a = first.rest();
        Mesh b = other.rest();
        if (a.vertexCount() != b.vertexCount()) {
            throw new InvalidInputException(
                    "clip '" + other.name() + "' has " + b.vertexCount() + " vertices and clip '" + first.name()
                            + "' has " + a.vertexCount() + "; all clips must have the same mesh");
        }
        if (!Arrays.equals(a.corners(), b.corners()) || !Arrays.equals(a.faceStarts(), b.faceStarts())) {
            throw new InvalidInputException("clip '" + other.name() + "' has different faces from clip '" + first.name()
                    + "'; all clips must have the same mesh");
        }
    }

    public MeshSequence first() {
        return sequences.get(0);
    }

    public int frameCount() {
        return sequences.stream().mapToInt(MeshSequence::frameCount).sum();
    }

    /** All frames in sequence; rest pose and frame rate are those of the first take. */
    public MeshSequence joined() {
        if (sequences.size() == 1) {
            return first();
        }
        return new MeshSequence(joinedName(), first().rest(), new JoinedFrames(sequences), first().framesPerSecond());
    }

    private String joinedName() {
        return sequences.stream().map(MeshSequence::name).collect(Collectors.joining(" + "));
    }

    /** Splits the model's one clip into one clip per sequence. */
    public SkinnedModel split(SkinnedModel model) {
        Clip whole = model.clips().get(0);
        List<Clip> clips = new ArrayList<>();
        int from = 0;
        for (Clip clip : split(whole.motion())) {
            int to = from + clip.motion().frameCount() * model.correctives().count();
            boolean shaped = whole.shapes().length > 0;
            clips.add(shaped ? clip.withShapes(Arrays.copyOfRange(whole.shapes(), from, to)) : clip);
            from = to;
        }
        return model.withClips(clips);
    }

    /** Splits a motion over all frames into one clip per sequence. */
    List<Clip> split(BoneMotion motion) {
        List<Clip> clips = new ArrayList<>();
        int from = 0;
        for (MeshSequence take : sequences) {
            int to = from + take.frameCount();
            double[] part = Arrays.copyOfRange(motion.matrices(), motion.offset(from, 0), motion.offset(to, 0));
            BoneMotion own = new BoneMotion(motion.boneCount(), take.frameCount(), part);
            clips.add(new Clip(take.name(), take.framesPerSecond(), own));
            from = to;
        }
        return clips;
    }

    /**
     * The inverse of {@link #split}: joins the clips of a model into one.
     *
     * @param clips one per sequence, with the same number of frames
     */
    public Clip join(List<Clip> clips) {
        if (clips.size() == 1) {
            return clips.get(0);
        }
        int bones = clips.get(0).motion().boneCount();
        double[] matrices = new double[frameCount() * bones * BoneMotion.STRIDE];
        int at = 0;
        for (int k = 0; k < clips.size(); k++) {
            double[] part = clips.get(k).motion().matrices();
            if (clips.get(k).motion().frameCount() != sequences.get(k).frameCount()) {
                throw new IllegalArgumentException(
                        "clip '" + clips.get(k).name() + "' has a different number of frames from its sequence");
            }
            System.arraycopy(part, 0, matrices, at, part.length);
            at += part.length;
        }
        BoneMotion all = new BoneMotion(bones, frameCount(), matrices);
        return new Clip(joinedName(), first().framesPerSecond(), all, joinedShapes(clips));
    }

    /** Joined in order; empty if no clip has shapes. */
    private static double[] joinedShapes(List<Clip> clips) {
        int count = clips.stream()
                .mapToInt(clip -> clip.shapes().length / clip.motion().frameCount())
                .max()
                .orElse(0);
        return clips.stream()
                .flatMapToDouble(clip ->
                        Arrays.stream(Arrays.copyOf(clip.shapes(), clip.motion().frameCount() * count)))
                .toArray();
    }

    /** Frames of several sources in sequence. */
    private static final class JoinedFrames implements FrameSource, Serializable {
        private final List<FrameSource> parts;
        private final int count;

        JoinedFrames(List<MeshSequence> sequences) {
            parts = sequences.stream().map(MeshSequence::frames).toList();
            count = parts.stream().mapToInt(FrameSource::frameCount).sum();
        }

        @Override
        public int frameCount() {
            return count;
        }

        @Override
        public float[] frame(int f) {
            return of(f, FrameSource::frame);
        }

        @Override
        public boolean isStreamed() {
            return parts.stream().anyMatch(FrameSource::isStreamed);
        }

        @Override
        public void positions(int f, int from, int to, float[] out, int at) {
            of(f, (part, own) -> {
                part.positions(own, from, to, out, at);
                return part;
            });
        }

        @Override
        public Optional<CornerAttribute> normals(int f) {
            boolean all = !isStreamed()
                    && parts.stream().allMatch(part -> part.normals(0).isPresent());
            return all ? of(f, FrameSource::normals) : Optional.empty();
        }

        private <T> T of(int f, BiFunction<FrameSource, Integer, T> what) {
            int left = f;
            for (FrameSource part : parts) {
                if (left < part.frameCount()) {
                    return what.apply(part, left);
                }
                left -= part.frameCount();
            }
            throw new IndexOutOfBoundsException("frame " + f + " of " + count);
        }
    }
}
