package dev.sinew.edit;

import dev.sinew.model.SkinnedModel;
import java.util.stream.IntStream;

/** Bones that move something, unlike the joints that only end a limb. */
public final class MovingBones {
    private MovingBones() {}

    public static int count(SkinnedModel model) {
        double[] totals = model.weights().totals(model.boneCount());
        return (int)
                IntStream.range(0, totals.length).filter(j -> totals[j] > 0).count();
    }
}
