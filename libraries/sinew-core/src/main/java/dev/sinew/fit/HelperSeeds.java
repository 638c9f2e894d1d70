package dev.sinew.fit;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.BoneType;
import dev.sinew.platform.Workers;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.Trajectories;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.transform.RigidTransforms;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * Initialises a helper bone at the region with the largest error, with the transform per frame that moves it best. Errors are averaged over
 * neighbours first, so that a single outlier vertex does not count.
 */
final class HelperSeeds {
    private static final int AVERAGING_ROUNDS = 3;

    /** Size of the region as a fraction of the average number of vertices per bone. */
    private static final double REGION_FRACTION = 0.25;

    private static final int MIN_REGION_VERTICES = 6;
    private static final int SWEEPS = 1;

    private final NormalisedSequence sequence;
    private final VertexGraph graph;
    private final BoneType type;
    private final Optional<double[]> locks;
    private final Workers workers;
    /** Vertices of regions already tried; a second helper would not do better there. */
    private final BitSet tried;

    HelperSeeds(
            MeshSequence given, NormalisedSequence sequence, BoneType type, Optional<double[]> locks, Workers workers) {
        this.sequence = sequence;
        this.graph = VertexGraph.of(given.rest());
        // NOTE: a small region says little about shear, so affine helpers start with uniform scaling.
        this.type = type == BoneType.AFFINE ? BoneType.SIMILARITY : type;
        this.locks = locks;
        this.workers = workers;
        this.tried = new BitSet(sequence.vertexCount());
    }

    /** T with four more columns, 3F×4(B+1). */
    double[] withHelper(BoneForms bones, SkinState state) {
        int old = 4 * bones.boneCount();
        int seed = worst(state);
        double[] helper = fitRegion(region(seed, bones.boneCount() + 1), state);
        double[] grown = new double[sequence.dimensions() * (old + 4)];
        for (int row = 0; row < sequence.dimensions(); row++) {
            System.arraycopy(bones.transforms(), row * old, grown, row * (old + 4), old);
            System.arraycopy(helper, row * 4, grown, row * (old + 4) + old, 4);
        }
        return grown;
    }

    private int worst(SkinState state) {
        double[] errors = state.squaredErrors().clone();
        for (int i = 0; i < errors.length && locks.isPresent(); i++) {
            errors[i] *= 1 - locks.get()[i];
        }
        for (int round = 0; round < AVERAGING_ROUNDS; round++) {
            errors = averaged(errors);
        }
        int worst = 0;
        double most = -1;
        for (int i = 0; i < errors.length; i++) {
            if (!tried.get(i) && errors[i] > most) {
                most = errors[i];
                worst = i;
            }
        }
        tried.set(worst);
        return worst;
    }

    private double[] averaged(double[] values) {
        double[] means = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            double sum = values[i];
            int from = graph.starts()[i];
            int to = graph.starts()[i + 1];
            for (int k = from; k < to; k++) {
                sum += values[graph.neighbours()[k]];
            }
            means[i] = sum / (1 + to - from);
        }
        return means;
    }

    /** Vertices around a seed in one shell, by distance along edges. */
    private int[] region(int seed, int bones) {
        int wanted = (int) Math.max(MIN_REGION_VERTICES, REGION_FRACTION * sequence.vertexCount() / bones);
        int[] queue = new int[sequence.vertexCount()];
        BitSet seen = new BitSet(queue.length);
        int filled = 0;
        queue[filled++] = seed;
        seen.set(seed);
        for (int at = 0; at < filled && filled < wanted; at++) {
            for (int k = graph.starts()[queue[at]]; k < graph.starts()[queue[at] + 1]; k++) {
                int next = graph.neighbours()[k];
                if (!seen.get(next)) {
                    seen.set(next);
                    queue[filled++] = next;
                }
            }
        }
        return Arrays.copyOf(queue, Math.min(filled, wanted));
    }

    /** The transforms that move a region best, 3F×4. */
    private double[] fitRegion(int[] region, SkinState state) {
        double[] rest = new double[3 * region.length];
        for (int k = 0; k < region.length; k++) {
            System.arraycopy(state.rest(), 3 * region[k], rest, 3 * k, 3);
        }
        SkinState alone = new SkinState(1, rest);
        for (int k = 0; k < region.length; k++) {
            alone.attach(k, 0);
        }
        AlternatingPass pass =
                new AlternatingPass(new Region(sequence, region), alone, rest, Double.POSITIVE_INFINITY, workers);
        return pass.sumUp(1).solveTransforms(RigidTransforms.full(type, sequence.frameCount(), SWEEPS), null);
    }

    /** Some vertices of a sequence. */
    private record Region(NormalisedSequence all, int[] vertices) implements Trajectories {
        @Override
        public int vertexCount() {
            return vertices.length;
        }

        @Override
        public int dimensions() {
            return all.dimensions();
        }

        @Override
        public void rows(int from, int to, double[] rows, double[] squaredNorms) {
            int d = dimensions();
            double[] row = new double[d];
            double[] norm = new double[1];
            for (int k = from; k < to; k++) {
                all.rows(vertices[k], vertices[k] + 1, row, norm);
                System.arraycopy(row, 0, rows, (k - from) * d, d);
                squaredNorms[k - from] = norm[0];
            }
        }
    }
}
