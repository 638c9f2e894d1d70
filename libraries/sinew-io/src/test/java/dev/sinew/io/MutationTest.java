package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.parts.ReadMesh;
import dev.sinew.mesh.Mesh;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files are read or rejected with an error message; readers never fail in other ways. */
class MutationTest {
    private static final int MUTATIONS = 2000;

    @TempDir
    Path folder;

    private Path obj;

    @BeforeEach
    void writeSound() {
        obj = folder.resolve("x.obj");
        MeshSequences.write(TestMeshes.sequence(TestMeshes.rich(3), 4, 24), folder.resolve("x.pc2"));
        MeshSequences.write(TestMeshes.sequence(TestMeshes.rich(3), 4, 24), folder.resolve("y.mdd"));
        MeshSequences.writeMesh(TestMeshes.rich(4), folder.resolve("x.ply"));
    }

    private void damage(String name, Mutations.Reading reading) throws IOException {
        Mutations.damage(folder.resolve(name), reading);
    }

    private static void meshOf(Path file) {
        ReadMesh read = MeshSequences.readMeshWithNotes(file);
        Mesh mesh = read.mesh();
        assertThat(mesh.positions()).hasSize(3 * mesh.vertexCount());
        assertThat(read.notes()).noneMatch(n -> n.contains("\n"));
    }

    private static void sequenceOf(Path file) {
        MeshSequences.read(SequenceInput.of(file)).validate();
    }

    @Test
    void obj() throws IOException {
        damage("x.obj", MutationTest::meshOf);
    }

    @Test
    void binaryPly() throws IOException {
        damage("x.ply", MutationTest::meshOf);
    }

    @Test
    void textPly() throws IOException {
        Files.writeString(folder.resolve("t.ply"), """
                ply
                format ascii 1.0
                comment of three vertices
                element vertex 3
                property double x
                property float y
                property float z
                property float nx
                property float ny
                property float nz
                property float s
                property float t
                property uchar red
                property uchar green
                property uchar blue
                element face 1
                property list uchar int vertex_indices
                property list uchar float texcoord
                element other 2
                property list int short stuff
                end_header
                0 0 0 0 0 1 0.5 0.5 255 0 0
                1 0 0.25 0 0 1 0.5 0.5 255 0 0
                0 1e-3 0 0 0 1 0.5 0.5 255 0 0
                3 0 1 2 6 0 0 1 0 1 1
                2 1 2
                0
                """);
        damage("t.ply", MutationTest::meshOf);
    }

    @Test
    void pc2() throws IOException {
        damage("x.pc2", file -> sequenceOf(obj));
    }

    @Test
    void alembic() throws IOException {
        MeshSequences.write(TestMeshes.sequence(TestMeshes.rich(3), 4, 24), folder.resolve("a.abc"));
        damage("a.abc", MutationTest::sequenceOf);
    }

    @Test
    void mdd() throws IOException {
        damage("y.mdd", file -> sequenceOf(folder.resolve("y.obj")));
    }

    @Test
    void neverRejectsDamagedMaterialFile() throws IOException {
        Path file = folder.resolve("x.mtl");
        byte[] sound = Files.readAllBytes(file);
        for (int seed = 0; seed < MUTATIONS; seed++) {
            Files.write(file, Mutations.mutate(sound, new Random(seed)));
            Mesh mesh = MeshSequences.readMesh(obj);
            assertThat(mesh.surface().materials()).hasSize(2).allMatch(m -> m.alpha() >= 0 && m.alpha() <= 1);
        }
    }

    @Test
    void headerOfTextPly() throws IOException {
        // Damage to a short file almost always hits its header.
        Files.writeString(
                folder.resolve("h.ply"),
                "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
                        + "element face 1\nproperty list uchar int vertex_index\nend_header\n0 0 0 1 0 0 0 1 0 3 0 1 2\n");
        damage("h.ply", MutationTest::meshOf);
    }
}
