package dev.sinew.io.format;

import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.ClipChoice;
import dev.sinew.io.parts.FrameMemory;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.ClipFrames;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** FBX without the module that implements it: recognises files and rejects them with the name of the module. */
public class FbxDescription extends Format {
    public FbxDescription() {
        super(
                "FBX",
                List.of(".fbx"),
                Set.of(Content.SEQUENCE, Content.MODEL),
                Set.of(Content.MODEL),
                "FBX models with skins and animation, read and written by Assimp");
    }

    @Override
    public Optional<String> module() {
        return Optional.of("sinew-assimp");
    }

    @Override
    public boolean begins(Head head) {
        return head.startsWith("Kaydara FBX Binary") || head.startsWith("; FBX ");
    }

    /** Plays every frame of a clip. */
    @Override
    public AnimatedMesh openSequence(Path file, Selection selection) {
        return new ModelSequence(file, readDocument(file, selection).model(), selection.clip());
    }

    @Override
    public List<String> clips(Path file) {
        Selection all = new Selection(List.of(), Optional.empty(), OptionalDouble.empty());
        return readDocument(file, all).model().clips().stream().map(Clip::name).toList();
    }

    @Override
    public ModelDocument readDocument(Path file, Selection selection) {
        throw missing(file);
    }

    @Override
    public WrittenModel writeModel(ModelDocument document, Path file, Storage storage) {
        throw missing(file);
    }

    @Override
    public void requirePresent(Path file) {
        if (getClass() == FbxDescription.class) {
            throw missing(file);
        }
    }

    private static InvalidInputException missing(Path file) {
        return new InvalidInputException(
                file
                        + " is an FBX file, but this build does not include the module sinew-assimp, which reads and writes FBX");
    }

    /** The frames of a model's clip; a model without clips has one frame. */
    private static final class ModelSequence implements AnimatedMesh {
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
            return clip.isPresent()
                    ? List.of()
                    : List.of(file + " has no animation that moves a mesh; it is read as one frame");
        }
    }
}
