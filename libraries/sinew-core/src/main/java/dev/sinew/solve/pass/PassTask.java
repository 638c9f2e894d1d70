package dev.sinew.solve.pass;

import dev.sinew.solve.SkinState;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.pass.AlternatingPass.Mode;
import dev.sinew.solve.rest.RestSheet;
import dev.sinew.solve.sequence.RemoteVertices;
import dev.sinew.solve.sequence.Trajectories;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.transform.TransformEquations;
import dev.sinew.solve.weights.Territories;
import java.io.Serializable;
import java.util.Optional;

/**
 * A chunk of a pass that another machine computes: everything its vertices have except their trajectories.
 *
 * @param from first vertex
 * @param state of these vertices alone
 * @param givenRest of these vertices
 * @param kind what is computed
 * @param lambda λ², 0 without normals
 * @param territories those of these vertices, where bones are to be connected; else null: this is sent, and an Optional cannot be
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
        Territories territories)
        implements RemoteVertices.Task<BoneForms, PassTask.Result> {
    /** What a task computes. */
    public enum Kind {
        REFIT,
        SELECT,
        SUM_UP,
        REMOVAL_COSTS
    }

    /**
     * The sums of a chunk, and its part of the state where it was solved for.
     *
     * @param state bones, weights, rest, normals and errors of its vertices; null where they were only summed up
     * @param asked nine numbers per vertex for the rest pose's membrane; empty without
     * @param equations null where they were not requested
     * @param errors squared errors of positions and normals
     * @param costs one per bone, of removals; empty where they were not requested
     */
    public record Result(SkinState state, double[] asked, TransformEquations equations, double[] errors, double[] costs)
            implements Serializable {}

    @Override
    public Result run(Trajectories y, Optional<Trajectories> z, BoneForms bones) {
        int n = state.vertexCount();
        Trajectories mine = y.first(n);
        Optional<RestSheet> sheet = asksSheet ? Optional.of(RestSheet.listening(givenRest)) : Optional.empty();
        PassTerms terms =
                PassTerms.ofRestPull(restPull).withSheet(sheet).withTerritories(Optional.ofNullable(territories));
        if (lambda > 0) {
            Shading shading = new Shading(z.orElseThrow().first(n), new double[0], 1, 1, lambda);
            terms = terms.withShading(Optional.of(holdsNormals ? shading.holdingNormals() : shading));
        }
        return run(mine, terms, bones, sheet);
    }

    private Result run(Trajectories y, PassTerms terms, BoneForms bones, Optional<RestSheet> sheet) {
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
                solved && sheet.isPresent() ? sheet.get().asked() : new double[0],
                solved && sheet.isPresent() ? null : equations,
                errors,
                costs);
    }
}
