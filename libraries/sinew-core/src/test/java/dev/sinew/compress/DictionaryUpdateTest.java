package dev.sinew.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.compress.Factorisation.Coefficients;
import dev.sinew.compress.Factorisation.DictionaryUpdate;
import dev.sinew.model.SkinWeights;
import dev.sinew.solve.DenseWeights;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Weights blended from two atoms: recovers the atoms from wrong ones and the right coefficients. */
class DictionaryUpdateTest {
    private static final double[] ONE = {0.6, 0.4, 0};
    private static final double[] OTHER = {0, 0.3, 0.7};
    private static final double[] ALPHAS = {0.1, 0.35, 0.6, 0.9};

    private static WeightFitness blended() {
        int[] bones = new int[3 * ALPHAS.length];
        double[] w = new double[bones.length];
        for (int at = 0; at < w.length; at++) {
            bones[at] = at % 3;
            w[at] = ALPHAS[at / 3] * ONE[at % 3] + (1 - ALPHAS[at / 3]) * OTHER[at % 3];
        }
        return new WeightFitness(DenseWeights.of(SkinWeights.of(3, bones, w), 3), i -> 1);
    }

    private static Coefficients coefficients() {
        Coefficients a = new Coefficients(ALPHAS.length);
        Arrays.fill(a.second, 1);
        System.arraycopy(ALPHAS, 0, a.alpha, 0, ALPHAS.length);
        return a;
    }

    private static Atoms atoms(int maxElements) {
        Atoms atoms = new Atoms(3, maxElements);
        atoms.add(new double[] {1, 0, 0}, 0);
        atoms.add(new double[] {0, 1, 0}, 0);
        atoms.add(new double[] {0.25, 0.25, 0.5}, 0);
        return atoms;
    }

    @Test
    void recoversTheAtoms() {
        Atoms atoms = atoms(3);
        new DictionaryUpdate(blended(), atoms, coefficients()).run(100);
        assertThat(Arrays.copyOfRange(atoms.values(), 0, 3)).containsExactly(ONE, within(1e-6));
        assertThat(Arrays.copyOfRange(atoms.values(), 3, 6)).containsExactly(OTHER, within(1e-6));
    }

    @Test
    void keepsAtomsWithoutUsers() {
        Atoms atoms = atoms(3);
        new DictionaryUpdate(blended(), atoms, coefficients()).run(2);
        assertThat(Arrays.copyOfRange(atoms.values(), 6, 9)).containsExactly(0.25, 0.25, 0.5);
    }

    @Test
    void noAtomGetsMoreElementsThanAllowed() {
        Atoms atoms = atoms(1);
        new DictionaryUpdate(blended(), atoms, coefficients()).run(3);
        for (int j = 0; j < 2; j++) {
            double[] atom = Arrays.copyOfRange(atoms.values(), 3 * j, 3 * j + 3);
            assertThat(Arrays.stream(atom).filter(v -> v != 0)).containsExactly(1.0);
        }
    }
}
