package dev.sinew.sample;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.ClipFrames;
import java.util.List;

/** A procedural sequence: the same name and size give the same numbers on every machine. */
public abstract class Sample {
    /** Fewer vertices make no shape. */
    public static final int FEWEST_VERTICES = 16;

    /** More would not fit the indices and files around. */
    public static final int MOST_VERTICES = 20_000_000;

    private final String name;
    private final String summary;
    private final int defaultVertices;
    private final int defaultFrames;

    protected Sample(String name, String summary, int defaultVertices, int defaultFrames) {
        this.name = name;
        this.summary = summary;
        this.defaultVertices = defaultVertices;
        this.defaultFrames = defaultFrames;
    }

    /** What {@code sinew sample} calls it. */
    public final String name() {
        return name;
    }

    /** One line for a person. */
    public final String summary() {
        return summary;
    }

    /** Vertices where none are asked for. */
    public final int defaultVertices() {
        return defaultVertices;
    }

    public final int defaultFrames() {
        return defaultFrames;
    }

    /**
     * @param vertices wanted; what is made comes as near as its topology allows, at least {@code 16}
     * @param frames at least 1
     */
    public abstract MeshSequence make(int vertices, int frames);

    /** Rejects sizes that no sample can have. */
    protected final void check(int vertices, int frames) {
        check(name, vertices, frames);
    }

    static void check(String sample, int vertices, int frames) {
        if (vertices < FEWEST_VERTICES || vertices > MOST_VERTICES) {
            throw new IllegalArgumentException("sample '" + sample + "' with " + vertices + " vertices, it can have "
                    + FEWEST_VERTICES + " to " + MOST_VERTICES);
        }
        if (frames < 1) {
            throw new IllegalArgumentException(
                    "sample '" + sample + "' with " + frames + " frames, at least 1 is needed");
        }
    }

    /** A sequence that a known skeleton moves: the truth that a rigging can be held against. */
    public abstract static class Rigged extends Sample {
        protected Rigged(String name, String summary, int defaultVertices, int defaultFrames) {
            super(name, summary, defaultVertices, defaultFrames);
        }

        /** The model whose only clip is the sequence; parameters as in {@link #make}. */
        public abstract SkinnedModel rigged(int vertices, int frames);

        @Override
        public final MeshSequence make(int vertices, int frames) {
            SkinnedModel model = rigged(vertices, frames);
            MeshSequence played = ClipFrames.sequence(model, model.clips().get(0));
            return new MeshSequence(
                    name(),
                    model.rest(),
                    GeneratedFrames.of(model.vertexCount(), frames, played::frame),
                    played.framesPerSecond());
        }
    }

    /** A sample that can be had as a mesh with sliders, too. */
    public abstract static class Morphed extends Sample {
        protected Morphed(String name, String summary, int defaultVertices, int defaultFrames) {
            super(name, summary, defaultVertices, defaultFrames);
        }

        /** Parameters as in {@link #make}. */
        public abstract Shapes shapes(int vertices, int frames);
    }

    /**
     * A mesh, what each slider does to it, and how they move.
     *
     * @param examples K + 1 frames: none of the sliders, then each at one
     * @param names of the sliders
     * @param weights F·K, frame by frame
     */
    public record Shapes(MeshSequence examples, List<String> names, double framesPerSecond, double[] weights) {}
}
