package dev.sinew.io.alembic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.TestMeshes;
import dev.sinew.mesh.MeshSequence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Keeps an archive with all written content, its cache and its OBJ for {@code proof/sinew-interop/ogawa.py}, an independent
 * reader.
 */
class AlembicKeptTest {
    private static final Path KEPT = Path.of("target", "interop", "alembic");

    @Test
    void keepsArchiveForIndependentReader() throws IOException {
        Files.createDirectories(KEPT);
        MeshSequence rich = TestMeshes.sequence(TestMeshes.rich(3), 5, 24);
        MeshSequences.write(rich, KEPT.resolve("rich.abc"));
        MeshSequences.write(rich, KEPT.resolve("rich.pc2"));
        assertThat(KEPT.resolve("rich.obj")).exists();
    }
}
