package dev.sinew.rig;

import dev.sinew.math.Workers;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.RefusedException;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.PassTerms;
import dev.sinew.solve.weights.Smoothness;
import dev.sinew.solve.weights.Territories;
import dev.sinew.solve.weights.WeightHold;
import dev.sinew.solve.weights.WeightPatches;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/** What becomes of the weights of a skeleton that is given: which vertices keep theirs, and which bones the others may take. */
final class RefitWeights {
    private final MeshSequence sequence;
    private final SkinWeights start;
    private final RefitOptions options;
    private final BitSet locked;
    private final int b;
    private final VertexGraph graph;
    private final Optional<WeightHold> hold;

    /**
     * @param sequence welded
     * @param start weights of the welded vertices
     * @param locked bones that keep theirs, not modified
     */
    RefitWeights(MeshSequence sequence, SkinWeights start, RefitOptions options, BitSet locked, int boneCount) {
        this.sequence = sequence;
        this.start = start;
        this.options = options;
        this.locked = locked;
        this.b = boneCount;
        this.graph = VertexGraph.of(sequence.rest());
        this.hold = locked.isEmpty() && !stay() ? Optional.empty() : Optional.of(hold());
    }

    /** The bones that are locked by name. */
    static BitSet locked(RefitOptions options, Skeleton skeleton) {
        BitSet bits = new BitSet();
        for (String name : options.locked()) {
            if (!skeleton.names().contains(name)) {
                throw new RefusedException(
                        "there is no bone '" + name + "' to lock, there are: " + String.join(", ", skeleton.names()));
            }
            bits.set(skeleton.names().indexOf(name));
        }
        return bits;
    }

    /** Whether all of them do. */
    boolean stay() {
        return options.weights() == RefitOptions.Weights.KEEP;
    }

    PassTerms terms(Workers workers) {
        Territories territories = new Territories(graph);
        if (!stay()) {
            territories.draw();
        }
        territories.shut(shut());
        return PassTerms.ofRestPull(Double.POSITIVE_INFINITY)
                .withSmoothness(
                        options.smooth() > 0
                                ? Optional.of(Smoothness.of(sequence, options.smooth(), workers))
                                : Optional.empty())
                .withTerritories(Optional.of(territories))
                .withHold(hold);
    }

    /** Bones in one patch each, as far as can be. */
    void clean(SkinState state) {
        WeightPatches.clean(graph, state, b, hold, shut());
    }

    /** Locked bones, and those that move nothing. */
    private BitSet shut() {
        BitSet bits = (BitSet) locked.clone();
        double[] totals = start.totals(b);
        for (int j = 0; j < b; j++) {
            bits.set(j, bits.get(j) || !(totals[j] > 0));
        }
        return bits;
    }

    /** A vertex that a locked bone moves keeps all its weights. */
    private WeightHold hold() {
        double[] locks = new double[start.vertexCount()];
        Arrays.fill(locks, stay() ? 1 : 0);
        for (int at = 0; at < start.bones().length; at++) {
            if (start.weights()[at] > 0 && locked.get(start.bones()[at])) {
                locks[at / start.influences()] = 1;
            }
        }
        return new WeightHold(start, locks, sequence.frameCount());
    }
}
