package dev.sinew.solve.pass;

import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.rest.RestSheet;
import dev.sinew.solve.weights.Smoothness;
import dev.sinew.solve.weights.Territories;
import dev.sinew.solve.weights.WeightHold;
import java.util.Optional;

/**
 * What else counts in a pass besides the trajectories.
 *
 * @param restPull weight of staying near the given rest pose; a vertex under rotations weighs F; infinite keeps it
 * @param smoothness where neighbours are to have similar weights
 * @param hold where weights are to stay near those they were
 * @param shading where normals take part
 * @param territories where bones are to be connected
 * @param sheet where the rest pose moves as one sheet instead of vertex by vertex
 */
public record PassTerms(
        double restPull,
        Optional<Smoothness> smoothness,
        Optional<WeightHold> hold,
        Optional<Shading> shading,
        Optional<RestSheet> sheet,
        Optional<Territories> territories) {
    public static PassTerms ofRestPull(double restPull) {
        return new PassTerms(
                restPull, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public PassTerms withRestPull(double newPull) {
        return new PassTerms(newPull, smoothness, hold, shading, sheet, territories);
    }

    public PassTerms withSmoothness(Optional<Smoothness> newSmoothness) {
        return new PassTerms(restPull, newSmoothness, hold, shading, sheet, territories);
    }

    public PassTerms withHold(Optional<WeightHold> newHold) {
        return new PassTerms(restPull, smoothness, newHold, shading, sheet, territories);
    }

    public PassTerms withShading(Optional<Shading> newShading) {
        return new PassTerms(restPull, smoothness, hold, newShading, sheet, territories);
    }

    public PassTerms withSheet(Optional<RestSheet> newSheet) {
        return new PassTerms(restPull, smoothness, hold, shading, newSheet, territories);
    }

    public PassTerms withTerritories(Optional<Territories> newTerritories) {
        return new PassTerms(restPull, smoothness, hold, shading, sheet, newTerritories);
    }

    /** λ² of the pass that runs or ran last, 0 without normals. */
    double lambda() {
        return shading.map(Shading::weight).orElse(0.0);
    }

    /** Whether the normals stored with the rest pose are solved for. */
    boolean solvesNormals() {
        return shading.isPresent() && !shading.get().holdsNormals();
    }

    /** The rest pose stays where it is for once. */
    PassTerms withStillRest() {
        return withRestPull(Double.POSITIVE_INFINITY).withSheet(Optional.empty());
    }
}
