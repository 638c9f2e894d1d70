package dev.sinew.compress;

import dev.sinew.model.ModelInput;
import dev.sinew.run.Progress;

/** Dense weights in two sparse layers, in one line. */
public final class Compression {
    private Compression() {}

    public static CompressResult of(ModelInput input, CompressOptions options, Progress progress) {
        return new CompressionSolver(input, options, progress).solve();
    }
}
