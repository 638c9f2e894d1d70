package dev.sinew.compress;

import java.util.Arrays;

/** Every atom in turn becomes the best one for the vertices that use it (LD13 §3.3). */
final class DictionaryUpdate {
    private final Coefficients a;
    private final Atoms atoms;
    private final int boneCount;
    private final Fitness.AtomStep step;

    DictionaryUpdate(Fitness fitness, Atoms atoms, Coefficients a) {
        this.a = a;
        this.atoms = atoms;
        this.boneCount = fitness.boneCount();
        this.step = fitness.atomStep();
    }

    /** @param rounds how often all atoms are gone through, each knowing those updated before it */
    void run(int rounds) {
        int[] starts = starts();
        long[] users = users(starts);
        for (int round = 0; round < rounds; round++) {
            for (int j = 0; j < atoms.count(); j++) {
                update(j, users, starts[j], starts[j + 1]);
            }
        }
    }

    private void update(int j, long[] users, int from, int to) {
        step.begin();
        for (int at = from; at < to; at++) {
            int i = (int) users[at];
            double alpha = a.first[i] == j ? a.alpha[i] : 1 - a.alpha[i];
            step.add(i, alpha, atoms.values(), (int) (users[at] >>> 32) * boneCount);
        }
        // An atom without users stays as it is until it is put elsewhere.
        step.solve(atoms, j * boneCount);
    }

    /** Where the users of each atom begin; a vertex of one atom only says nothing about lines and counts once. */
    private int[] starts() {
        int[] starts = new int[atoms.count() + 1];
        for (int i = 0; i < a.first.length; i++) {
            starts[a.first[i] + 1]++;
            if (a.second[i] != a.first[i]) {
                starts[a.second[i] + 1]++;
            }
        }
        for (int j = 0; j < atoms.count(); j++) {
            starts[j + 1] += starts[j];
        }
        return starts;
    }

    /** Users of each atom sorted by their other atom: that one in the upper half, the vertex in the lower. */
    private long[] users(int[] starts) {
        int[] ends = starts.clone();
        long[] users = new long[starts[atoms.count()]];
        for (int i = 0; i < a.first.length; i++) {
            users[ends[a.first[i]]++] = (long) a.second[i] << 32 | i;
            if (a.second[i] != a.first[i]) {
                users[ends[a.second[i]]++] = (long) a.first[i] << 32 | i;
            }
        }
        for (int j = 0; j < atoms.count(); j++) {
            Arrays.sort(users, starts[j], starts[j + 1]);
        }
        return users;
    }
}
