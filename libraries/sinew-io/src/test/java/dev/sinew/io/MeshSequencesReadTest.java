package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.TrueNormals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeshSequencesReadTest {
    private static final String FACES = "f 1 2 3\nf 1 3 4\n";

    @TempDir
    Path folder;

    /** A square whose first coordinate is the frame number. */
    private Path frame(String name, int number) throws IOException {
        return frame(name, number, FACES);
    }

    private Path frame(String name, int number, String faces) throws IOException {
        return write(name, "v " + number + " 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 2\n" + faces);
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static SequenceInput input(List<Path> paths, Optional<Path> frames, FrameRange range, OptionalDouble fps) {
        return new SequenceInput(paths, frames, range, fps, UpAxis.Y, 1);
    }

    private static SequenceInput list(Path... paths) {
        return input(List.of(paths), Optional.empty(), FrameRange.ALL, OptionalDouble.empty());
    }

    private static SequenceInput withFrames(Path mesh, Path cache) {
        return input(List.of(mesh), Optional.of(cache), FrameRange.ALL, OptionalDouble.empty());
    }

    private static MeshSequence read(Path path) {
        return MeshSequences.read(SequenceInput.of(path));
    }

    private static String rejection(Path path) {
        return InvalidInputs.of(() -> read(path));
    }

    private static void checkFrames(MeshSequence sequence, float... firstCoordinates) {
        assertThat(sequence.frameCount()).isEqualTo(firstCoordinates.length);
        for (int f = 0; f < firstCoordinates.length; f++) {
            assertThat(sequence.frame(f)[0]).as("frame %d", f).isEqualTo(firstCoordinates[f]);
        }
    }

    /** Four vertices; frame f has 10 + f in every coordinate. */
    private Path cache(String name, int frames) throws IOException {
        Mesh mesh = MeshSequences.readMesh(frame("for-cache/m.obj", 0));
        float[][] positions = new float[frames][12];
        for (int f = 0; f < frames; f++) {
            Arrays.fill(positions[f], 10 + f);
        }
        Path written = folder.resolve("for-cache").resolve(Path.of(name).getFileName());
        MeshSequences.write(new MeshSequence("c", mesh, FrameSource.of(positions), 24), written);
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.move(written, file);
    }

    @Test
    void readsFolderInNaturalOrderAndIgnoresOtherFiles() throws IOException {
        frame("walk/frame10.obj", 10);
        frame("walk/frame2.obj", 2);
        frame("walk/frame1.OBJ", 1);
        write("walk/notes.txt", "x");
        write("walk/._frame1.obj", "\0\0");
        write("walk/.hidden.ply", "x");
        Files.createDirectory(folder.resolve("walk/sub.obj"));
        MeshSequence sequence = read(folder.resolve("walk"));
        checkFrames(sequence, 1, 2, 10);
        assertThat(sequence.name()).isEqualTo("walk");
        assertThat(sequence.framesPerSecond()).isEqualTo(30);
        assertThat(sequence.rest().positions()[0]).isEqualTo(1);
        checkFrames(read(folder.resolve("walk/../walk/.")), 1, 2, 10);
    }

    @Test
    void expandsGlobsInNamesAndFolders() throws IOException {
        frame("a/walk_2.obj", 2);
        frame("a/walk_10.obj", 10);
        frame("a/run_1.obj", 1);
        write("a/walk_1.mtl", "");
        MeshSequence sequence = read(folder.resolve("a/walk_*"));
        checkFrames(sequence, 2, 10);
        assertThat(sequence.name()).isEqualTo("walk");
        checkFrames(read(folder.resolve("?/{walk,run}_*.obj")), 1, 2, 10);
        assertThat(rejection(folder.resolve("a/swim*.obj")))
                .isEqualTo("no file matches " + folder.resolve("a/swim*.obj"));
        assertThat(rejection(folder.resolve("a/*.mtl"))).contains("none of its 1 files is a mesh");
        assertThat(rejection(folder.resolve("a/[walk"))).contains("is not a valid pattern");
    }

    @Test
    void readsWildcardsInExistingNamesLiterally() throws IOException {
        frame("odd[1]/a_1.obj", 1);
        frame("odd[1]/a_2.obj", 2);
        checkFrames(read(folder.resolve("odd[1]")), 1, 2);
        checkFrames(read(folder.resolve("odd[1]/*.obj")), 1, 2);
    }

    @Test
    void readsListInNaturalOrder() throws IOException {
        Path ten = frame("x10.obj", 10);
        Path nine = frame("x9.obj", 9);
        Path one = frame("x1.obj", 1);
        MeshSequence sequence = MeshSequences.read(list(ten, one, nine));
        checkFrames(sequence, 1, 9, 10);
        assertThat(sequence.name()).isEqualTo("x");
        Path missing = folder.resolve("x11.obj");
        assertThat(InvalidInputs.of(() -> MeshSequences.read(list(ten, missing))))
                .isEqualTo(missing + " does not exist");
    }

    @Test
    void namesSequenceByFolderIfFramesAreNumbers() throws IOException {
        Path one = frame("jump/0001.obj", 1);
        Path two = frame("jump/0002.obj", 2);
        assertThat(MeshSequences.read(list(one, two)).name()).isEqualTo("jump");
    }

    @Test
    void readsPlyFramesOfAnyForm() throws IOException {
        String ply = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
                + "element face 1\nproperty list uchar int vertex_indices\nend_header\n%d 0 0\n1 0 0\n1 1 0\n3 0 1 2\n";
        write("p/a_1.ply", String.format(ply, 1));
        Mesh second = MeshSequences.readMesh(write("second.ply", String.format(ply, 2)));
        MeshSequences.writeMesh(second, folder.resolve("p/a_2.ply"));
        checkFrames(read(folder.resolve("p")), 1, 2);
    }

    @Test
    void recognisesPlyByContent() throws IOException {
        Mesh mesh = MeshSequences.readMesh(frame("m.obj", 1));
        MeshSequences.writeMesh(mesh, folder.resolve("m.ply"));
        Path misnamed = Files.move(folder.resolve("m.ply"), folder.resolve("misnamed.obj"));
        TestMeshes.assertSameGeometry(MeshSequences.readMesh(misnamed), mesh);
        Path text = Files.copy(folder.resolve("misnamed.obj"), folder.resolve("m.txt"));
        TestMeshes.assertSameGeometry(MeshSequences.readMesh(text), mesh);
    }

    @Test
    void readsMeshWithGivenOrFoundCache() throws IOException {
        Path mesh = frame("s/dance.obj", 5);
        Path cache = cache("s/dance.pc2", 3);
        MeshSequence sequence = read(mesh);
        checkFrames(sequence, 10, 11, 12);
        assertThat(sequence.name()).isEqualTo("dance");
        assertThat(sequence.rest().positions()[0]).isEqualTo(5);
        checkFrames(read(cache), 10, 11, 12);
        checkFrames(MeshSequences.read(list(mesh, cache)), 10, 11, 12);
        checkFrames(read(folder.resolve("s")), 10, 11, 12);
        checkFrames(read(folder.resolve("s/dance.*")), 10, 11, 12);
        checkFrames(read(folder.resolve("s/*.pc2")), 10, 11, 12);
        Path other = cache("other.mdd", 2);
        MeshSequence named = MeshSequences.read(withFrames(mesh, other));
        checkFrames(named, 10, 11);
        assertThat(named.framesPerSecond()).isEqualTo(24);
    }

    @Test
    void appliesRangeAndRate() throws IOException {
        for (int f = 0; f < 10; f++) {
            frame("w/f" + f + ".obj", f);
        }
        Path walk = folder.resolve("w");
        FrameRange range = FrameRange.parse("2:7:2").orElseThrow();
        MeshSequence sequence =
                MeshSequences.read(input(List.of(walk), Optional.empty(), range, OptionalDouble.of(24)));
        checkFrames(sequence, 2, 4, 6);
        assertThat(sequence.framesPerSecond())
                .as("every other frame at half the rate")
                .isEqualTo(12);
        assertThat(sequence.rest().positions()[0]).isEqualTo(2);
        Path mesh = frame("c.obj", 0);
        cache("c.mdd", 6);
        checkFrames(
                MeshSequences.read(
                        input(List.of(mesh), Optional.empty(), new FrameRange(1, 100, 3), OptionalDouble.empty())),
                11,
                14);
        assertThat(InvalidInputs.of(() -> MeshSequences.read(
                        input(List.of(mesh), Optional.empty(), new FrameRange(6, 9, 1), OptionalDouble.empty()))))
                .isEqualTo("the frame range begins at frame 6, but " + folder.resolve("c.mdd") + " has frames 0 to 5");
    }

    @Test
    void keepsNormalsOfArchiveFrames() throws IOException {
        write("a/1.obj", "v 1 2 3\nv 4 5 6\nv 7 8 10\nvn 0 0.6 0.8\nf 1//1 2//1 3//1\n");
        write("a/2.obj", "v 1 2 4\nv 4 5 6\nv 7 8 10\nvn 0 1 0\nf 1//1 2//1 3//1\n");
        Path archive = folder.resolve("a.abc");
        MeshSequences.write(MeshSequences.read(SequenceInput.of(folder.resolve("a"))), archive);
        MeshSequence back = MeshSequences.read(SequenceInput.of(archive));
        assertThat(TestMeshes.atCorners(back.normals(0).orElseThrow())).startsWith(0, 0.6f, 0.8f);
        assertThat(TestMeshes.atCorners(back.normals(1).orElseThrow())).startsWith(0, 1, 0);
        assertThat(TrueNormals.of(back).frame(1)).startsWith(0, 1, 0);
    }

    @Test
    void keepsNormalsOfFrameFiles() throws IOException {
        write("n/1.obj", "v 1 2 3\nv 4 5 6\nv 7 8 10\nvn 0 0.6 0.8\nf 1//1 2//1 3//1\n");
        write("n/2.obj", "v 1 2 4\nv 4 5 6\nv 7 8 10\nvn 0 1 0\nvn 1 0 0\nf 1//2 2//2 3//1\n");
        MeshSequence sequence = MeshSequences.read(SequenceInput.of(folder.resolve("n")));
        assertThat(sequence.normals(0).orElseThrow().values()).containsExactly(0, 0.6f, 0.8f);
        assertThat(sequence.normals(1).orElseThrow().rows()).containsExactly(1, 1, 0);
        write("n/3.obj", "v 1 2 4\nv 4 5 6\nv 7 8 10\nf 1 2 3\n");
        assertThat(MeshSequences.read(SequenceInput.of(folder.resolve("n"))).normals(0))
                .as("one file without normals")
                .isEmpty();
    }

    @Test
    void convertsAxesAndScale() throws IOException {
        Path mesh = write("z.obj", "v 1 2 3\nv 4 5 6\nv 7 8 10\nvn 0 0.6 0.8\nf 1//1 2//1 3//1\n");
        Mesh turned = MeshSequences.readMesh(mesh, UpAxis.Z, 0.5);
        assertThat(turned.positions()).containsExactly(0.5f, 1.5f, -1, 2, 3, -2.5f, 3.5f, 5, -4);
        assertThat(turned.surface().normals().orElseThrow().values()).containsExactly(0, 0.8f, -0.6f);
        Path quad = frame("q.obj", 3);
        cache("q.pc2", 2);
        MeshSequence sequence = MeshSequences.read(new SequenceInput(
                List.of(quad), Optional.empty(), FrameRange.ALL, OptionalDouble.empty(), UpAxis.Z, 100));
        assertThat(sequence.rest().positions()).startsWith(300, 0, -0f).endsWith(0, 200, -100);
        assertThat(sequence.frame(1)).startsWith(1100, 1100, -1100);
        frame("fr/1.obj", 1);
        frame("fr/2.obj", 2);
        MeshSequence frames = MeshSequences.read(new SequenceInput(
                List.of(folder.resolve("fr")),
                Optional.empty(),
                FrameRange.ALL,
                OptionalDouble.empty(),
                UpAxis.Z,
                0.01));
        assertThat(frames.frame(1)[0]).isCloseTo(0.02f, within(1e-9f));
        assertThat(frames.frame(1)[10]).isCloseTo(0.02f, within(1e-9f));
        assertThat(InvalidInputs.of(() -> MeshSequences.readMesh(quad, UpAxis.Y, 1e39)))
                .isEqualTo(quad + ": vertex 0 is out of range after scaling by 1.0E39");
    }

    @Test
    void readsOneFrameAsSequence() throws IOException {
        frame("one/a.obj", 7);
        checkFrames(read(folder.resolve("one")), 7);
    }

    @Test
    void rejectsFramesWithDifferentTopology() throws IOException {
        Path first = frame("d/w_0.obj", 0);
        frame("d/w_1.obj", 1);
        Path bad = frame("d/w_2.obj", 2, "f 1 2 3\nf 1 3 2\n");
        frame("d/w_3.obj", 3, "f 1 2 4\nf 1 3 2\n");
        Path walk = folder.resolve("d");
        assertThat(rejection(walk)).isEqualTo(bad + " and " + first + " differ: face 2 is 1 3 2 instead of 1 3 4");
        frame("d/w_2.obj", 2, "f 1 2 3\n");
        assertThat(rejection(walk)).isEqualTo(bad + " and " + first + " differ: 1 faces instead of 2");
        frame("d/w_2.obj", 2, "f 1 2 3 4\n");
        assertThat(rejection(walk)).isEqualTo(bad + " and " + first + " differ: face 1 is 1 2 3 4 instead of 1 2 3");
        frame("d/w_2.obj", 2, FACES + "v 0 0 0\n");
        assertThat(rejection(walk)).isEqualTo(bad + " and " + first + " differ: 5 vertices instead of 4");
        write("d/w_2.obj", "v 0 0 nan\n");
        assertThat(rejection(walk)).startsWith(bad + ", line 1: the coordinate 'nan'");
    }

    @Test
    void rejectsSingleMeshAsSequence() throws IOException {
        Path mesh = frame("x.obj", 1);
        assertThat(rejection(mesh))
                .isEqualTo(mesh + " is a single mesh. A sequence needs frames: give a folder, a glob, or frames x.pc2");
    }

    @Test
    void rejectsInputsThatAreNotSequences() throws IOException {
        Path missing = folder.resolve("gone.obj");
        assertThat(rejection(missing)).isEqualTo(missing + " does not exist");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(rejection(empty))
                .isEqualTo(empty + " is an empty folder. A sequence needs frames: .obj, .ply or .stl");
        write("other/readme.txt", "");
        assertThat(rejection(folder.resolve("other")))
                .isEqualTo(folder.resolve("other")
                        + ": none of its 1 files is a mesh. A sequence needs frames: .obj, .ply or .stl");
        Path obj = frame("mixed/a.obj", 1);
        Path ply = write("mixed/b.ply", "ply\n");
        assertThat(rejection(folder.resolve("mixed")))
                .isEqualTo(folder.resolve("mixed") + ": there are both .obj and .ply files (" + obj + " and " + ply
                        + "). Select one kind with a glob such as *.obj");
        Path text = write("x.txt", "hello");
        assertThat(rejection(text))
                .isEqualTo(text + " is not a supported mesh file: it is neither .obj, .ply, .stl nor .npz");
        Path binary = Files.write(folder.resolve("prog.obj"), new byte[] {0x4c, 1, 0, 0, 5});
        assertThat(InvalidInputs.of(() -> MeshSequences.readMesh(binary))).contains("is a binary file");
        Files.copy(binary, folder.resolve("other/f1.obj"));
        assertThat(rejection(folder.resolve("other"))).contains("is a binary file");
    }

    @Test
    void rejectsCachesThatDoNotMatchTheirMesh() throws IOException {
        Path triangle = write("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
        Path cache = cache("t.pc2", 2);
        assertThat(rejection(triangle))
                .isEqualTo(cache + " has 4 vertices per frame, but the mesh " + triangle
                        + " has 3. Export both from the same mesh");
        Path mesh = frame("m.obj", 1);
        Path missing = folder.resolve("gone.pc2");
        assertThat(InvalidInputs.of(() -> MeshSequences.read(withFrames(mesh, missing))))
                .isEqualTo(missing + " does not exist");
        Path lone = cache("lone.mdd", 1);
        assertThat(rejection(lone))
                .startsWith(lone + " contains only positions, and there is no mesh with the same name");
        assertThat(InvalidInputs.of(() -> MeshSequences.read(withFrames(lone, cache))))
                .contains("is a point cache. ");
        Path pc2 = cache("m.pc2", 1);
        Path mdd = cache("m.mdd", 1);
        assertThat(rejection(mesh))
                .startsWith("two files could be the point cache of " + mesh + ": " + pc2 + " and " + mdd);
        assertThat(InvalidInputs.of(() -> MeshSequences.readMesh(pc2)))
                .isEqualTo(pc2 + " is a PC2 point cache, not a mesh");
        Path cloud = write("cloud.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\n");
        cache("cloud.pc2", 1);
        assertThat(rejection(cloud))
                .isEqualTo(cloud + " has 4 vertices but no faces. A sequence needs a mesh with at least one face");
    }

    @Test
    void rejectsFoldersWithSeveralSequences() throws IOException {
        frame("many/a.obj", 1);
        frame("many/b.obj", 2);
        cache("many/b.pc2", 1);
        assertThat(rejection(folder.resolve("many")))
                .contains("there are several meshes")
                .contains("Give one of the meshes as input");
        Path cache = cache("c.pc2", 1);
        assertThat(InvalidInputs.of(() -> MeshSequences.read(withFrames(folder.resolve("many"), cache))))
                .isEqualTo(folder.resolve("many") + ": there are 2 meshes, but frames " + cache
                        + " applies to a single mesh");
    }

    @Test
    void rejectsNonFiniteNumbersWithLocation() throws IOException {
        Path mesh = frame("n.obj", 1);
        Path cache = cache("n.pc2", 3);
        byte[] bytes = Files.readAllBytes(cache);
        int at = 32 + 2 * 48 + 3 * 12 + 4;
        bytes[at + 2] = (byte) 0xC0;
        bytes[at + 3] = 0x7F;
        Files.write(cache, bytes);
        assertThat(rejection(mesh))
                .isEqualTo(cache + ", frame 2: vertex 3 has the coordinate NaN; coordinates must be finite");
    }

    @Test
    void returnsNotes() throws IOException {
        write("n/f1.obj", "mtllib gone.mtl\nusemtl a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
        ReadSequence read = MeshSequences.readWithNotes(SequenceInput.of(folder.resolve("n")));
        assertThat(read.notes()).singleElement().asString().contains("'gone.mtl', which does not exist");
        assertThat(read.sequence().rest().surface().materials()).hasSize(1);
    }
}
