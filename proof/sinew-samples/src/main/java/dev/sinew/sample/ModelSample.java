package dev.sinew.sample;

import dev.sinew.model.SkinnedModel;

/** A procedural rigged model: the same name and size give the same numbers on every machine. */
public interface ModelSample {
    /** What {@code sinew sample} calls it. */
    String name();

    /** One line for a person. */
    String summary();

    /** Vertices where none are asked for. */
    int defaultVertices();

    /** @param vertices wanted; what is made comes as near as its topology allows, at least {@code 16} */
    SkinnedModel make(int vertices);
}
