package dev.sinew.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class QuaternionsTest {
    private static final double HALF = Math.sqrt(0.5);

    @Test
    void aQuarterTurnAboutZ() {
        double[] m = new double[9];
        Quaternions.toMatrix(new double[] {0, 0, HALF, HALF}, 0, m, 0, 3);
        assertThat(m).containsExactly(new double[] {0, -1, 0, 1, 0, 0, 0, 0, 1}, within(1e-15));
    }

    @Test
    void matricesAndProductsAgree() {
        Random random = new Random(3);
        for (int round = 0; round < 1000; round++) {
            double[] p = unit(random);
            double[] q = unit(random);
            double[] pq = new double[4];
            Quaternions.multiply(p, 0, q, 0, pq, 0);
            double[] a = affine(p);
            double[] b = affine(q);
            double[] ab = new double[12];
            Affine3.multiply(a, 0, b, 0, ab, 0);
            assertThat(ab).containsExactly(affine(pq), within(1e-14));
            double[] back = new double[4];
            Quaternions.fromMatrix(ab, 0, 4, back, 0);
            assertThat(Math.abs(Quaternions.dot(back, 0, pq, 0))).isEqualTo(1, within(1e-14));
            Quaternions.conjugate(p, 0, p, 0);
            Quaternions.multiply(p, 0, pq, 0, back, 0);
            assertThat(back).containsExactly(q, within(1e-14));
        }
    }

    @Test
    void halfTurnsHaveQuaternions() {
        double[] q = new double[4];
        Quaternions.fromMatrix(new double[] {1, 0, 0, 0, -1, 0, 0, 0, -1}, 0, 3, q, 0);
        assertThat(q).containsExactly(1, 0, 0, 0);
        Quaternions.fromMatrix(new double[] {-1, 0, 0, 0, 1, 0, 0, 0, -1}, 0, 3, q, 0);
        assertThat(q).containsExactly(0, 1, 0, 0);
        Quaternions.fromMatrix(new double[] {-1, 0, 0, 0, -1, 0, 0, 0, 1}, 0, 3, q, 0);
        assertThat(q).containsExactly(0, 0, 1, 0);
    }

    @Test
    void slerpTakesTheShortArcEvenly() {
        double[] a = {0, 0, 0, 1};
        double[] b = {0, 0, -Math.sin(0.5), -Math.cos(0.5)};
        double[] out = new double[4];
        Quaternions.slerp(a, 0, b, 0, 0.25, out, 0);
        assertThat(out).containsExactly(new double[] {0, 0, Math.sin(0.125), Math.cos(0.125)}, within(1e-15));
        double[] near = {0, 0, 1e-7, 1};
        Quaternions.slerp(a, 0, near, 0, 0.5, out, 0);
        assertThat(out).containsExactly(new double[] {0, 0, 0.5e-7, 1}, within(1e-14));
    }

    @Test
    void zeroBecomesTheIdentity() {
        double[] q = new double[4];
        Quaternions.normalise(q, 0);
        assertThat(q).containsExactly(0, 0, 0, 1);
    }

    @Test
    void composedMapScalesRotatesAndTranslates() {
        double[] m = new double[12];
        Affine3.compose(new double[] {5, 6, 7}, 0, new double[] {0, 0, HALF, HALF}, 0, new double[] {2, 3, 4}, 0, m, 0);
        assertThat(m).containsExactly(new double[] {0, -3, 0, 5, 2, 0, 0, 6, 0, 0, 4, 7}, within(1e-15));
        assertThat(Affine3.determinant(m, 0)).isEqualTo(24, within(1e-13));
        double[] same = new double[12];
        double[] one = new double[12];
        Affine3.identity(one, 0);
        Affine3.multiply(m, 0, one, 0, same, 0);
        assertThat(same).containsExactly(m);
    }

    private static double[] unit(Random random) {
        double[] q = random.doubles(4, -1, 1).toArray();
        Quaternions.normalise(q, 0);
        return q;
    }

    private static double[] affine(double[] q) {
        double[] m = new double[12];
        Quaternions.toMatrix(q, 0, m, 0, 4);
        return m;
    }
}
