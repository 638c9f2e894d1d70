package dev.sinew.solve.pass;

import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.rest.RestMembrane;
import dev.sinew.solve.weights.RegionConnectivity;
import dev.sinew.solve.weights.Smoothness;
import dev.sinew.solve.weights.WeightPrior;
import java.util.Optional;

/**
 * The terms of a pass besides the trajectories.
 *
 * @param restPull weight of staying near the given rest pose, compared to F for a vertex under rotations; infinite keeps it
 * @param smoothness penalises different weights of neighbours
 * @param hold keeps weights near their initial values
 * @param shading weights normals
 * @param connectivity keeps regions connected
 * @param membrane moves the rest pose as a membrane instead of vertex by vertex
 */
public record PassTerms(
        double restPull,
        Optional<Smoothness> smoothness,
        Optional<WeightPrior> hold,
        Optional<Shading> shading,
        Optional<RestMembrane> membrane,
        Optional<RegionConnectivity> connectivity) {
    public static PassTerms ofRestPull(double restPull) {
        return new PassTerms(
                restPull, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public PassTerms withRestPull(double newPull) {
        return new PassTerms(newPull, smoothness, hold, shading, membrane, connectivity);
    }

    public PassTerms withSmoothness(Optional<Smoothness> newSmoothness) {
        return new PassTerms(restPull, newSmoothness, hold, shading, membrane, connectivity);
    }

    public PassTerms withHold(Optional<WeightPrior> newHold) {
        return new PassTerms(restPull, smoothness, newHold, shading, membrane, connectivity);
    }

    public PassTerms withShading(Optional<Shading> newShading) {
        return new PassTerms(restPull, smoothness, hold, newShading, membrane, connectivity);
    }

    public PassTerms withMembrane(Optional<RestMembrane> newSheet) {
        return new PassTerms(restPull, smoothness, hold, shading, newSheet, connectivity);
    }

    public PassTerms withConnectivity(Optional<RegionConnectivity> newTerritories) {
        return new PassTerms(restPull, smoothness, hold, shading, membrane, newTerritories);
    }

    /** λ² of the current or last pass, 0 without normals. */
    double lambda() {
        return shading.map(Shading::weight).orElse(0.0);
    }

    /** Whether the normals stored with the rest pose are solved. */
    boolean solvesNormals() {
        return shading.isPresent() && !shading.get().keepsNormals();
    }

    /** The same terms with a fixed rest pose. */
    PassTerms withStillRest() {
        return withRestPull(Double.POSITIVE_INFINITY).withMembrane(Optional.empty());
    }
}
