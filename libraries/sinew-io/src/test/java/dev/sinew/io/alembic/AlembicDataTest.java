package dev.sinew.io.alembic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.FrameRange;
import dev.sinew.io.InvalidInputs;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.SequenceInput.Choice;
import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Archives written by the reference library and other programs; skipped if they are not available. */
class AlembicDataTest {
    private static Path data(String name) {
        Path data = Stream.iterate(Path.of("").toAbsolutePath(), p -> p != null, Path::getParent)
                .map(p -> p.resolve("shared/data"))
                .filter(Files::isDirectory)
                .findFirst()
                .orElse(null);
        Assumptions.assumeTrue(data != null, "skipped: there is no folder shared/data above this one");
        return data.resolve(name);
    }

    private static MeshSequence read(String name) {
        return MeshSequences.read(SequenceInput.of(data(name)));
    }

    @Test
    void referenceArchiveEqualsCache() {
        MeshSequence cache = read("sequences/cat-poses.obj");
        MeshSequence archive = read("alembic/cat-poses-reference.abc");
        assertThat(archive.frameCount()).isEqualTo(cache.frameCount());
        assertThat(archive.framesPerSecond()).isEqualTo(24);
        for (int f = 0; f < cache.frameCount(); f++) {
            assertThat(archive.frame(f)).as("frame %d", f).isEqualTo(cache.frame(f));
        }
        assertThat(archive.rest().faceStarts()).isEqualTo(cache.rest().faceStarts());
        Mesh sameWayRound = cache.rest().withPositions(cache.frame(0));
        assertThat(volume(archive.rest())).isEqualTo(volume(sameWayRound), within(1e-9));
        assertThat(archive.rest().surface().groups()).containsExactly("body");
    }

    @Test
    void appliesTransforms() {
        MeshSequence cache = read("sequences/cat-poses.obj");
        MeshSequence archive = read("alembic/cat-poses-xform-reference.abc");
        for (int f = 0; f < cache.frameCount(); f++) {
            double sin = Math.sin(Math.toRadians(5 * f));
            double cos = Math.cos(Math.toRadians(5 * f));
            float[] is = archive.frame(f);
            float[] was = cache.frame(f);
            double off = 0;
            for (int k = 0; k < is.length; k += 3) {
                off = Math.max(off, Math.abs(is[k] - (0.1 * f + cos * was[k] + sin * was[k + 2])));
                off = Math.max(off, Math.abs(is[k + 1] - was[k + 1]));
                off = Math.max(off, Math.abs(is[k + 2] - (cos * was[k + 2] - sin * was[k])));
            }
            assertThat(off).as("frame %d", f).isLessThan(1e-6);
        }
        assertThat(archive.rest().surface().groups()).containsExactly("root/body");
    }

    private static double volume(Mesh mesh) {
        int[] t = mesh.triangles();
        float[] p = mesh.positions();
        double sum = 0;
        for (int k = 0; k < t.length; k += 3) {
            int a = 3 * t[k];
            int b = 3 * t[k + 1];
            int c = 3 * t[k + 2];
            sum += p[a] * (p[b + 1] * (double) p[c + 2] - p[b + 2] * (double) p[c + 1])
                    + p[a + 1] * (p[b + 2] * (double) p[c] - p[b] * (double) p[c + 2])
                    + p[a + 2] * (p[b] * (double) p[c + 1] - p[b + 1] * (double) p[c]);
        }
        return sum / 6;
    }

    @ParameterizedTest
    @CsvSource({
        "deforming-subd, 98, 96, 120, 24, box1/subd",
        "mesh-xtranslate, 4, 1, 15, 24, plane/planeShape",
        "two-facesets, 4, 2, 1, 30, pPlane1/pPlaneShape1",
        "triangle-rigged-2f, 3, 1, 3, 24, polymsh/polymshShape",
        "cubes-normals, 24, 18, 1, 30, face_normal_grid/normal1",
    })
    void readsFilesOfOtherPrograms(String name, int vertices, int faces, int frames, double rate, String firstObject) {
        MeshSequence sequence = read("alembic/" + name + ".abc");
        assertThat(sequence.vertexCount()).isEqualTo(vertices);
        assertThat(sequence.rest().faceCount()).isEqualTo(faces);
        assertThat(sequence.frameCount()).isEqualTo(frames);
        assertThat(sequence.framesPerSecond()).isEqualTo(rate);
        assertThat(sequence.rest().surface().groups()).startsWith(firstObject);
        sequence.rest()
                .surface()
                .normals()
                .ifPresent(n -> assertThat(agreement(sequence.rest())).isGreaterThan(0.8));
    }

    @Test
    void faceSetsBecomeMaterials() {
        Mesh mesh = read("alembic/two-facesets.abc").rest();
        assertThat(mesh.surface().materials()).extracting(Material::name).containsExactly("phong2SG", "phong1SG");
        assertThat(mesh.surface().faceMaterials()).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void selectsObjects() {
        Path file = data("alembic/cubes-normals.abc");
        MeshSequence one = MeshSequences.read(picking(file, "/point_normal_grid"));
        assertThat(one.vertexCount()).isEqualTo(8);
        assertThat(one.rest().surface().groups()).containsExactly("point_normal_grid/normal1");
        assertThat(MeshSequences.read(picking(file, "normal1")).vertexCount()).isEqualTo(24);
        assertThat(InvalidInputs.of(() -> MeshSequences.read(picking(file, "sphere"))))
                .contains("no object 'sphere'", "face_normal_grid/normal1");
    }

    private static SequenceInput picking(Path file, String object) {
        return new SequenceInput(
                List.of(file),
                Optional.empty(),
                FrameRange.ALL,
                OptionalDouble.empty(),
                UpAxis.Y,
                1,
                new Choice(List.of(object), Optional.empty()));
    }

    /** Mean cosine between the file's normals and the face normals. */
    private static double agreement(Mesh mesh) {
        float[] normals = mesh.surface().normals().orElseThrow().values();
        double sum = 0;
        double[] n = new double[3];
        for (int k = 0; k < mesh.faceCount(); k++) {
            Normals.areaNormal(mesh, mesh.positions(), k, n);
            double length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
            for (int c = mesh.faceStarts()[k]; c < mesh.faceStarts()[k + 1]; c++) {
                int row = 3 * mesh.surface().normals().orElseThrow().rows()[c];
                sum += (n[0] * normals[row] + n[1] * normals[row + 1] + n[2] * normals[row + 2]) / length;
            }
        }
        return sum / mesh.corners().length;
    }

    @Test
    void survivesHostileFiles() throws IOException {
        List<Path> bad;
        try (Stream<Path> files = Files.list(data("alembic"))) {
            bad = files.filter(f -> f.getFileName().toString().startsWith("bad-"))
                    .toList();
        }
        assertThat(bad).isNotEmpty();
        for (Path file : bad) {
            assertThat(InvalidInputs.of(() -> MeshSequences.read(SequenceInput.of(file))))
                    .startsWith(file.toString());
        }
    }
}
