package dev.sinew.handles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.linalg.Cholesky;
import dev.sinew.math.Svd3;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.model.PosingSystem;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The exported posing system is sufficient for posing. */
class PosingSystemTest {
    private static final HandleSet HANDLES = HandleSet.of(List.of(
            new Handle.Bone("a", new double[] {0.05, 0.1, 0.1}, new double[] {0.45, 0.1, 0.1}, Optional.empty()),
            new Handle.Bone("b", new double[] {0.55, 0.1, 0.1}, new double[] {0.95, 0.1, 0.1}, Optional.empty())));
    private static final double[] STAY = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

    private static Mesh bar(int cells) {
        return Shapes.box(new double[] {0, 0, 0}, new double[] {1, 0.2, 0.2}, cells);
    }

    private static Poser poser(int cells) {
        WeightsOptions options = WeightsOptions.defaults().withResolution(16);
        return new Poser(
                bar(cells),
                HANDLES,
                new BiharmonicWeights(bar(cells), HANDLES, options, Progress.SILENT)
                        .solve()
                        .weights());
    }

    private static void settle(Poser poser) {
        for (int k = 0; k < 100 && poser.solve() >= poser.system().iterations(); k++) {
            // Repeats until a solve ends before its maximum.
        }
    }

    @Test
    void itsSizeDependsOnTheHandlesOnly() {
        PosingSystem coarse = poser(4).system();
        PosingSystem fine = poser(8).system();
        assertThat(coarse.handleCount()).isEqualTo(2);
        assertThat(coarse.normal()).hasSameSizeAs(fine.normal()).hasSize(64);
        assertThat(Arrays.stream(fine.groups()))
                .allSatisfy(group -> assertThat(group).hasSize(24));
    }

    /** An independent implementation: rotations by SVD, constraints as a stiff penalty. */
    @Test
    void plainAlternationGivesThePosersPose() {
        Poser poser = poser(6);
        poser.setTransform("a", STAY);
        poser.setTip("b", new double[] {0.85, 0.4, 0.1});
        settle(poser);
        double[] found = alternate(poser.system(), new double[] {0.95, 0.1, 0.1}, new double[] {0.85, 0.4, 0.1});
        double[] matrices = poser.matrices();
        for (int k = 0; k < 24; k++) {
            assertThat(found[k]).isCloseTo(matrices[k], within(1e-3));
        }
    }

    /** Bone a stays, a point of bone b moves to a target; H·12 matrices in the mesh's coordinates. */
    private static double[] alternate(PosingSystem system, double[] point, double[] place) {
        int size = 8;
        double stiff = 1e4;
        double[][] rows = new double[5][size];
        double[][] wanted = new double[5][3];
        for (int k = 0; k < 4; k++) {
            rows[k][k] = 1;
            if (k < 3) {
                wanted[k][k] = 1;
            }
        }
        rows[4][7] = 1;
        for (int d = 0; d < 3; d++) {
            rows[4][4 + d] = (point[d] - system.middle()[d]) * system.scale();
            wanted[4][d] = (place[d] - system.middle()[d]) * system.scale();
        }
        double[] a = system.normal().clone();
        for (double[] row : rows) {
            for (int r = 0; r < size; r++) {
                for (int q = 0; q < size; q++) {
                    a[r * size + q] += stiff * row[r] * row[q];
                }
            }
        }
        Cholesky factor = Cholesky.of(a, size);
        double[] t = new double[3 * size];
        for (int k : new int[] {0, 4, 8, 12, 16, 20}) {
            t[k] = 1;
        }
        for (int iteration = 0; iteration < 3000; iteration++) {
            double[] right = rightHandSide(system, t);
            for (int k = 0; k < rows.length; k++) {
                for (int r = 0; r < size; r++) {
                    for (int d = 0; d < 3; d++) {
                        right[3 * r + d] += stiff * rows[k][r] * wanted[k][d];
                    }
                }
            }
            factor.solve(right, 3, 0, 3);
            t = right;
        }
        return matrices(system, t);
    }

    private static double[] rightHandSide(PosingSystem system, double[] t) {
        double[] right = new double[t.length];
        Svd3 svd = new Svd3();
        double[] rotation = new double[9];
        for (double[] b : system.groups()) {
            double[] s = new double[9];
            for (int k = 0; k < t.length; k++) {
                for (int d = 0; d < 3; d++) {
                    s[3 * (k % 3) + d] += t[k] * b[k / 3 * 3 + d];
                }
            }
            svd.decompose(s, 0, 3);
            svd.rotation(rotation, 0, 3);
            for (int k = 0; k < t.length; k++) {
                for (int d = 0; d < 3; d++) {
                    right[k] += b[k / 3 * 3 + d] * rotation[3 * (k % 3) + d];
                }
            }
        }
        return right;
    }

    private static double[] matrices(PosingSystem system, double[] t) {
        double[] out = new double[t.length];
        for (int j = 0; j < t.length / 12; j++) {
            for (int d = 0; d < 3; d++) {
                int row = 12 * j + 4 * d;
                out[row + 3] = t[12 * j + 9 + d] / system.scale() + system.middle()[d];
                for (int c = 0; c < 3; c++) {
                    out[row + c] = t[12 * j + 3 * c + d];
                    out[row + 3] -= out[row + c] * system.middle()[c];
                }
            }
        }
        return out;
    }

    @Test
    void aBoneMayBeConstrainedByItsTipAlone() {
        Poser poser = poser(6);
        poser.setTransform("a", STAY);
        poser.setTip("b", new double[] {0.9, 0.3, 0.1});
        settle(poser);
        double[] m = poser.matrices();
        double[] tip = {0.95, 0.1, 0.1};
        double[] want = {0.9, 0.3, 0.1};
        for (int d = 0; d < 3; d++) {
            int r = 12 + 4 * d;
            assertThat(m[r] * tip[0] + m[r + 1] * tip[1] + m[r + 2] * tip[2] + m[r + 3])
                    .isCloseTo(want[d], within(1e-6));
        }
        HandleSet point = HandleSet.of(List.of(new Handle.Point("p", new double[] {0.5, 0.1, 0.1})));
        Mesh bar = bar(4);
        double[] ones = new double[bar.vertexCount()];
        Arrays.fill(ones, 1);
        Poser ofPoint = new Poser(bar, point, new HandleWeights(bar.vertexCount(), 1, ones));
        assertThatThrownBy(() -> ofPoint.setTip("p", want))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("not a bone");
    }

    @Test
    void rejectsInconsistentSizes() {
        assertThatThrownBy(() -> new PosingSystem(1, new double[3], new double[10], new double[0][], 20, 1e-6))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PosingSystem(1, new double[3], new double[16], new double[1][5], 20, 1e-6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5 numbers");
    }
}
