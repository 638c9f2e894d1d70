package dev.sinew.sample;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.ClipFrames;

/** A sequence that a known skeleton moves: the truth that a rigging can be held against. */
public interface RiggedSample extends Sample {
    /** The model whose only clip is the sequence; parameters as in {@link #make}. */
    SkinnedModel rigged(int vertices, int frames);

    @Override
    default MeshSequence make(int vertices, int frames) {
        SkinnedModel model = rigged(vertices, frames);
        MeshSequence played = ClipFrames.sequence(model, model.clips().get(0));
        return new MeshSequence(
                name(),
                model.rest(),
                GeneratedFrames.of(model.vertexCount(), frames, played::frame),
                played.framesPerSecond());
    }
}
