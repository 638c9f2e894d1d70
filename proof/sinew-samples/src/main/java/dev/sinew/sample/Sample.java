package dev.sinew.sample;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.ClipFrames;
import java.util.List;

/** A procedural sequence; the same name and size give the same numbers on every machine. */
public abstract class Sample {
    /** Minimum for a recognisable shape. */
    public static final int MIN_VERTICES = 16;

    /** Maximum for indices and file formats. */
    public static final int MAX_VERTICES = 20_000_000;

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

    /** Its name in {@code sinew sample}. */
    public final String name() {
        return name;
    }

    /** One-line description. */
    public final String summary() {
        return summary;
    }

    /** Default number of vertices. */
    public final int defaultVertices() {
        return defaultVertices;
    }

    public final int defaultFrames() {
        return defaultFrames;
    }

    /**
     * @param vertices approximate number; the result is as near as the topology allows, at least {@code 16}
     * @param frames at least 1
     */
    public abstract MeshSequence make(int vertices, int frames);

    /** Rejects sizes that no sample can have. */
    protected final void check(int vertices, int frames) {
        check(name, vertices, frames);
    }

    static void check(String sample, int vertices, int frames) {
        if (vertices < MIN_VERTICES || vertices > MAX_VERTICES) {
            throw new IllegalArgumentException("sample '" + sample + "' with " + vertices + " vertices; it can have "
                    + MIN_VERTICES + " to " + MAX_VERTICES);
        }
        if (frames < 1) {
            throw new IllegalArgumentException(
                    "sample '" + sample + "' with " + frames + " frames; it needs at least 1");
        }
    }

    /** A sequence animated by a known skeleton: ground truth for rigging. */
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

    /** A sample that is also available as a mesh with sliders. */
    public abstract static class Morphed extends Sample {
        protected Morphed(String name, String summary, int defaultVertices, int defaultFrames) {
            super(name, summary, defaultVertices, defaultFrames);
        }

        /** Parameters as in {@link #make}. */
        public abstract Shapes shapes(int vertices, int frames);
    }

    /**
     * A mesh with morph targets and their animation.
     *
     * @param examples K + 1 frames: the neutral mesh, then each slider at one
     * @param names of the sliders
     * @param weights F·K, frame by frame
     */
    public record Shapes(MeshSequence examples, List<String> names, double framesPerSecond, double[] weights) {}
}
