package dev.sinew.ops;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.LinearFit;
import dev.sinew.fit.PartialFit;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialProblem;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.RigResult;
import dev.sinew.rig.SkeletonRig;
import java.util.List;

/** Every operation, by name. */
public final class Operations {
    public static final Operation<MeshSequence, FitOptions, FitResult> FIT =
            new Operation<>("fit", "mesh sequence → linear blend skinning with few bones", LinearFit::of);

    public static final Operation<PartialProblem, PartialOptions, FitResult> REFIT = new Operation<>(
            "fit --from",
            "an existing rig → its weights, motion or both solved again, helper bones added",
            PartialFit::of);

    public static final Operation<MeshSequence, RigOptions, RigResult> RIG =
            new Operation<>("rig", "example poses → skeleton, joints, weights, motion", SkeletonRig::of);

    private Operations() {}

    public static List<Operation<?, ?, ?>> all() {
        return List.of(FIT, REFIT, RIG);
    }
}
