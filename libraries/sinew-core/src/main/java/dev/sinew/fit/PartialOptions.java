package dev.sinew.fit;

import dev.sinew.mesh.Importance;
import dev.sinew.model.BoneType;
import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import java.util.Objects;
import java.util.Optional;

/**
 * Options for improving an existing rig.
 *
 * @param solve what may change
 * @param helperBones number of bones to add, at least 0; their motion is always solved
 * @param boneType what the transforms of solved bones may contain
 * @param influences maximum weights per vertex, 1–16; locked vertices may have more
 * @param smooth LD14's ω, smoothness of weights between neighbouring vertices, 0–1000
 * @param shading weight of normals relative to positions, 0–1000 (default: 1; 0 ignores normals)
 * @param importance weight of each vertex in the error; empty if all are equal
 * @param effort the alternation stops when three iterations improve the error by less than {@code tolerance · (erms + 2)}
 */
public record PartialOptions(
        Solve solve,
        int helperBones,
        BoneType boneType,
        int influences,
        double smooth,
        double shading,
        Optional<Importance> importance,
        Effort effort)
        implements Effort.Options<PartialOptions> {
    /** What may change. */
    public enum Solve {
        /** Weights only; the motion stays. */
        WEIGHTS,
        /** Motion only; the weights stay. */
        MOTION,
        /** Weights and motion. */
        BOTH
    }

    public PartialOptions {
        Objects.requireNonNull(effort);
        Objects.requireNonNull(solve);
        Objects.requireNonNull(importance);
        Objects.requireNonNull(boneType);
        Limits.requireWithin("helperBones", helperBones, 0, FitOptions.MAX_BONES);
        if (helperBones > 0 && solve != Solve.WEIGHTS) {
            throw new IllegalArgumentException(
                    "helper bones need solved weights and leave other bones unchanged: solve " + solve + " must be "
                            + Solve.WEIGHTS);
        }
        Limits.requireWithin("influences", influences, 1, Limits.MAX_INFLUENCES);
        Limits.requireWithin("smooth", smooth, 0, Limits.MAX_SMOOTH);
        Limits.requireWithin("shading", shading, 0, FitOptions.MAX_SHADING);
    }

    /** Four influences, no helper bones, all processors. */
    public static PartialOptions defaults(Solve solve, BoneType boneType) {
        return new PartialOptions(
                solve,
                0,
                boneType,
                FitOptions.DEFAULT_INFLUENCES,
                FitOptions.DEFAULT_SMOOTH,
                FitOptions.DEFAULT_SHADING,
                Optional.empty(),
                Effort.of(FitOptions.DEFAULT_ITERATIONS, FitOptions.DEFAULT_TOLERANCE));
    }

    public PartialOptions withHelperBones(int newHelperBones) {
        return new PartialOptions(solve, newHelperBones, boneType, influences, smooth, shading, importance, effort);
    }

    public PartialOptions withInfluences(int newInfluences) {
        return new PartialOptions(solve, helperBones, boneType, newInfluences, smooth, shading, importance, effort);
    }

    public PartialOptions withSmooth(double newSmooth) {
        return new PartialOptions(solve, helperBones, boneType, influences, newSmooth, shading, importance, effort);
    }

    public PartialOptions withShading(double newShading) {
        return new PartialOptions(solve, helperBones, boneType, influences, smooth, newShading, importance, effort);
    }

    public PartialOptions withImportance(Optional<Importance> newImportance) {
        return new PartialOptions(solve, helperBones, boneType, influences, smooth, shading, newImportance, effort);
    }

    @Override
    public PartialOptions withEffort(Effort newEffort) {
        return new PartialOptions(solve, helperBones, boneType, influences, smooth, shading, importance, newEffort);
    }
}
