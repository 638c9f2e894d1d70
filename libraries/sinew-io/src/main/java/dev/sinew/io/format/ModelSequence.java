package dev.sinew.io.format;

import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.ClipChoice;
import dev.sinew.io.parts.FrameMemory;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.ClipFrames;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a model plays in a clip; a model without clips is one frame. */
final class ModelSequence implements AnimatedMesh {
    private final Path file;
    private final SkinnedModel model;
    private final Optional<Clip> clip;

    ModelSequence(Path file, SkinnedModel model, Optional<String> clip) {
        this.file = file;
        this.model = model;
        this.clip = ClipChoice.pick(file.toString(), model.clips(), Clip::name, clip);
    }

    @Override
    public String name() {
        return clip.map(Clip::name).orElse(Formats.stem(file));
    }

    @Override
    public int frameCount() {
        return clip.map(c -> c.motion().frameCount()).orElse(1);
    }

    @Override
    public OptionalDouble framesPerSecond() {
        return clip.map(c -> OptionalDouble.of(c.framesPerSecond())).orElse(OptionalDouble.empty());
    }

    @Override
    public Mesh rest(int frame) {
        return model.rest().withPositions(model.rest().positions().clone());
    }

    @Override
    public float[][] read(int[] wanted) {
        float[][] frames = FrameMemory.allocate(file, wanted.length, model.vertexCount());
        for (int k = 0; k < wanted.length; k++) {
            frames[k] = clip.isEmpty()
                    ? model.rest().positions().clone()
                    : new ClipFrames(model, clip.get()).frame(wanted[k]);
        }
        return frames;
    }

    @Override
    public List<String> notes() {
        return clip.isPresent() ? List.of() : List.of(file + " has no animation that moves a mesh, so it is one frame");
    }
}
