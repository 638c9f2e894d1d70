package dev.sinew.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.geometry.Interior;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Mesh;
import dev.sinew.platform.Workers;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clouds of points mirrored about known planes. */
class MirrorPlaneTest {
    private static final MirrorPlane TILTED = new MirrorPlane(new double[] {2 / 3.0, -1 / 3.0, 2 / 3.0}, 1.5);

    @Test
    void reflectionsKeepThePlaneAndSwapTheSides() {
        double[] p = {3, -1, 4};
        // n·p = 2 + 1/3 + 8/3 = 5
        assertThat(TILTED.side(p)).isCloseTo(3.5, within(1e-12));
        assertThat(TILTED.side(3, -1, 4)).isEqualTo(TILTED.side(p));
        double[] image = TILTED.mirrored(p);
        assertThat(image).containsExactly(new double[] {3 - 14 / 3.0, -1 + 7 / 3.0, 4 - 14 / 3.0}, within(1e-12));
        assertThat(TILTED.mirrored(3, -1, 4)).containsExactly(image);
        assertThat(TILTED.side(image)).isCloseTo(-3.5, within(1e-12));
        assertThat(TILTED.mirrored(image)).containsExactly(p, within(1e-12));
        double[] foot = TILTED.foot(p);
        assertThat(TILTED.side(foot)).isCloseTo(0, within(1e-12));
        assertThat(Vec3.distance(foot, p)).isCloseTo(3.5, within(1e-12));
    }

    /** A cloud without symmetry, and its mirror image. */
    private static float[] cloud(MirrorPlane plane, int half, long seed) {
        Random random = new Random(seed);
        float[] xyz = new float[6 * half];
        for (int i = 0; i < half; i++) {
            double[] p = {
                4 + 2 * random.nextGaussian(),
                1 + 3 * random.nextDouble() * random.nextDouble(),
                random.nextGaussian() * random.nextDouble()
            };
            double[] image = plane.mirrored(p);
            for (int x = 0; x < 3; x++) {
                xyz[6 * i + x] = (float) p[x];
                xyz[6 * i + 3 + x] = (float) image[x];
            }
        }
        return xyz;
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, 0, 0.75",
        "-1, 0, 0, 0.75",
        "0, 1, 0, -2",
        "0, -1, 0, 2",
        "0, 0, 1, 0.5",
        "0, 0, -1, 0.5",
        "0.6, 0, 0.8, 1",
        "0.8, -0.6, 0, 1",
        "-0.6, 0.8, 0, -1"
    })
    void findsThePlaneWithItsNormalToTheLeft(double nx, double ny, double nz, double d) {
        MirrorPlane plane = new MirrorPlane(new double[] {nx, ny, nz}, d);
        // Left is +x, else −z, else +y: whichever is nearest to the normal
        double[] size = {Math.abs(nx), Math.abs(ny), Math.abs(nz)};
        double sign = size[2] > Math.max(size[0], size[1])
                ? -Math.signum(nz)
                : size[0] > size[1] ? Math.signum(nx) : Math.signum(ny);
        for (int half : new int[] {40, 150}) {
            MirrorPlane found = MirrorPlane.of(cloud(plane, half, half)).orElseThrow();
            assertThat(found.normal()).containsExactly(new double[] {sign * nx, sign * ny, sign * nz}, within(1e-3));
            assertThat(found.distance()).isCloseTo(sign * d, within(1e-2));
        }
    }

    @Test
    void refinesThePlaneIfSomePointsHaveNoCounterpart() {
        MirrorPlane plane = new MirrorPlane(new double[] {1, 0, 0}, 0.75);
        float[] xyz = cloud(plane, 900, 3);
        // Some of the points on one side are missing: the centroid is off the plane
        float[] lopsided = Arrays.copyOf(xyz, xyz.length);
        for (int i = 0; i < 12; i++) {
            System.arraycopy(lopsided, 6 * (i + 100), lopsided, 6 * i + 3, 3);
        }
        MirrorPlane found = MirrorPlane.of(lopsided).orElseThrow();
        assertThat(found.normal()[0]).isCloseTo(1, within(1e-3));
        assertThat(found.distance()).isCloseTo(0.75, within(0.03));
    }

    @Test
    void aSpiralHasNoPlane() {
        float[] xyz = new float[3 * 1000];
        for (int i = 0; i < 1000; i++) {
            double t = 0.0125 * i;
            xyz[3 * i] = (float) ((1 + t / 4) * Math.cos(t));
            xyz[3 * i + 1] = (float) ((1 + t / 4) * Math.sin(t));
            xyz[3 * i + 2] = (float) (t / 2);
        }
        assertThat(MirrorPlane.of(xyz)).isEmpty();
    }

    @Test
    void findsNoPlaneWithoutExtent() {
        assertThat(MirrorPlane.of(new float[0])).isEqualTo(Optional.empty());
        assertThat(MirrorPlane.of(new float[] {1, 2, 3, 1, 2, 3})).isEmpty();
    }

    /** A strip of triangles over points, so that every point is a vertex of a face. */
    private static Interior strip(float[] xyz) {
        int[] triangles = new int[xyz.length - 6];
        for (int k = 0; k < triangles.length; k++) {
            triangles[k] = k / 3 + k % 3;
        }
        return new Interior(Mesh.ofTriangles(xyz, triangles));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 127, 128, 300})
    void findsCounterpartsOfVertices(int half) {
        float[] xyz = cloud(TILTED, half, 5);
        int[] wanted = new int[2 * half];
        Arrays.setAll(wanted, i -> i ^ 1);
        assertThat(TILTED.vertexImages(xyz, strip(xyz), Workers.CALLER)).containsExactly(wanted);
    }

    @Test
    void everyVertexIsItsOwnCounterpartWithoutFaces() {
        float[] xyz = cloud(TILTED, 2, 5);
        Interior none = new Interior(Mesh.ofTriangles(xyz, new int[0]));
        assertThat(TILTED.vertexImages(xyz, none, Workers.CALLER)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void aMeshIsExactIfAlmostAllVerticesHaveACounterpart() {
        float[] xyz = cloud(TILTED, 600, 5);
        assertThat(TILTED.isExact(xyz, strip(xyz))).isTrue();
        MirrorPlane beside = new MirrorPlane(TILTED.normal(), 3);
        assertThat(beside.isExact(xyz, strip(xyz))).isFalse();
        // Of 100 vertices 3 may miss; every number here represents two of them
        assertThat(withMisses(1)).isTrue();
        assertThat(withMisses(2)).isFalse();
    }

    private static boolean withMisses(int misses) {
        float[] xyz = cloud(TILTED, 50, 7);
        for (int i = 0; i < misses; i++) {
            // Far from everything else, where no mirrored point is near
            xyz[6 * i] = 60 + 40 * i;
            xyz[6 * i + 3] = xyz[6 * i];
            xyz[6 * i + 4] = xyz[6 * i + 1];
            xyz[6 * i + 5] = xyz[6 * i + 2];
        }
        return TILTED.isExact(xyz, strip(xyz));
    }
}
