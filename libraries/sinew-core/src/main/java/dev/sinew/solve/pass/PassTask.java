package dev.sinew.solve.pass;

import dev.sinew.solve.SkinState;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.pass.AlternatingPass.Mode;
import dev.sinew.solve.rest.RestMembrane;
import dev.sinew.solve.sequence.RemoteVertices;
import dev.sinew.solve.sequence.Trajectories;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.transform.TransformEquations;
import dev.sinew.solve.weights.RegionConnectivity;
import java.io.Serializable;
import java.util.Optional;

/**
 * A chunk of a pass for another machine: the data of its vertices without their trajectories.
 *
 * @param from first vertex
 * @param state of these vertices only
 * @param givenRest of these vertices
 * @param kind what to compute
 * @param lambda λ², 0 without normals
 * @param connectivity connectivity of these vertices if regions must be connected, else null, because Optional is not serializable
 */
public record PassTask(
        int from,
        SkinState state,
        double[] givenRest,
        Kind kind,
        int most,
        double restPull,
        boolean asksSheet,
        double lambda,
        boolean holdsNormals,
        RegionConnectivity connectivity)
        implements RemoteVertices.Task<BoneForms, PassTask.Result> {
    /** What a task computes. */
    public enum Kind {
        REFIT,
        SELECT,
        SUM_UP,
        REMOVAL_COSTS
    }

    /**
     * The sums of a chunk, and its part of the state if it was solved.
     *
     * @param state bones, weights, rest, normals and errors of its vertices; null if they were only summed
     * @param restEquations nine numbers per vertex for the rest pose's membrane; empty without
     * @param equations null if not requested
     * @param errors squared errors of positions and normals
     * @param costs removal cost per bone; empty if not requested
     */
    public record Result(
            SkinState state, double[] restEquations, TransformEquations equations, double[] errors, double[] costs)
            implements Serializable {}

    @Override
    public Result run(Trajectories y, Optional<Trajectories> z, BoneForms bones) {
        int n = state.vertexCount();
        Trajectories mine = y.first(n);
        Optional<RestMembrane> membrane =
                asksSheet ? Optional.of(RestMembrane.collecting(givenRest)) : Optional.empty();
        PassTerms terms = PassTerms.ofRestPull(restPull)
                .withMembrane(membrane)
                .withConnectivity(Optional.ofNullable(connectivity));
        if (lambda > 0) {
            Shading shading = new Shading(z.orElseThrow().first(n), new double[0], 1, 1, lambda);
            terms = terms.withShading(Optional.of(holdsNormals ? shading.keepingNormals() : shading));
        }
        return run(mine, terms, bones, membrane);
    }

    private Result run(Trajectories y, PassTerms terms, BoneForms bones, Optional<RestMembrane> membrane) {
        int n = state.vertexCount();
        double[] costs = new double[kind == Kind.REMOVAL_COSTS ? bones.boneCount() : 0];
        double[] errors = new double[2];
        TransformEquations equations =
                kind == Kind.REMOVAL_COSTS ? null : new TransformEquations(bones.boneCount(), y.dimensions());
        Mode mode = kind == Kind.SELECT ? Mode.SELECT : Mode.REFIT;
        PassChunk part = new PassChunk(y, state, givenRest, terms, bones, mode, Optional.empty());
        BlockRows rows = new BlockRows(y, terms);
        for (int block = 0; block < n; block += BlockRows.BLOCK) {
            int end = Math.min(n, block + BlockRows.BLOCK);
            if (kind == Kind.REMOVAL_COSTS) {
                part.addRemovalCosts(block, end, costs);
            } else if (kind == Kind.SUM_UP) {
                AlternatingPass.sumUp(state, rows, block, end, equations);
            } else {
                part.solve(block, end, most, equations, errors);
            }
        }
        boolean solved = kind == Kind.REFIT || kind == Kind.SELECT;
        return new Result(
                solved ? state : null,
                solved && membrane.isPresent() ? membrane.get().restEquations() : new double[0],
                solved && membrane.isPresent() ? null : equations,
                errors,
                costs);
    }
}
