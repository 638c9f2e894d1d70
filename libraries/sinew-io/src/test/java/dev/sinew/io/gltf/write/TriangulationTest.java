package dev.sinew.io.gltf.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Mesh.Surface;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TriangulationTest {
    private static int[] triangulate(float... xy) {
        int n = xy.length / 2;
        float[] positions = new float[3 * n];
        int[] corners = new int[n];
        for (int k = 0; k < n; k++) {
            positions[3 * k] = xy[2 * k];
            positions[3 * k + 1] = xy[2 * k + 1];
            positions[3 * k + 2] = 0.3f * xy[2 * k];
            corners[k] = k;
        }
        Mesh mesh = Mesh.of(positions, new int[] {0, n}, corners, Surface.bare());
        int[] out = new int[3 * (n - 2)];
        assertThat(new Triangulation(mesh).triangulate(0, out, 0)).isEqualTo(out.length);
        return out;
    }

    private static double area(float[] xy, int a, int b, int c) {
        return 0.5
                * ((xy[2 * b] - xy[2 * a]) * (double) (xy[2 * c + 1] - xy[2 * a + 1])
                        - (xy[2 * b + 1] - xy[2 * a + 1]) * (double) (xy[2 * c] - xy[2 * a]));
    }

    @Test
    void convexFacesBecomeFans() {
        assertThat(triangulate(0, 0, 1, 0, 1, 1, 0, 1)).containsExactly(0, 1, 2, 0, 2, 3);
        assertThat(triangulate(0, 0, 1, 0, 2, 1, 1, 2, 0, 2)).containsExactly(0, 1, 2, 0, 2, 3, 0, 3, 4);
    }

    @Test
    void triangulatesConcaveQuad() {
        // Concave at corner 2: the fan from corner 0 passes through it; one from corner 1 would leave the face.
        assertThat(triangulate(0, 0, 4, 0, 1, 1, 0, 4)).containsExactly(0, 1, 2, 0, 2, 3);
        // Concave at corner 1: it must be one end of the cut.
        int[] triangles = triangulate(0, 4, 1, 1, 4, 0, 0, 0);
        assertThat(Arrays.copyOf(triangles, 3)).contains(1, 3);
        assertThat(Arrays.copyOfRange(triangles, 3, 6)).contains(1, 3);
    }

    @Test
    void coversStarsExactlyOnce() {
        Random random = new Random(7);
        for (int round = 0; round < 50; round++) {
            int n = 5 + random.nextInt(20);
            float[] xy = new float[2 * n];
            double whole = 0;
            for (int k = 0; k < n; k++) {
                double radius = 0.2 + random.nextDouble();
                xy[2 * k] = (float) (radius * Math.cos(2 * Math.PI * k / n));
                xy[2 * k + 1] = (float) (radius * Math.sin(2 * Math.PI * k / n));
            }
            for (int k = 0; k < n; k++) {
                int next = (k + 1) % n;
                whole += 0.5 * (xy[2 * k] * (double) xy[2 * next + 1] - xy[2 * k + 1] * (double) xy[2 * next]);
            }
            int[] triangles = triangulate(xy);
            double sum = 0;
            for (int t = 0; t < triangles.length; t += 3) {
                double area = area(xy, triangles[t], triangles[t + 1], triangles[t + 2]);
                assertThat(area).isGreaterThan(-1e-9);
                sum += area;
            }
            assertThat(sum).isEqualTo(whole, within(1e-6));
        }
    }

    @Test
    void triangulatesFacesWithoutArea() {
        assertThat(triangulate(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).hasSize(9);
        assertThat(triangulate(0, 0, 1, 0, 2, 0, 3, 0, 1, 0)).hasSize(9);
    }
}
