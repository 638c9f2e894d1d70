package dev.sinew.bench.kernel;

import dev.sinew.math.Affine3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.retarget.SkeletonPoser;
import dev.sinew.retarget.SkeletonPoser.Target;
import dev.sinew.sample.biped.Biped;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One pose of the biped (21 bones) after another: hips, hands, feet and head where its walk has them, between the keys. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SkeletonPoserBenchmark {
    private static final int FRAMES = 500;
    private static final List<String> JOINTS =
            List.of("hips", "hand_left", "hand_right", "foot_left", "foot_right", "head");

    private final List<List<Target>> frames = new ArrayList<>();
    private SkeletonPoser poser;
    private int at;

    @Setup
    public void setUp() {
        SkinnedModel model = new Biped().make(2000);
        Clip clip = model.clips().get(0);
        BoneMotion motion = clip.motion();
        for (int k = 0; k < FRAMES; k++) {
            double time = (double) k / FRAMES * (motion.frameCount() - 1);
            List<Target> targets = new ArrayList<>();
            for (String name : JOINTS) {
                int j = model.skeleton().names().indexOf(name);
                double[] c = model.skeleton().pivot(j);
                double[] p = new double[3];
                for (int r = 0; r < 3; r++) {
                    double before =
                            Affine3.row(motion.matrices(), motion.offset((int) time, j) + 4 * r, c[0], c[1], c[2]);
                    double after =
                            Affine3.row(motion.matrices(), motion.offset((int) time + 1, j) + 4 * r, c[0], c[1], c[2]);
                    p[r] = before + (time - (int) time) * (after - before);
                }
                targets.add(Target.ofJoint(name, p));
            }
            frames.add(targets);
        }
        poser = new SkeletonPoser(model);
    }

    @Benchmark
    public double[] solve() {
        at = (at + 1) % FRAMES;
        return poser.solve(frames.get(at));
    }
}
