package dev.sinew.ops;

import dev.sinew.compress.CompressOptions;
import dev.sinew.compress.CompressResult;
import dev.sinew.compress.Compression;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.LinearFit;
import dev.sinew.fit.PartialFit;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialProblem;
import dev.sinew.handles.HandleModels;
import dev.sinew.linearize.Linearization;
import dev.sinew.linearize.LinearizeInput;
import dev.sinew.linearize.LinearizeOptions;
import dev.sinew.linearize.LinearizeResult;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.reduce.ModelInput;
import dev.sinew.reduce.ReduceOptions;
import dev.sinew.reduce.Reduction;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.RigResult;
import dev.sinew.rig.SkeletonRig;
import dev.sinew.run.Fitted;
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

    public static final Operation<ModelInput, CompressOptions, CompressResult> COMPRESS =
            new Operation<>("compress", "dense weights → two sparse layers", Compression::of);

    public static final Operation<ModelInput, ReduceOptions, Fitted<SkinnedModel>> REDUCE =
            new Operation<>("reduce", "many influences a vertex → few", Reduction::of);

    public static final Operation<LinearizeInput, LinearizeOptions, LinearizeResult> LINEARIZE =
            new Operation<>("linearize", "dual-quaternion rig → linear skinning with blend bones", Linearization::of);

    public static final Operation<HandleModels.Input, HandleModels.Options, HandleModels.Result> WEIGHTS =
            new Operation<>("weights", "mesh and handles → smooth weights, learnt from examples", HandleModels::of);

    private Operations() {}

    public static List<Operation<?, ?, ?>> all() {
        return List.of(FIT, REFIT, RIG, COMPRESS, REDUCE, LINEARIZE, WEIGHTS);
    }
}
