package dev.sinew.fit;

import dev.sinew.mesh.Shells;
import dev.sinew.model.BoneType;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import dev.sinew.run.RestMode;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.pass.AlternatingPass.Mode;
import dev.sinew.solve.pass.Alternation;
import dev.sinew.solve.pass.PassTerms;
import dev.sinew.solve.pass.Refinement;
import dev.sinew.solve.pass.Seeds;
import dev.sinew.solve.pass.SolverInput;
import dev.sinew.solve.rest.RestStiffness;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.sequence.Trajectories;
import dev.sinew.solve.sequence.VertexSample;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.transform.RigidTransforms;
import dev.sinew.solve.transform.TransformStep;
import java.util.Optional;

/**
 * Finds bones from scratch on a sample of the vertices. Clusters vertices that move affinely, half as many clusters again as wanted; then
 * blends, and removes the least useful bones in two rounds.
 *
 * <p>NOTE: KSO10 §4.1 starts from region growing and leaves the rest to the iterations, which then end in very different minima. Starting
 * with too many bones and pruning gives lower errors that vary less with the seed (docs/decisions/index.md).
 */
final class BoneFinder {
    private static final double INITIAL_BONE_FACTOR = 1.5;
    private static final double PRUNED_PER_ROUND = 0.25;
    private static final int CLUSTER_STEPS = 4;
    private static final int RIGID_SWEEPS = 3;
    /** Rigid clusters are kept if their error is at most this fraction of the affine clusters'. */
    private static final double MAX_RIGID_ERROR_RATIO = 0.5;

    private static final int BLEND_STEPS = 5;
    private static final int SETTLE_STEPS = 6;
    /** Stiffness of the sample's rest pose relative to the data in {@code RestMode.SOLVE}: sampled vertices have no neighbours. */
    private static final double SAMPLE_REST_STIFFNESS = 0.1;

    private static final int MIN_SAMPLE = 1500;
    private static final int SAMPLES_PER_BONE = 60;

    /** Bones for dense weights are found with the maximum of sparse influences; more do not find better bones. */
    private static final int MAX_SEARCH_INFLUENCES = FitOptions.MAX_INFLUENCES;

    private final ReducedSequence reduced;
    private final TransformStep step;
    private final SolverInput input;
    private final double[] rest;
    private final double restPull;
    private final FitOptions options;
    private final Progress progress;
    private final Workers workers;
    private final int influences;

    BoneFinder(
            SolverInput input,
            ReducedSequence reduced,
            TransformStep step,
            FitOptions options,
            Progress progress,
            Workers workers) {
        this.reduced = reduced;
        this.step = step;
        this.input = input;
        this.rest = input.poses().rest();
        this.restPull = options.rest() == RestMode.SOLVE
                ? SAMPLE_REST_STIFFNESS * input.poses().frameCount()
                : RestStiffness.of(options.rest(), input.poses().frameCount());
        this.options = options;
        this.progress = progress;
        this.workers = workers;
        this.influences = Math.min(options.influences(), MAX_SEARCH_INFLUENCES);
    }

    /**
     * @param bones in reduced coordinates
     * @param shading weights of the normals at the end
     */
    record Found(BoneForms bones, Optional<Shading> shading) {}

    /** Finds at most {@code wanted} bones. */
    Found find(int wanted) {
        int count = Math.max(MIN_SAMPLE, SAMPLES_PER_BONE * wanted);
        VertexSample sample = VertexSample.of(rest.length / 3, count, options.seed());
        Trajectories y = sample.rowsOf(reduced.coordinates(), reduced.dimensions());
        double[] u = sample.positionsOf(rest);
        SkinState state = new SkinState(influences, u.clone());
        state.setImportance(sample.valuesOf(input.importance()));
        PassTerms terms = PassTerms.ofRestPull(restPull).withShading(input.shading(reduced, sample));
        int bones = cluster(y, state, u, terms, (int) Math.ceil(INITIAL_BONE_FACTOR * wanted));
        Alternation blending = new Alternation(new AlternatingPass(y, state, u, terms, workers), step, bones);
        run(blending, BLEND_STEPS, Mode.REFIT);
        while (blending.boneCount() > wanted) {
            int fewer = (int) Math.ceil(blending.boneCount() - Math.max(1, PRUNED_PER_ROUND * wanted));
            blending.removeLeastUseful(Math.max(wanted, fewer));
            run(blending, BLEND_STEPS, Mode.REFIT);
        }
        run(blending, SETTLE_STEPS, Mode.REFIT);
        return new Found(blending.bones(), blending.shading());
    }

    /**
     * K-means: assigns every vertex to the bone that moves it best, then fits the bones.
     *
     * <p>NOTE: affine bones can settle on a mixture of shells that move independently and never leave it. So if the mesh has several
     * shells, rigid clusters are tried too.
     */
    private int cluster(Trajectories y, SkinState state, double[] u, PassTerms terms, int wanted) {
        int bones = Seeds.attachNearest(state, Math.min(wanted, y.vertexCount()));
        AlternatingPass pass = new AlternatingPass(y, state, u, terms.withRestPull(Double.POSITIVE_INFINITY), workers);
        SkinState seeds = state.copy();
        double error = fitClusters(pass, step, bones);
        if (options.boneType() == BoneType.AFFINE && severalShells()) {
            SkinState own = state.copy();
            state.restore(seeds);
            TransformStep rigid = RigidTransforms.reduced(
                    BoneType.RIGID, reduced.basisRows(), input.poses().frameCount(), RIGID_SWEEPS);
            if (fitClusters(pass, rigid, bones) > MAX_RIGID_ERROR_RATIO * error) {
                state.restore(own);
            }
        }
        return bones;
    }

    private boolean severalShells() {
        return Shells.of(input.sequence().rest()).count() > 1;
    }

    /** Leaves the clusters in the state of the pass; returns their squared error. */
    private double fitClusters(AlternatingPass pass, TransformStep how, int bones) {
        Alternation clustering = new Alternation(pass, how, bones);
        for (int s = 0; s < CLUSTER_STEPS; s++) {
            clustering.step(Mode.SELECT, 1);
            checkCancelled();
        }
        return clustering.squaredError();
    }

    private void run(Alternation blending, int steps, Mode usual) {
        for (int s = 0; s < steps; s++) {
            blending.step(Refinement.mode(s, usual), influences);
            checkCancelled();
        }
    }

    private void checkCancelled() {
        progress.update("find bones", 0, 1);
    }
}
