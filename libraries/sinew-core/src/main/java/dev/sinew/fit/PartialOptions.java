package dev.sinew.fit;

import dev.sinew.mesh.Importance;
import dev.sinew.model.BoneType;
import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import java.util.Objects;
import java.util.Optional;

/**
 * What is to become of a rig that exists already.
 *
 * @param solve what may change
 * @param helperBones how many bones to add; their motion is solved for whatever {@code solve} says, at least 0
 * @param boneType what bones that are solved for may do
 * @param influences most weights a vertex may have, 1 to 16; those of locked vertices may be more
 * @param smooth LD14's ω, how much neighbouring vertices want the same weights, 0 to 1000
 * @param shading how much normals weigh beside positions, 0 to 1000: 0 not at all, 1 as usual
 * @param importance how much each vertex counts; all alike without
 * @param effort its loop is the alternation, which ends when three steps gain less than the tolerance's part of {@code erms + 2}
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
        /** Weights; bones move as they do. */
        WEIGHTS,
        /** The motion of the bones; weights stay. */
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
            throw new IllegalArgumentException("helper bones need weights and leave the other bones alone: solve "
                    + solve + " must be " + Solve.WEIGHTS);
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
