package dev.sinew.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.Synthetic;
import dev.sinew.linalg.SparseMatrix;
import dev.sinew.mesh.Mesh;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cotangents of small triangles computed by hand, energies of linear functions, and invariance to motion. */
class MeshLaplacianTest {
    private static MeshLaplacian of(float[] xyz, int... triangles) {
        Mesh mesh = Mesh.ofTriangles(xyz, triangles);
        return MeshLaplacian.of(mesh, xyz);
    }

    private static double[] row(SparseMatrix a, int r) {
        double[] row = new double[a.columns()];
        for (int c = 0; c < row.length; c++) {
            row[c] = a.get(r, c);
        }
        return row;
    }

    @Test
    void halfTheCotangentsOfARightAngledTriangle() {
        // Sides 3 and 4: cotangents 0, 3/4 at (3, 0) and 4/3 at (0, 4); the last vertex is in no face
        MeshLaplacian laplacian = of(new float[] {0, 0, 0, 3, 0, 0, 0, 4, 0, 9, 9, 9}, 0, 1, 2);
        double a = 0.75 / 2;
        double b = 4.0 / 3 / 2;
        assertThat(row(laplacian.stiffness(), 0)).containsExactly(new double[] {a + b, -b, -a, 0}, within(1e-12));
        assertThat(row(laplacian.stiffness(), 1)).containsExactly(new double[] {-b, b, 0, 0}, within(1e-12));
        assertThat(row(laplacian.stiffness(), 2)).containsExactly(new double[] {-a, 0, a, 0}, within(1e-12));
        assertThat(row(laplacian.stiffness(), 3)).containsOnly(0);
        assertThat(laplacian.mass()).containsExactly(new double[] {2, 2, 2, 0}, within(1e-12));
        assertThat(laplacian.stiffness().starts()[4] - laplacian.stiffness().starts()[3])
                .as("every row has a diagonal")
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theEnergyOfALinearFunctionIsItsSquaredSlopeTimesTheArea(long seed) {
        Random random = new Random(seed);
        Mesh grid = Synthetic.grid(6, 5);
        float[] flat = grid.positions().clone();
        for (int i = 0; i < flat.length; i += 3) {
            flat[i] += (float) (0.05 * random.nextGaussian());
            flat[i + 1] += (float) (0.05 * random.nextGaussian());
        }
        MeshLaplacian laplacian = MeshLaplacian.of(grid, flat);
        double area = 0;
        int[] t = grid.triangles();
        for (int k = 0; k < t.length; k += 3) {
            area += Triangles.area(flat, t, k);
        }
        double a = random.nextGaussian();
        double b = random.nextGaussian();
        int n = grid.vertexCount();
        double[] u = new double[n];
        for (int i = 0; i < n; i++) {
            u[i] = a * flat[3 * i] + b * flat[3 * i + 1] + 7;
        }
        double[] lu = new double[n];
        laplacian.stiffness().multiply(u, lu);
        double energy = 0;
        for (int i = 0; i < n; i++) {
            energy += u[i] * lu[i];
        }
        assertThat(energy).isCloseTo((a * a + b * b) * area, within(1e-6 * energy));
        assertThat(Arrays.stream(laplacian.mass()).sum()).isCloseTo(area, within(1e-9));
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        laplacian.stiffness().multiply(ones, lu);
        assertThat(lu).containsExactly(new double[n], within(1e-9));
    }

    @Test
    void stiffnessDoesNotDependOnSizeOrRotation() {
        float[] xyz = {1, 0, 0, 0, 1, 0.5f, 0, 0, 2, -1, -1, 0.25f};
        int[] faces = {0, 1, 2, 2, 1, 3};
        MeshLaplacian laplacian = of(xyz, faces);
        float[] turned = new float[12];
        for (int k = 0; k < 12; k++) {
            turned[k] = 4 * xyz[k - k % 3 + (k + 1) % 3];
        }
        MeshLaplacian other = of(turned, faces);
        for (int r = 0; r < 4; r++) {
            assertThat(row(other.stiffness(), r)).containsExactly(row(laplacian.stiffness(), r), within(1e-6));
            assertThat(other.mass()[r]).isCloseTo(16 * laplacian.mass()[r], within(1e-5));
        }
    }

    @Test
    void mollifiesSlivers() {
        // Collinear, sides 1, 1 and 2: the mean is 4/3, and a ten-thousandth of it makes the triangle non-degenerate
        double e = 1e-4 * 4 / 3;
        MeshLaplacian laplacian = of(new float[] {0, 0, 0, 1, 0, 0, 2, 0, 0}, 0, 1, 2);
        double a = 1 + e;
        double c = 2 + e;
        double s = (2 * a + c) / 2;
        double area = Math.sqrt(s * (s - a) * (s - a) * (s - c));
        assertThat(laplacian.mass()).containsExactly(new double[] {area / 3, area / 3, area / 3}, within(1e-9));
        double atMiddle = (2 * a * a - c * c) / (8 * area);
        double atEnds = c * c / (8 * area);
        assertThat(laplacian.stiffness().get(0, 2)).isCloseTo(-atMiddle, within(1e-6));
        assertThat(laplacian.stiffness().get(0, 1)).isCloseTo(-atEnds, within(1e-6));
        assertThat(laplacian.stiffness().get(1, 2)).isCloseTo(-atEnds, within(1e-6));
    }

    @Test
    void facesWithoutExtentStayFinite() {
        MeshLaplacian point = of(new float[9], 0, 1, 2);
        // All sides become 1e-4: an equilateral triangle
        double half = 1 / Math.sqrt(3) / 2;
        assertThat(row(point.stiffness(), 0)).containsExactly(new double[] {2 * half, -half, -half}, within(1e-9));
        MeshLaplacian repeated = of(new float[] {0, 0, 0, 1, 0, 0}, 0, 0, 1);
        assertThat(repeated.stiffness().get(0, 0))
                .isPositive()
                .isEqualTo(-repeated.stiffness().get(0, 1));
        MeshLaplacian none = of(new float[6]);
        assertThat(none.mass()).containsExactly(0, 0);
        assertThat(none.stiffness().diagonal()).containsExactly(0, 0);
    }
}
