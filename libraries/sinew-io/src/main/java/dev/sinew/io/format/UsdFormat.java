package dev.sinew.io.format;

import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.io.usd.UsdModels;
import dev.sinew.io.usd.UsdSequence;
import dev.sinew.io.usd.UsdWriter;
import dev.sinew.mesh.MeshSequence;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** USD: text layers, alone or in a package. Binary layers are recognised and rejected by the reader. */
final class UsdFormat extends Format {
    UsdFormat() {
        super(
                "USD",
                List.of(".usda", ".usdz"),
                Set.of(Content.SEQUENCE, Content.MODEL),
                Set.of(Content.SEQUENCE, Content.MODEL),
                "USD text layers and packages: meshes with time samples, UsdSkel models");
    }

    @Override
    public List<String> otherEndings() {
        return List.of(".usdc", ".usd");
    }

    @Override
    public boolean begins(Head head) {
        return UsdModels.begins(head.bytes());
    }

    @Override
    public AnimatedMesh openSequence(Path file, Selection selection) {
        return UsdSequence.open(file, selection.objects(), selection.clip(), selection.framesPerSecond());
    }

    @Override
    public List<String> clips(Path file) {
        return UsdSequence.clips(file);
    }

    @Override
    public boolean holdsModel(Path file) {
        return UsdModels.hasSkin(file);
    }

    @Override
    public ModelDocument readDocument(Path file, Selection selection) {
        return UsdModels.read(file, selection.objects(), selection.framesPerSecond());
    }

    @Override
    public void writeSequence(MeshSequence sequence, Path file) {
        UsdWriter.write(sequence, file);
    }

    @Override
    public WrittenModel writeModel(ModelDocument document, Path file, Storage storage) {
        return UsdWriter.write(document, file);
    }
}
