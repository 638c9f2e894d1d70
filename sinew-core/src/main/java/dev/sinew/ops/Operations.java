package dev.sinew.ops;

import dev.sinew.fit.AffineFit;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.handles.HandleModels;
import dev.sinew.mesh.MeshSequence;
import java.util.List;

/** Every operation, by name. */
public final class Operations {
    public static final Operation<MeshSequence, FitOptions, FitResult> FIT =
            new Operation<>("fit", "mesh sequence → linear blend skinning with few bones", AffineFit::of);

    public static final Operation<HandleModels.Input, HandleModels.Options, HandleModels.Result> WEIGHTS =
            new Operation<>("weights", "mesh and handles → smooth weights, learnt from examples", HandleModels::of);

    private Operations() {}

    public static List<Operation<?, ?, ?>> all() {
        return List.of(FIT, WEIGHTS);
    }
}
