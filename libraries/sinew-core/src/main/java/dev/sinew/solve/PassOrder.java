package dev.sinew.solve;

import dev.sinew.solve.AlternatingPass.Mode;
import java.io.Serializable;
import java.util.Optional;

/**
 * A chunk of a pass that is done elsewhere: all that its vertices have, but for their trajectories.
 *
 * @param from first vertex
 * @param state of these vertices alone
 * @param givenRest of these vertices
 * @param kind what is asked
 * @param lambda λ², 0 without normals
 * @param territories those of these vertices, where bones are to be connected; else null: this is sent, and an Optional cannot be
 */
public record PassOrder(
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
        implements Serializable {
    /** What may be asked. */
    public enum Kind {
        REFIT,
        SELECT,
        SUM_UP,
        REMOVAL_COSTS
    }

    /** Some rows of others. */
    record Stretch(Trajectories all, int first, int vertexCount) implements Trajectories {
        @Override
        public int dimensions() {
            return all.dimensions();
        }

        @Override
        public void rows(int from, int to, double[] rows, double[] squaredNorms) {
            all.rows(first + from, first + to, rows, squaredNorms);
        }

        @Override
        public int span() {
            return all.span();
        }
    }

    /**
     * Does it.
     *
     * @param y trajectories whose row {@code first} is that of the first vertex
     * @param z the same of normals, where they take part
     */
    public PassAnswer run(Trajectories y, Optional<Trajectories> z, int first, BoneForms bones) {
        int n = state.vertexCount();
        Trajectories mine = new Stretch(y, first, n);
        Optional<RestSheet> sheet = asksSheet ? Optional.of(RestSheet.listening(givenRest)) : Optional.empty();
        PassTerms terms =
                PassTerms.ofRestPull(restPull).withSheet(sheet).withTerritories(Optional.ofNullable(territories));
        if (lambda > 0) {
            Shading shading = new Shading(new Stretch(z.orElseThrow(), first, n), new double[0], 1, 1, lambda);
            terms = terms.withShading(Optional.of(holdsNormals ? shading.holdingNormals() : shading));
        }
        return run(mine, terms, bones, sheet);
    }

    private PassAnswer run(Trajectories y, PassTerms terms, BoneForms bones, Optional<RestSheet> sheet) {
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
        return new PassAnswer(
                solved ? state : null,
                solved && sheet.isPresent() ? sheet.get().asked() : new double[0],
                solved && sheet.isPresent() ? null : equations,
                errors,
                costs);
    }
}
