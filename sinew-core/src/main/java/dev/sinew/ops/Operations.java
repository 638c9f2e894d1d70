package dev.sinew.ops;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.LinearFit;
import dev.sinew.mesh.MeshSequence;
import java.util.List;

/** Every operation, by name. */
public final class Operations {
    public static final Operation<MeshSequence, FitOptions, FitResult> FIT =
            new Operation<>("fit", "mesh sequence → linear blend skinning with few bones", LinearFit::of);

    private Operations() {}

    public static List<Operation<?, ?, ?>> all() {
        return List.of(FIT);
    }
}
