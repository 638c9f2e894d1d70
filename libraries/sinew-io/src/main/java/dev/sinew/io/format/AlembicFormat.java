package dev.sinew.io.format;

import static dev.sinew.run.InvalidInputException.field;

import dev.sinew.io.alembic.AlembicSequence;
import dev.sinew.io.alembic.AlembicWriter;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Alembic archives: meshes with a sample per frame. */
final class AlembicFormat extends Format {
    AlembicFormat() {
        super(
                "Alembic",
                List.of(".abc"),
                Set.of(Content.SEQUENCE),
                Set.of(Content.SEQUENCE),
                "Ogawa archives of polygon meshes");
    }

    @Override
    public boolean begins(Head head) {
        return AlembicSequence.isArchive(head.bytes());
    }

    @Override
    public AnimatedMesh openSequence(Path file, Selection selection) {
        selection.clip().ifPresent(clip -> {
            throw new InvalidInputException(
                    file + " is an Alembic file, which has no clips. Remove " + field("clip") + " " + clip);
        });
        return AlembicSequence.open(file, selection.objects());
    }

    @Override
    public void writeSequence(MeshSequence sequence, Path file) {
        AtomicFile.write(file, out -> AlembicWriter.write(out, sequence));
    }

    @Override
    public Optional<SequenceSize> size(Path file) {
        int frames = AlembicSequence.open(file, List.of()).frameCount();
        return Optional.of(SequenceSize.of(SequenceSize.positions(SequenceSize.bytes(file)) / frames + 1, frames));
    }
}
