package dev.sinew.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.Synthetic;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Normals.CornerRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Normals of surfaces in general position, far from the origin, against sums of cross products. */
class NormalsTest extends QuietTest {
    private static float[] noise(int count, Random random) {
        float[] out = new float[count];
        for (int k = 0; k < count; k++) {
            out[k] = (float) (3 + k % 3 + random.nextGaussian());
        }
        return out;
    }

    /** Quads, triangles and a pentagon that share vertices. */
    private static Mesh polygons(float[] xyz) {
        return Mesh.of(
                xyz,
                new int[] {0, 4, 7, 12, 16},
                new int[] {0, 1, 2, 3, 3, 2, 4, 4, 2, 5, 6, 7, 1, 0, 7, 6},
                Mesh.Surface.bare());
    }

    /** Σ p_k × p_{k+1}, Newell's formula: independent of the origin. */
    private static double[] newell(Mesh mesh, float[] p, int face) {
        double[] sum = new double[3];
        int from = mesh.faceStarts()[face];
        int to = mesh.faceStarts()[face + 1];
        for (int c = from; c < to; c++) {
            double[] a = Vec3.at(p, 3 * mesh.corners()[c]);
            double[] b = Vec3.at(p, 3 * mesh.corners()[c + 1 < to ? c + 1 : from]);
            sum = Vec3.along(sum, Vec3.cross(a, b), 1);
        }
        return sum;
    }

