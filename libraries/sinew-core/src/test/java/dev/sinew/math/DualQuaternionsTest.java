package dev.sinew.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Dual quaternions against the corresponding matrices. */
class DualQuaternionsTest extends QuietTest {
    private final Random random = new Random(7);

    private double[] rigid() {
        double[] q = random.doubles(4, -1, 1).toArray();
        Quaternions.normalise(q, 0);
        double[] m = new double[12];
        Quaternions.toMatrix(q, 0, m, 0, 4);
        for (int r = 3; r < 12; r += 4) {
            m[r] = random.nextDouble(-5, 5);
        }
        return m;
    }

    @Test
    void roundTripsMatricesForAnyLength() {
        for (int run = 0; run < 50; run++) {
            double[] m = rigid();
            double[] q = new double[8];
            DualQuaternions.fromRigid(m, 0, q, 0);
            for (int k = 0; k < 8; k++) {
                q[k] *= -3.7;
            }
            double[] back = new double[12];
            DualQuaternions.toMatrix(q, 0, back, 0);
            assertThat(back).containsExactly(m, within(1e-12));
        }
    }

    @Test
    void productsAndInversesAreThoseOfMatrices() {
        double[] a = rigid();
        double[] b = rigid();
        double[] p = new double[8];
        double[] q = new double[8];
        DualQuaternions.fromRigid(a, 0, p, 0);
        DualQuaternions.fromRigid(b, 0, q, 0);
        double[] pq = new double[8];
        DualQuaternions.multiply(p, 0, q, 0, pq, 0);
        double[] got = new double[12];
        double[] wanted = new double[12];
        DualQuaternions.toMatrix(pq, 0, got, 0);
        Affine3.multiply(a, 0, b, 0, wanted, 0);
        assertThat(got).containsExactly(wanted, within(1e-12));
        DualQuaternions.conjugate(p, 0, p, 0);
        DualQuaternions.toMatrix(p, 0, got, 0);
        Affine3.invert(a, 0, wanted, 0);
        assertThat(got).containsExactly(wanted, within(1e-12));
    }

    @Test
    void expInvertsLogForSmallAngles() {
        for (double size : new double[] {1, 1e-3, 1e-5, 1e-9, 1e-300}) {
            double[] log = random.doubles(6, -size, size).toArray();
            double[] q = new double[8];
            double[] back = new double[6];
            DualQuaternions.exp(log, 0, q, 0);
            DualQuaternions.log(q, 0, back, 0);
            assertThat(back).containsExactly(log, within(1e-13));
            assertThat(Quaternions.dot(q, 0, q, 4)).isCloseTo(0, within(1e-15));
        }
    }
}
