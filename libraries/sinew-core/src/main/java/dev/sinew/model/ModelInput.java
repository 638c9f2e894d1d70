package dev.sinew.model;

import dev.sinew.mesh.MeshSequence;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A model whose weights are to be recomputed.
 *
 * @param examples poses to reproduce, if any
 */
public record ModelInput(SkinnedModel model, Optional<Examples> examples) {
    /**
     * Poses and the matching motion of the bones.
     *
     * @param clip frame k belongs to pose k
     */
    public record Examples(Clip clip, MeshSequence poses) {
        public Examples {
            Objects.requireNonNull(clip);
            if (clip.motion().frameCount() != poses.frameCount()) {
                throw new IllegalArgumentException(
                        clip.motion().frameCount() + " frames of motion for " + poses.frameCount() + " poses");
            }
        }
    }

    public ModelInput {
        Objects.requireNonNull(model);
        if (model.vertexCount() == 0) {
            throw new IllegalArgumentException("a model without vertices has no weights");
        }
        if (examples.isPresent() && examples.get().poses().vertexCount() != model.vertexCount()) {
            throw new IllegalArgumentException(examples.get().poses().vertexCount() + " vertices in the examples for "
                    + model.vertexCount() + " of the model");
        }
    }

    public static ModelInput of(SkinnedModel model) {
        return new ModelInput(model, Optional.empty());
    }

    public ModelInput withModel(SkinnedModel newModel) {
        return new ModelInput(newModel, examples);
    }

    /**
     * The same with other vertices.
     *
     * @param vertices converts the examples to those of {@code newModel}
     */
    public ModelInput withVertices(SkinnedModel newModel, UnaryOperator<MeshSequence> vertices) {
        return new ModelInput(newModel, examples.map(e -> new Examples(e.clip(), vertices.apply(e.poses()))));
    }

    public ModelInput withExamples(Clip clip, MeshSequence poses) {
        return new ModelInput(model, Optional.of(new Examples(clip, poses)));
    }
}