    private static float[] wanted(Mesh mesh, float[] p, int[] rows, int count) {
        double[][] sums = new double[count][3];
        for (int face = 0; face < mesh.faceCount(); face++) {
            double[] normal = newell(mesh, p, face);
            for (int c = mesh.faceStarts()[face]; c < mesh.faceStarts()[face + 1]; c++) {
                sums[rows[c]] = Vec3.along(sums[rows[c]], normal, 1);
            }
        }
        float[] out = new float[3 * count];
        for (int r = 0; r < count; r++) {
            double[] n = Vec3.length(sums[r]) > 0 ? Vec3.unit(sums[r]) : new double[] {0, 0, 1};
            for (int x = 0; x < 3; x++) {
                out[3 * r + x] = (float) n[x];
            }
        }
        return out;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void sumsTheAreaVectorsOfPolygons(long seed) {
        float[] xyz = noise(27, new Random(seed));
        Mesh mesh = polygons(xyz);
        assertThat(Normals.ofVertices(mesh, xyz)).containsExactly(wanted(mesh, xyz, mesh.corners(), 9), within(1e-5f));
        for (int face = 0; face < mesh.faceCount(); face++) {
            double[] normal = new double[3];
            Normals.areaNormal(mesh, xyz, face, normal);
            assertThat(normal).containsExactly(newell(mesh, xyz, face), within(1e-4));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void sumsTheAreaVectorsOfTriangles(long seed) {
        Mesh grid = Synthetic.grid(4, 3);
        float[] xyz = noise(grid.positions().length, new Random(seed));
        assertThat(Normals.ofVertices(grid, xyz)).containsExactly(wanted(grid, xyz, grid.corners(), 12), within(1e-5f));
    }

    @Test
    void aMeshInAnotherPoseKeepsItsHardEdges() {
        float[] xyz = noise(27, new Random(4));
        float[] other = noise(27, new Random(5));
        // One normal per face
        int[] rows = {0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3};
        CornerAttribute hard = new CornerAttribute(3, new float[] {1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0}, rows);
        Mesh mesh = polygons(xyz).withSurface(Mesh.Surface.bare().withNormals(Optional.of(hard)));
        Mesh posed = Normals.posed(mesh, other);
        assertThat(posed.positions()).isSameAs(other);
        CornerAttribute again = posed.surface().normals().orElseThrow();
        for (int face = 0; face < 4; face++) {
            double[] n = Vec3.unit(newell(mesh, other, face));
            for (int c = mesh.faceStarts()[face]; c < mesh.faceStarts()[face + 1]; c++) {
                assertThat(Vec3.at(again.values(), 3 * again.rows()[c])).containsExactly(n, within(1e-5));
            }
        }
        assertThat(Normals.posed(polygons(xyz), other).surface().normals()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 64, 1000})
    void cornersShareARowIfTheyShareVertexAndKey(int count) {
        Random random = new Random(count);
        int[] corners = random.ints(count, 0, 1 + count / 3).toArray();
        int[] keys = random.ints(count, 0, 3).toArray();
        CornerRows rows = CornerRows.of(corners, keys);
        Map<List<Integer>, Integer> numbered = new HashMap<>();
        for (int c = 0; c < count; c++) {
            int row = numbered.computeIfAbsent(List.of(corners[c], keys[c]), pair -> numbered.size());
            assertThat(rows.rows()[c]).isEqualTo(row);
        }
        assertThat(rows.count()).isEqualTo(numbered.size());
    }

    /** Vertices far apart in the file, so that a frame is fetched in several pieces. */
    private static MeshSequence scattered(int faces, int stride, Random random) {
        int n = faces * stride + 3;
        int[] triangles = new int[3 * faces];
        for (int k = 0; k < faces; k++) {
            triangles[3 * k] = k * stride;
            triangles[3 * k + 1] = k * stride + 1 + k % 2;
            triangles[3 * k + 2] = Math.max(0, k - 1) * stride + (k % 3 == 0 ? 2 : 1);
        }
        return Synthetic.sequence(
                Mesh.ofTriangles(noise(3 * n, random), triangles), noise(3 * n, random), noise(3 * n, random));
    }

    private static void checkParts(MeshSequence sequence, Random random) {
        TrueNormals normals = TrueNormals.of(sequence);
        List<int[]> parts = new ArrayList<>();
        parts.add(new int[0]);
        parts.add(new int[] {normals.count() - 1});
        parts.add(IntStream.range(0, normals.count()).toArray());
        parts.add(IntStream.range(0, normals.count())
                .map(r -> normals.count() - 1 - r)
                .filter(r -> r % 3 != 1)
                .toArray());
        for (int k = 0; k < 5; k++) {
            parts.add(random.ints(4, 0, normals.count()).distinct().toArray());
        }
        for (int[] part : parts) {
            IntFunction<float[]> some = normals.some(part);
            for (int f = 0; f < sequence.frameCount(); f++) {
                float[] all = normals.frame(f);
                float[] wanted = new float[3 * part.length];
                for (int r = 0; r < part.length; r++) {
                    System.arraycopy(all, 3 * part[r], wanted, 3 * r, 3);
                }
                assertThat(some.apply(f)).containsExactly(wanted);
            }
        }
    }

    @Test
    void someRowsEqualThoseOfTheWholeFrame() {
        Random random = new Random(6);
        Mesh grid = Synthetic.grid(5, 4);
        checkParts(Synthetic.sequence(grid, noise(60, random), noise(60, random)), random);
        checkParts(Synthetic.sequence(polygons(noise(27, random)), noise(27, random)), random);
        CornerAttribute hard = new CornerAttribute(
                3, new float[] {1, 0, 0, 0, 1, 0}, new int[] {0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0});
        Mesh edged = polygons(noise(27, random)).withSurface(Mesh.Surface.bare().withNormals(Optional.of(hard)));
        checkParts(Synthetic.sequence(edged, noise(27, random)), random);
    }

    @ParameterizedTest
    @ValueSource(ints = {63, 64, 65, 66, 300})
    void someRowsAreEqualForScatteredVertices(int stride) {
        Random random = new Random(stride);
        checkParts(scattered(5, stride, random), random);
        checkParts(scattered(100, stride, random), random);
    }

    /** Fetching many small pieces of a frame costs more than fetching some extra vertices. */
    @Test
    void fetchesAFrameInAFewPieces() {
        Random random = new Random(1);
        MeshSequence sequence = scattered(300, 100, random);
        List<int[]> asked = new ArrayList<>();
        FrameSource counting = new FrameSource() {
            @Override
            public int frameCount() {
                return 1;
            }

            @Override
            public float[] frame(int f) {
                throw new IllegalStateException("the whole frame was requested");
            }

            @Override
            public void positions(int f, int from, int to, float[] out, int at) {
                asked.add(new int[] {from, to});
                sequence.frames().positions(f, from, to, out, at);
            }
        };
        TrueNormals normals = TrueNormals.of(
                new MeshSequence("s", sequence.rest(), counting, 30),
                IntStream.range(0, sequence.vertexCount()).toArray());
        normals.some(IntStream.range(0, normals.count()).toArray()).apply(0);
        assertThat(asked).hasSizeBetween(1, 64);
        asked.clear();
        normals.some(new int[] {0, normals.count() - 1}).apply(0);
        assertThat(asked).hasSizeGreaterThan(1);
        assertThat(asked.stream().mapToInt(piece -> piece[1] - piece[0]).sum()).isLessThan(400);
    }

    @Test
    void theRestPoseHasItsOwnNormalsOrThoseOfItsFaces() {
        float[] xyz = {0, 0, 0, 1, 0, 0, 0, 1, 0};
        Mesh bare = Mesh.ofTriangles(xyz, new int[] {0, 1, 2});
        float[] turned = {0, 0, 0, 0, 1, 0, 0, 0, 1};
        assertThat(TrueNormals.of(Synthetic.sequence(bare, turned)).rest()).containsExactly(0, 0, 1, 0, 0, 1, 0, 0, 1);
        CornerAttribute own = new CornerAttribute(3, new float[] {0, 2, 0}, new int[3]);
        Mesh dressed = bare.withSurface(Mesh.Surface.bare().withNormals(Optional.of(own)));
        assertThat(TrueNormals.of(Synthetic.sequence(dressed, turned)).rest())
                .containsExactly(0, 1, 0, 0, 1, 0, 0, 1, 0);
    }

    @Test
    void cornersThatShareARowGetTheMeanOfTheirNormals() {
        float[] xyz = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
        Mesh bare = Mesh.ofTriangles(xyz, new int[] {0, 1, 2, 2, 1, 3});
        FrameSource frames = new FrameSource() {
            @Override
            public int frameCount() {
                return 1;
            }

            @Override
            public float[] frame(int f) {
                return xyz;
            }

            @Override
            public Optional<CornerAttribute> normals(int f) {
                float[] values = {1, 0, 0, 0, 1, 0};
                return Optional.of(new CornerAttribute(3, values, new int[] {0, 0, 0, 1, 1, 1}));
            }
        };
        TrueNormals normals = TrueNormals.of(new MeshSequence("s", bare, frames, 30));
        float s = (float) Math.sqrt(0.5);
        assertThat(normals.frame(0)).containsExactly(1, 0, 0, s, s, 0, s, s, 0, 0, 1, 0);
        assertThat(Arrays.stream(normals.vertices()).sum()).isEqualTo(6);
    }
}
