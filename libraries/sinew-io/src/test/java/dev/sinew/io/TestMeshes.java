package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Meshes for tests, and assertions that two are equal. */
public final class TestMeshes {
    /** The signature of a PNG, and some more bytes. */
    public static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 1, 2, 3};

    public static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, 9, 9};

    private TestMeshes() {}

    /** A triangle, a quad and a pentagon over random points, one of them unused, with all surface attributes. */
    public static Mesh rich(long seed) {
        Random random = new Random(seed);
        int[] starts = {0, 3, 7, 12};
        int[] corners = {0, 1, 2, 2, 1, 3, 4, 4, 3, 5, 6, 7};
        float[] uvs = floats(random, 2 * 9);
        int[] uvRows = {0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2};
        float[] normals = unit(floats(random, 3 * 5));
        int[] normalRows = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 0};
        float[] colours = floats(random, 3 * 9);
        for (int k = 0; k < colours.length; k++) {
            colours[k] = Math.abs(colours[k]) % 1;
        }
        Material.Texture texture = new Material.Texture("skin of it.png", "image/png", PNG);
        Mesh.Surface surface = new Mesh.Surface(
                Optional.of(new CornerAttribute(2, uvs, uvRows)),
                Optional.of(new CornerAttribute(3, normals, normalRows)),
                Optional.of(colours),
                List.of(
                        new Material("Material #25", 0.1f, 0.2f, 0.3f, 0.5f, 0.33f, 1, Optional.of(texture)),
                        new Material("grün", 1, 0, 0.7f, 1, 0, 0, Optional.empty())),
                new int[] {0, 1, 0},
                List.of("left arm", "κεφαλή"),
                new int[] {0, 0, 1});
        return Mesh.of(floats(random, 3 * 9), starts, corners, surface);
    }

    /** Only points and faces. */
    public static Mesh plain(long seed) {
        Mesh rich = rich(seed);
        return Mesh.of(rich.positions(), rich.faceStarts(), rich.corners(), Mesh.Surface.bare());
    }

    /** Frames of random points; the first one is the rest pose. */
    public static MeshSequence sequence(Mesh rest, int frames, double rate) {
        float[][] positions = new float[frames][];
        positions[0] = rest.positions();
        for (int f = 1; f < frames; f++) {
            positions[f] = floats(new Random(1000 + f), 3 * rest.vertexCount());
        }
        return new MeshSequence("test", rest, FrameSource.of(positions), rate);
    }

    private static float[] floats(Random random, int count) {
        float[] values = new float[count];
        for (int k = 0; k < count; k++) {
            values[k] = (float) (random.nextGaussian() * Math.pow(10, random.nextInt(7) - 3));
        }
        return values;
    }

    private static float[] unit(float[] rows) {
        for (int k = 0; k < rows.length; k += 3) {
            double length = Math.sqrt(rows[k] * rows[k] + rows[k + 1] * rows[k + 1] + rows[k + 2] * rows[k + 2]);
            for (int x = 0; x < 3; x++) {
                rows[k + x] = (float) (rows[k + x] / length);
            }
        }
        return rows;
    }

    /** Positions and faces, bit by bit. */
    public static void assertSameGeometry(Mesh actual, Mesh expected) {
        assertThat(actual.positions()).isEqualTo(expected.positions());
        assertThat(actual.faceStarts()).isEqualTo(expected.faceStarts());
        assertThat(actual.corners()).isEqualTo(expected.corners());
    }

    /** Everything, bit by bit; attributes by their values at the corners. */
    public static void assertSame(Mesh actual, Mesh expected) {
        assertSameGeometry(actual, expected);
        assertSameAttribute(actual.surface().uvs(), expected.surface().uvs());
        assertSameAttribute(actual.surface().normals(), expected.surface().normals());
        assertThat(actual.surface().colours().isPresent())
                .isEqualTo(expected.surface().colours().isPresent());
        expected.surface()
                .colours()
                .ifPresent(c ->
                        assertThat(actual.surface().colours().orElseThrow()).isEqualTo(c));
        assertThat(actual.surface().groups()).isEqualTo(expected.surface().groups());
        assertThat(actual.surface().faceGroups()).isEqualTo(expected.surface().faceGroups());
        assertThat(actual.surface().faceMaterials())
                .isEqualTo(expected.surface().faceMaterials());
        assertThat(actual.surface().materials())
                .usingRecursiveComparison()
                .isEqualTo(expected.surface().materials());
    }

    public static void assertSameAttribute(Optional<CornerAttribute> actual, Optional<CornerAttribute> expected) {
        assertThat(actual.map(TestMeshes::atCorners).orElse(null))
                .isEqualTo(expected.map(TestMeshes::atCorners).orElse(null));
    }

    /** The values at the corners. */
    public static float[] atCorners(CornerAttribute attribute) {
        float[] seen = new float[attribute.rows().length * attribute.width()];
        for (int c = 0; c < attribute.rows().length; c++) {
            System.arraycopy(
                    attribute.values(),
                    attribute.rows()[c] * attribute.width(),
                    seen,
                    c * attribute.width(),
                    attribute.width());
        }
        return seen;
    }
}
