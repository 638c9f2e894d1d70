package dev.sinew.ops;

import dev.sinew.fit.AffineFit;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.linearize.Linearization;
import dev.sinew.linearize.LinearizeInput;
import dev.sinew.linearize.LinearizeOptions;
import dev.sinew.linearize.LinearizeResult;
import dev.sinew.mesh.MeshSequence;
import java.util.List;

/** Every operation, by name. */
public final class Operations {
    public static final Operation<MeshSequence, FitOptions, FitResult> FIT =
            new Operation<>("fit", "mesh sequence → linear blend skinning with few bones", AffineFit::of);

    public static final Operation<LinearizeInput, LinearizeOptions, LinearizeResult> LINEARIZE =
            new Operation<>("linearize", "dual-quaternion rig → linear skinning with blend bones", Linearization::of);

    private Operations() {}

    public static List<Operation<?, ?, ?>> all() {
        return List.of(FIT, LINEARIZE);
    }
}
