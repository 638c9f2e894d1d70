package dev.sinew.io.format;

import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.ModelContent;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** FBX without the module that reads and writes it: files are recognised, and rejected with the name of the module. */
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

    /** Every frame of a clip, played. */
    @Override
    public AnimatedMesh openSequence(Path file, Selection selection) {
        return new ModelSequence(file, readModel(file, selection), selection.clip());
    }

    @Override
    public SkinnedModel readModel(Path file, Selection selection) {
        throw missing(file);
    }

    @Override
    public WrittenModel writeModel(ModelContent content, Path file, Storage storage) {
        throw missing(file);
    }

    @Override
    public void requirePresent(Path file) {
        if (getClass() == FbxDescription.class) {
            throw missing(file);
        }
    }

    private static RefusedException missing(Path file) {
        return new RefusedException(
                file + " is FBX, which needs the module sinew-assimp; it is not part of this build");
    }
}
