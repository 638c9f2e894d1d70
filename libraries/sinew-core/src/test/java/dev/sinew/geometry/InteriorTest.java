package dev.sinew.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.Mesh;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A box of two units with twelve large faces: its corners are far from most of its surface. */
class InteriorTest {
    private static final Interior BOX = new Interior(Mesh.ofTriangles(
            new float[] {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1},
            new int[] {
                0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7,
                3
            }));

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 1, true",
        "0.9, 0.2, -0.3, 0.1, true",
        "1.25, 0.2, -0.3, 0.25, false",
        "1.3, 1.4, 0.5, 0.5, false",
        "2, 2, 3, 2.449489742783178, false",
        "1, 0, 0, 0, true"
    })
    void distancesAreToFacesEdgesAndCorners(double x, double y, double z, double distance, boolean inside) {
        assertThat(BOX.distance(new double[] {x, y, z})).isCloseTo(distance, within(1e-12));
        if (distance > 0) {
            assertThat(BOX.contains(new double[] {x, y, z})).isEqualTo(inside);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 37})
    void agreesWithALinearSearch(int rings) {
        Mesh mesh = shells(rings);
        Interior interior = new Interior(mesh);
        float[] p = mesh.positions();
        int[] t = mesh.triangles();
        Random random = new Random(rings);
        for (int q = 0; q < 300; q++) {
            double[] point = {2 * random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
            double[] way = {random.nextGaussian(), random.nextGaussian(), q % 2 == 0 ? 0 : random.nextGaussian()};
            double winding = 0;
            double squared = Double.POSITIVE_INFINITY;
            double exit = Double.POSITIVE_INFINITY;
            int nearest = t[0];
            for (int k = 0; k < t.length; k += 3) {
                winding += Triangles.solidAngle(p, t, k, point) / (4 * Math.PI);
                squared = Math.min(squared, Triangles.squaredDistance(p, t, k, point));
                exit = Math.min(exit, Triangles.hit(p, t, k, point, way));
                for (int c = k; c < k + 3; c++) {
                    boolean nearer = Vec3.squaredDistance(p, 3 * t[c], point, 0)
                            < Vec3.squaredDistance(p, 3 * nearest, point, 0);
                    nearest = nearer ? t[c] : nearest;
                }
            }
            assertThat(interior.winding(point)).isCloseTo(winding, within(1e-9));
            assertThat(interior.contains(point)).isEqualTo(Math.abs(winding) > 0.5);
            assertThat(interior.distance(point)).isEqualTo(Math.sqrt(squared));
            assertThat(interior.exit(point, way)).isEqualTo(exit);
            assertThat(interior.nearestVertex(point)).hasValue(nearest);
        }
    }

    /** Two overlapping balls, the second with a hole, a flat face, a face without area, and a vertex without a face. */
    private static Mesh shells(int rings) {
        int around = 2 * rings;
        int each = (rings + 1) * around;
        float[] p = new float[3 * (2 * each + 1)];
        List<Integer> t = new ArrayList<>();
        for (int shell = 0; shell < 2; shell++) {
            for (int i = 0; i < each; i++) {
                double polar = Math.PI * (i / around) / rings;
                double turn = 2 * Math.PI * (i % around) / around;
                int at = 3 * (shell * each + i);
                p[at] = (float) (shell + Math.sin(polar) * Math.cos(turn));
                p[at + 1] = (float) (Math.sin(polar) * Math.sin(turn));
                p[at + 2] = (float) Math.cos(polar);
            }
            for (int i = 0; i < rings * around - 5 * shell; i++) {
                int a = shell * each + i;
                int b = shell * each + i / around * around + (i + 1) % around;
                t.addAll(List.of(a, a + around, b + around, a, b + around, b));
            }
        }
        t.addAll(List.of(0, each, each + rings, 5, 5, 6));
        return Mesh.ofTriangles(p, t.stream().mapToInt(Integer::intValue).toArray());
    }

    @Test
    void isEmptyWithoutFaces() {
        Interior none = new Interior(Mesh.ofTriangles(new float[] {0, 0, 0}, new int[0]));
        double[] origin = new double[3];
        assertThat(none.contains(origin)).isFalse();
        assertThat(none.distance(origin)).isInfinite();
        assertThat(none.exit(origin, new double[] {1, 0, 0})).isInfinite();
        assertThat(none.nearestVertex(origin)).isEmpty();
    }
}
