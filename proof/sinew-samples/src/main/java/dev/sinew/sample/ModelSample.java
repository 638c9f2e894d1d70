package dev.sinew.sample;

import dev.sinew.model.SkinnedModel;

/** A procedural rigged model; the same name and size give the same numbers on every machine. */
public abstract class ModelSample {
    private final String name;
    private final String summary;
    private final int defaultVertices;

    protected ModelSample(String name, String summary, int defaultVertices) {
        this.name = name;
        this.summary = summary;
        this.defaultVertices = defaultVertices;
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

    /** @param vertices approximate number; the result is as near as the topology allows, at least {@code 16} */
    public abstract SkinnedModel make(int vertices);

    /** Rejects sizes that no sample can have. */
    protected final void check(int vertices) {
        Sample.check(name, vertices, 1);
    }
}
