package dev.sinew.bench.kernel;

import dev.sinew.linearize.Linearization;
import dev.sinew.linearize.LinearizeInput;
import dev.sinew.linearize.LinearizeOptions;
import dev.sinew.linearize.TrainingFrames;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.run.Progress;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.skin.BlendBoneSkinning;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.operator.BonePose;
import dev.sinew.skin.operator.OperatorSkinning;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/** One frame of a character with each operator, and with linear skinning and ten blend bones (KCO09 Table 3). */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class OperatorsBenchmark {
    private static final int VERTICES = 8000;
    private static final int BLEND_BONES = 10;
    private static final int POSES = 12;

    /** The operators. */
    @Param({"LINEAR", "DUAL_QUATERNION", "SCALED_DUAL_QUATERNION", "ITERATIVE_DUAL_QUATERNION"})
    private SkinningOperator operator;

    private SkinnedModel model;
    private BoneMotion motion;
    private OperatorSkinning skinning;
    private BonePose pose;
    private LinearSkinning linear;
    private BlendBoneSkinning linearized;
    private double[] xyz;
    private int frame;

    @Setup
    public void setUp(BenchmarkParams benchmark) {
        model = Samples.modelNamed("biped").orElseThrow().make(VERTICES);
        motion = model.clips().get(0).motion();
        skinning = new OperatorSkinning(model, operator);
        pose = BonePose.of(operator, model.skeleton().pivots());
        linear = new LinearSkinning(model);
        xyz = new double[3 * model.vertexCount()];
        if (!benchmark.getBenchmark().endsWith("linearised")) {
            return;
        }
        BoneMotion training = TrainingFrames.motion(model.clips(), TrainingFrames.pick(model, model.clips(), POSES));
        LinearizedModel made = Linearization.linearize(
                        new LinearizeInput(model, training),
                        LinearizeOptions.defaults(new LinearizeOptions.BlendBones(BLEND_BONES))
                                .withOperator(operator),
                        Progress.SILENT)
                .fitted()
                .model();
        linearized = new BlendBoneSkinning(made.model(), made.blendBones());
    }

    /** Every vertex by the operator; linear skinning by its own evaluator. */
    @Benchmark
    public double[] direct() {
        frame = (frame + 1) % motion.frameCount();
        if (operator == SkinningOperator.LINEAR) {
            linear.positions(motion, frame, xyz);
        } else {
            pose.load(motion.matrices(), motion.offset(frame, 0));
            skinning.positions(pose, 0, model.vertexCount(), xyz);
        }
        return xyz;
    }

    /** Blend bones by the operator, vertices linearly. */
    @Benchmark
    public double[] linearised() {
        frame = (frame + 1) % motion.frameCount();
        linearized.positions(motion.matrices(), motion.offset(frame, 0), xyz);
        return xyz;
    }
}
