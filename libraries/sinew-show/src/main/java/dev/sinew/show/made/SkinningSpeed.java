package dev.sinew.show.made;

import dev.sinew.job.LinearizeMade;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.show.view.Fact;
import dev.sinew.skin.BlendBoneSkinning;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.operator.BonePose;
import dev.sinew.skin.operator.OperatorSkinning;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;

/**
 * Milliseconds a frame of the readable evaluators, on one thread and this machine (KCO09 Table 3 for one's own character).
 */
record SkinningSpeed(double linear, double nonlinear, double linearized, SkinningOperator operator) {
    private static final long AT_LEAST_NANOS = 150_000_000;

    static SkinningSpeed of(LinearizeMade result, SkinningOperator operator) {
        SkinnedModel source = result.source();
        BoneMotion motion = result.shown().motion();
        double[] xyz = new double[3 * source.vertexCount()];
        LinearSkinning linear = new LinearSkinning(source);
        OperatorSkinning nonlinear = new OperatorSkinning(source, operator);
        BonePose pose = BonePose.of(operator, source.skeleton().pivots());
        LinearizedModel made = result.solved().fitted().model();
        BlendBoneSkinning linearized = new BlendBoneSkinning(made.model(), made.blendBones());
        int frames = motion.frameCount();
        return new SkinningSpeed(
                time(frames, f -> linear.positions(motion, f, xyz)),
                time(frames, f -> {
                    pose.load(motion.matrices(), motion.offset(f, 0));
                    nonlinear.positions(pose, 0, source.vertexCount(), xyz);
                }),
                time(frames, f -> linearized.positions(motion.matrices(), motion.offset(f, 0), xyz)),
                operator);
    }

    /** The better of two rounds: the first one is also the JIT's. */
    private static double time(int frames, IntConsumer frame) {
        double best = Double.POSITIVE_INFINITY;
        for (int round = 0; round < 2; round++) {
            long start = System.nanoTime();
            long spent = 0;
            int count = 0;
            while (spent < AT_LEAST_NANOS) {
                frame.accept(count++ % frames);
                spent = System.nanoTime() - start;
            }
            best = Math.min(best, 1e-6 * spent / count);
        }
        return best;
    }

    List<Fact> facts() {
        return List.of(
                Fact.of("linear skinning as it was", linear).in("ms"),
                Fact.of(operator.word().toUpperCase(Locale.ROOT), nonlinear).in("ms"),
                Fact.of("linearised", linearized).in("ms"));
    }
}
