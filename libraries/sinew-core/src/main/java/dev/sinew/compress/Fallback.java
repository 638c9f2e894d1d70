package dev.sinew.compress;

import dev.sinew.model.ModelInput;
import dev.sinew.model.SkinnedModel;
import dev.sinew.reduce.ReduceMethod;
import dev.sinew.reduce.ReduceOptions;
import dev.sinew.reduce.Reduction;
import dev.sinew.run.Progress;

/** The standard skin beside the two layers, for programs that do not know them. */
final class Fallback {
    /** What every engine plays. */
    private static final int INFLUENCES = 4;

    private Fallback() {}

    static SkinnedModel of(ModelInput input, int threads) {
        ReduceMethod method = input.examples().isPresent() ? ReduceMethod.GEOMETRY : ReduceMethod.LARGEST;
        return Reduction.of(input, new ReduceOptions(INFLUENCES, method, threads), Progress.SILENT)
                .model();
    }
}
