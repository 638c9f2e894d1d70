package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.parts.Srgb;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriterRoundTripTest {
    @TempDir
    Path folder;

    private List<String> filesIn(Path where) throws IOException {
        try (Stream<Path> files = Files.list(where)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    private static MeshSequence read(Path path) {
        return MeshSequences.read(SequenceInput.of(path));
    }

    private static void assertSameFrames(MeshSequence actual, MeshSequence expected) {
        assertThat(actual.frameCount()).isEqualTo(expected.frameCount());
        for (int f = 0; f < expected.frameCount(); f++) {
            assertThat(actual.frame(f)).as("frame %d", f).isEqualTo(expected.frame(f));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void objKeepsEverything(long seed) {
        Mesh mesh = TestMeshes.rich(seed);
        Path file = folder.resolve("the mesh.obj");
        MeshSequences.writeMesh(mesh, file);
        assertThat(MeshSequences.readMeshWithNotes(file).notes()).isEmpty();
        TestMeshes.assertSame(MeshSequences.readMesh(file), mesh);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void plyKeepsGeometryColoursAndUvs(long seed) {
        Mesh mesh = TestMeshes.rich(seed);
        Path file = folder.resolve("x.ply");
        MeshSequences.writeMesh(mesh, file);
        Mesh back = MeshSequences.readMesh(file);
        TestMeshes.assertSameGeometry(back, mesh);
        TestMeshes.assertSameAttribute(back.surface().uvs(), mesh.surface().uvs());
        assertThat(back.surface().colours().orElseThrow())
                .isEqualTo(mesh.surface().colours().orElseThrow());
        assertThat(back.surface().normals()).as("they differ between corners").isEmpty();
    }

    @Test
    void plyKeepsAttributesOfVertices() {
        Mesh mesh = TestMeshes.plain(3);
        Optional<CornerAttribute> normals = Optional.of(Normals.ofCorners(mesh, mesh.positions()));
        Optional<CornerAttribute> uvs = Optional.of(new CornerAttribute(
                2, new float[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}, mesh.corners()));
        float[] bytes = new float[3 * mesh.vertexCount()];
        for (int k = 0; k < bytes.length; k++) {
            bytes[k] = (float) Srgb.toLinear(k * 9 / 255.0);
        }
        Mesh full = mesh.withSurface(
                new Mesh.Surface(uvs, normals, Optional.of(bytes), List.of(), new int[0], List.of(), new int[0]));
        Path file = folder.resolve("x.ply");
        MeshSequences.writeMesh(full, file);
        TestMeshes.assertSame(MeshSequences.readMesh(file), full);
    }

    @Test
    void plyKeepsFacesOfManyCorners() {
        int corners = 300;
        int[] face = new int[corners];
        float[] positions = new float[3 * corners];
        float[] uvs = new float[4];
        int[] rows = new int[corners];
        for (int c = 0; c < corners; c++) {
            face[c] = c / 2;
            rows[c] = c % 2;
            positions[3 * c] = c;
            uvs[1] = 1;
        }
        uvs[2] = 0.5f;
        Mesh mesh = Mesh.of(positions, new int[] {0, corners}, face, Mesh.Surface.bare())
                .withSurface(new Mesh.Surface(
                        Optional.of(new CornerAttribute(2, uvs, rows)),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        new int[0],
                        List.of(),
                        new int[0]));
        Path file = folder.resolve("x.ply");
        MeshSequences.writeMesh(mesh, file);
        TestMeshes.assertSame(MeshSequences.readMesh(file), mesh);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pc2", "mdd"})
    void cachesKeepRestPoseFramesAndSurface(String ending) throws IOException {
        Mesh rest = TestMeshes.rich(1);
        float[] moved = rest.positions().clone();
        moved[4] = -0f;
        MeshSequence frames =
                TestMeshes.sequence(rest.withPositions(moved), 5, 25).withRest(rest);
        Path file = folder.resolve("x." + ending);
        MeshSequences.write(frames, file);
        assertThat(filesIn(folder)).containsExactlyInAnyOrder("skin of it.png", "x.mtl", "x.obj", "x." + ending);
        MeshSequence back = read(file);
        TestMeshes.assertSame(back.rest(), rest);
        assertSameFrames(back, frames);
        assertThat(back.framesPerSecond()).isEqualTo(ending.equals("mdd") ? 25 : 30);
        assertThat(back.name()).isEqualTo("x");
    }

    @Test
    void framesOfObjKeepTheSurface() throws IOException {
        MeshSequence sequence = TestMeshes.sequence(TestMeshes.rich(2), 3, 30);
        MeshSequences.write(sequence, folder.resolve("out/frame.obj"));
        assertThat(filesIn(folder.resolve("out")))
                .containsExactly("frame.mtl", "frame_0000.obj", "frame_0001.obj", "frame_0002.obj", "skin of it.png");
        ReadSequence back = MeshSequences.readWithNotes(SequenceInput.of(folder.resolve("out")));
        assertThat(back.notes()).isEmpty();
        assertThat(back.sequence().name()).isEqualTo("out");
        TestMeshes.assertSame(back.sequence().rest(), sequence.rest());
        assertSameFrames(back.sequence(), sequence);
    }

    @Test
    void writesNormalsOfEachFrame() {
        MeshSequence sequence = TestMeshes.sequence(TestMeshes.rich(2), 2, 30);
        MeshSequences.write(sequence, folder.resolve("f.obj"));
        Mesh second = MeshSequences.readMesh(folder.resolve("f_0001.obj"));
        TestMeshes.assertSameAttribute(
                second.surface().normals(), Optional.of(Normals.ofCorners(sequence.rest(), sequence.frame(1))));
    }

    @Test
    void framesOfPly() throws IOException {
        MeshSequence sequence = TestMeshes.sequence(TestMeshes.plain(4), 12, 30);
        MeshSequences.write(sequence, folder.resolve("out/f.ply"));
        assertThat(filesIn(folder.resolve("out")))
                .hasSize(12)
                .startsWith("f_0000.ply")
                .endsWith("f_0011.ply");
        MeshSequence back = read(folder.resolve("out"));
        TestMeshes.assertSame(back.rest(), sequence.rest());
        assertSameFrames(back, sequence);
    }

    @Test
    void equalInputGivesEqualBytes() throws IOException {
        MeshSequence sequence = TestMeshes.sequence(TestMeshes.rich(9), 2, 30);
        MeshSequences.write(sequence, folder.resolve("a/f.obj"));
        MeshSequences.write(read(folder.resolve("a")), folder.resolve("b/f.obj"));
        for (String name : filesIn(folder.resolve("a"))) {
            assertThat(folder.resolve("b").resolve(name))
                    .hasSameBinaryContentAs(folder.resolve("a").resolve(name));
        }
    }

    @Test
    void keepsMaterialsWithEqualNamesApart() {
        Material red = new Material("m", 1, 0, 0, 1, 1, 0, Optional.empty());
        Material blue = new Material("m", 0, 0, 1, 1, 1, 0, Optional.empty());
        Mesh plain = TestMeshes.plain(1);
        Mesh mesh = plain.withSurface(new Mesh.Surface(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(red, blue),
                new int[] {0, 1, 0},
                List.of(),
                new int[0]));
        MeshSequences.writeMesh(mesh, folder.resolve("x.obj"));
        Mesh back = MeshSequences.readMesh(folder.resolve("x.obj"));
        assertThat(back.surface().materials()).extracting(Material::name).containsExactly("m", "m_2");
        assertThat(back.surface().materials()).extracting(Material::blue).containsExactly(0f, 1f);
        assertThat(back.surface().faceMaterials()).containsExactly(0, 1, 0);
    }

    @Test
    void keepsImagesWithEqualNamesApartAndOtherFilesUntouched() throws IOException {
        Files.writeString(folder.resolve("a.png"), "not ours");
        Material.Texture first = new Material.Texture("../a", "image/png", TestMeshes.PNG);
        byte[] other = TestMeshes.PNG.clone();
        other[10] = 99;
        Material.Texture second = new Material.Texture("a.png", "image/png", other);
        Material one = new Material("one", 1, 1, 1, 1, 1, 0, Optional.of(first));
        Material two = new Material("two", 1, 1, 1, 1, 1, 0, Optional.of(second));
        Mesh mesh = TestMeshes.plain(1)
                .withSurface(new Mesh.Surface(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(one, two, one),
                        new int[] {0, 1, 2},
                        List.of(),
                        new int[0]));
        MeshSequences.writeMesh(mesh, folder.resolve("x.obj"));
        MeshSequences.writeMesh(mesh, folder.resolve("x.obj"));
        assertThat(folder.resolve("a.png")).hasContent("not ours");
        List<Material> back =
                MeshSequences.readMesh(folder.resolve("x.obj")).surface().materials();
        assertThat(back.get(0).texture().orElseThrow().bytes()).isEqualTo(TestMeshes.PNG);
        assertThat(back.get(1).texture().orElseThrow().bytes()).isEqualTo(other);
        assertThat(filesIn(folder)).containsExactly("_._a.png", "a.png", "x-a.png", "x.mtl", "x.obj");
    }

    @Test
    void rejectionsLeaveNothingBehind() throws IOException {
        float[] bad = new float[27];
        bad[5] = Float.NaN;
        Mesh rest = TestMeshes.rich(1);
        MeshSequence broken =
                new MeshSequence("broken", rest, FrameSource.of(new float[][] {rest.positions(), bad}), 30);
        for (String name : List.of("x.pc2", "x.mdd", "out/f.obj", "out/f.ply", "f.obj", "f.ply")) {
            assertThat(InvalidInputs.of(() -> MeshSequences.write(broken, folder.resolve(name))))
                    .contains("frame 1: vertex 1 has the coordinate NaN");
            assertThat(filesIn(folder)).as(name).isEmpty();
        }
    }

    @Test
    void rejectsTargetsThatCannotBeWritten() throws IOException {
        MeshSequence sequence = TestMeshes.sequence(TestMeshes.rich(1), 2, 30);
        Mesh mesh = sequence.rest();
        Path missing = folder.resolve("no/where/x.pc2");
        assertThat(InvalidInputs.of(() -> MeshSequences.write(sequence, missing)))
                .isEqualTo("cannot write into " + missing.getParent() + ": the folder " + missing.getParent()
                        + " does not exist");
        assertThat(InvalidInputs.of(() -> MeshSequences.write(sequence, folder.resolve("no/where/f.obj"))))
                .endsWith("the folder " + folder.resolve("no") + " does not exist");
        assertThat(InvalidInputs.of(() -> MeshSequences.write(sequence, folder)))
                .isEqualTo("cannot write " + folder + ": it is a directory");
        assertThat(InvalidInputs.of(() -> MeshSequences.writeMesh(mesh, folder)))
                .contains("it is a directory");
        assertThat(InvalidInputs.of(() -> MeshSequences.write(sequence, folder.resolve("x.usd"))))
                .contains(
                        "a sequence is written as .abc, .usda, .usdz, .npz, .pc2, .mdd, or frames such as out/frame.obj");
        assertThat(InvalidInputs.of(() -> MeshSequences.writeMesh(mesh, folder.resolve("x.dae"))))
                .contains("a mesh is written as .obj, .ply or .stl");
        Files.writeString(folder.resolve("file"), "");
        assertThat(InvalidInputs.of(() -> MeshSequences.write(sequence, folder.resolve("file/f.obj"))))
                .endsWith(folder.resolve("file") + " is not a folder");
        Files.createDirectory(folder.resolve("x.obj"));
        assertThat(InvalidInputs.of(() -> MeshSequences.write(sequence, folder.resolve("x.pc2"))))
                .contains("it is a directory");
        assertThat(filesIn(folder)).containsExactly("file", "x.obj");
    }

    @Test
    void rejectsFramesOfAnEarlierLongerRun() throws IOException {
        Path frames = folder.resolve("out/f.ply");
        MeshSequences.write(TestMeshes.sequence(TestMeshes.plain(1), 4, 30), frames);
        MeshSequences.write(TestMeshes.sequence(TestMeshes.plain(2), 4, 30), frames);
        String sentence =
                InvalidInputs.of(() -> MeshSequences.write(TestMeshes.sequence(TestMeshes.plain(3), 3, 30), frames));
        assertThat(sentence).contains("f_0003.ply already exists");
        assertThat(read(folder.resolve("out")).rest().positions())
                .isEqualTo(TestMeshes.plain(2).positions());
        assertThat(filesIn(folder.resolve("out"))).hasSize(4);
    }
}
