package dev.sinew.compress;

import dev.sinew.model.TwoLayerWeights;

/** Turns D and A into the compact layers of a model. */
final class LayerAssembly {
    private LayerAssembly() {}

    static TwoLayerWeights of(Factorisation factors, int k) {
        Atoms atoms = factors.atoms();
        int c = atoms.mostElements();
        int[] bones = new int[atoms.count() * c];
        double[] weights = new double[bones.length];
        for (int j = 0; j < atoms.count(); j++) {
            int at = j * c;
            for (int z = 0; z < k; z++) {
                if (atoms.values()[j * k + z] != 0) {
                    bones[at] = z;
                    weights[at++] = atoms.values()[j * k + z];
                }
            }
        }
        Coefficients a = factors.coefficients();
        int[] virtual = new int[2 * a.first.length];
        double[] coefficients = new double[virtual.length];
        for (int i = 0; i < a.first.length; i++) {
            boolean firstLeads = a.alpha[i] >= 0.5;
            virtual[2 * i] = firstLeads ? a.first[i] : a.second[i];
            virtual[2 * i + 1] = firstLeads ? a.second[i] : a.first[i];
            coefficients[2 * i] = firstLeads ? a.alpha[i] : 1 - a.alpha[i];
            coefficients[2 * i + 1] = 1 - coefficients[2 * i];
        }
        return TwoLayerWeights.of(k, c, bones, weights, virtual, coefficients);
    }
}
