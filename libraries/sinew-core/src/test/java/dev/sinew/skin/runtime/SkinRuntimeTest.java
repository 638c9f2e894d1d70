package dev.sinew.skin.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import dev.sinew.QuietTest;
import dev.sinew.SkinZoo;
import dev.sinew.mesh.Normals;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.platform.Workers;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.TwoLayerSkinning;
import dev.sinew.skin.operator.OperatorSkinning;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every runtime against its reference implementation: both kernels, awkward sizes, one thread and three. */
class SkinRuntimeTest extends QuietTest {
    private static final List<Integer> SIZES = List.of(1, 13, 207, 4098);
    private static final int BONES = 17;

    /** Single precision, for meshes of size 2 that move by about their size. */
    private static final double TOLERANCE = 2e-5;

    static Stream<Arguments> cases() {
        return SIZES.stream()
                .flatMap(n -> Stream.of(new PlainSkinningKernels(), new VectorSkinningKernels())
                        .flatMap(kernels -> Stream.of(1, 3).map(threads -> Arguments.of(n, kernels, threads))));
    }

    private static final class Output {
        private final float[] positions;
        private final float[] normals;

        Output(SkinRuntime runtime, BoneMotion motion, int f) {
            positions = new float[3 * runtime.vertexCount()];
            normals = new float[3 * runtime.vertexCount()];
            runtime.pose(motion, f);
            runtime.surface(positions, normals);
            float[] alone = new float[positions.length];
            runtime.positions(alone);
            assertThat(alone).containsExactly(positions);
            runtime.normals(alone);
            assertThat(alone).containsExactly(normals);
        }

        void isNear(double[] wantedPositions, double[] wantedNormals) {
            for (int k = 0; k < positions.length; k++) {
                assertNear("position", k, positions[k], wantedPositions[k]);
                assertNear("normal", k, normals[k], wantedNormals[k]);
            }
        }

        private static void assertNear(String what, int k, double got, double wanted) {
            if (!(Math.abs(got - wanted) <= TOLERANCE)) {
                throw new AssertionError(what + " " + k + ": " + got + " instead of " + wanted);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void linearWithFourInfluences(int n, SkinningKernels kernels, int threads) {
        checkLinear(SkinZoo.model(n, BONES, 4), kernels, threads);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void linearWithTwoInfluences(int n, SkinningKernels kernels, int threads) {
        checkLinear(SkinZoo.model(n, BONES, 2), kernels, threads);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void dense(int n, SkinningKernels kernels, int threads) {
        checkLinear(SkinZoo.model(n, BONES, BONES), kernels, threads);
    }

    private static void checkLinear(SkinnedModel model, SkinningKernels kernels, int threads) {
        BoneMotion motion = model.clips().get(0).motion();
        LinearSkinning twin = new LinearSkinning(model);
        double[] positions = new double[3 * model.vertexCount()];
        double[] normals = new double[positions.length];
        try (Workers workers = new Workers(threads)) {
            LinearRuntime runtime = new LinearRuntime(model, kernels, workers);
            assertThat(runtime.kernelName()).isEqualTo(kernels.name());
            for (int f = 0; f < motion.frameCount(); f++) {
                twin.positions(motion, f, positions);
                twin.normals(motion, f, restNormals(model), normals);
                new Output(runtime, motion, f).isNear(positions, normals);
            }
        }
    }

    private static float[] restNormals(SkinnedModel model) {
        return Normals.ofVertices(model.rest(), model.rest().positions());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void twoLayers(int n, SkinningKernels kernels, int threads) {
        TwoLayerModel model = SkinZoo.twoLayer(n, BONES, Math.max(2, n / 8), 6);
        BoneMotion motion = model.fallback().clips().get(0).motion();
        TwoLayerSkinning twin = new TwoLayerSkinning(model);
        double[] positions = new double[3 * n];
        double[] normals = new double[3 * n];
        try (Workers workers = new Workers(threads)) {
            TwoLayerRuntime runtime = new TwoLayerRuntime(model, kernels, workers);
            for (int f = 0; f < motion.frameCount(); f++) {
                double[] virtual = twin.virtualBones(motion.matrices(), motion.offset(f, 0));
                twin.positions(virtual, 0, n, positions);
                twin.normals(virtual, restNormals(model.fallback()), normals);
                new Output(runtime, motion, f).isNear(positions, normals);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void dualQuaternions(int n, SkinningKernels kernels, int threads) {
        SkinnedModel model = SkinZoo.rigid(n, BONES, 4);
        BoneMotion motion = model.clips().get(0).motion();
        double[] positions = new double[3 * n];
        double[] normals = new double[3 * n];
        try (Workers workers = new Workers(threads)) {
            DualQuaternionRuntime runtime = new DualQuaternionRuntime(model, kernels, workers);
            for (int f = 0; f < motion.frameCount(); f++) {
                ReadableDualQuaternions.surface(model, motion, f, restNormals(model), positions, normals);
                new Output(runtime, motion, f).isNear(positions, normals);
            }
        }
    }

    @Test
    void dualQuaternionsKeepACommonScale() {
        SkinnedModel model = SkinZoo.rigid(207, BONES, 4);
        BoneMotion motion = model.clips().get(0).motion();
        double[] tiny = motion.matrices().clone();
        for (int k = 0; k < tiny.length; k++) {
            tiny[k] *= 0.01;
        }
        BoneMotion scaled = new BoneMotion(BONES, motion.frameCount(), tiny);
        double[] wanted = new double[3 * 207];
        new OperatorSkinning(model, SkinningOperator.DUAL_QUATERNION).positions(scaled, 1, 0, 207, wanted);
        try (Workers workers = new Workers(1)) {
            float[] positions = new Output(new DualQuaternionRuntime(model, workers), scaled, 1).positions;
            for (int k = 0; k < wanted.length; k++) {
                assertThat((double) positions[k]).isEqualTo(wanted[k], within(1e-7));
            }
        }
    }

    @Test
    void aSingleBoneMovesByItsMatrixInEveryRuntime() {
        SkinnedModel model = SkinZoo.rigid(207, 1, 1);
        BoneMotion motion = model.clips().get(0).motion();
        double[] wanted = new double[3 * 207];
        double[] normals = new double[3 * 207];
        new LinearSkinning(model).positions(motion, 1, wanted);
        new LinearSkinning(model).normals(motion, 1, restNormals(model), normals);
        try (Workers workers = new Workers(1)) {
            new Output(new LinearRuntime(model, workers), motion, 1).isNear(wanted, normals);
            new Output(new DualQuaternionRuntime(model, workers), motion, 1).isNear(wanted, normals);
        }
    }

    @Test
    void resultsDoNotDependOnThreads() {
        TwoLayerModel model = SkinZoo.twoLayer(4098, BONES, 512, 6);
        BoneMotion motion = model.fallback().clips().get(0).motion();
        for (SkinningKernels kernels : List.of(new PlainSkinningKernels(), new VectorSkinningKernels())) {
            float[][] outputs = new float[3][];
            for (int threads = 1; threads <= 3; threads++) {
                try (Workers workers = new Workers(threads)) {
                    outputs[threads - 1] =
                            new Output(new TwoLayerRuntime(model, kernels, workers), motion, 2).positions;
                }
            }
            assertThat(outputs[1]).containsExactly(outputs[0]);
            assertThat(outputs[2]).containsExactly(outputs[0]);
        }
    }

    @Test
    void aFrameAllocatesNothing() {
        SkinnedModel linear = SkinZoo.model(4098, BONES, 4);
        SkinnedModel rigid = SkinZoo.rigid(4098, BONES, 4);
        TwoLayerModel two = SkinZoo.twoLayer(4098, BONES, 512, 6);
        try (Workers workers = new Workers(1)) {
            SkinningKernels plain = new PlainSkinningKernels();
            checkAllocations(linear, m -> new LinearRuntime(m, plain, workers));
            checkAllocations(rigid, m -> new DualQuaternionRuntime(m, plain, workers));
            checkAllocations(two.fallback(), m -> new TwoLayerRuntime(two, plain, workers));
        }
    }

    private static void checkAllocations(SkinnedModel model, Function<SkinnedModel, SkinRuntime> make) {
        SkinRuntime runtime = make.apply(model);
        BoneMotion motion = model.clips().get(0).motion();
        float[] positions = new float[3 * model.vertexCount()];
        float[] normals = new float[positions.length];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = 0;
        for (int f = 0; f < 40; f++) {
            if (f == 20) {
                before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            }
            runtime.pose(motion, f % motion.frameCount());
            runtime.surface(positions, normals);
        }
        // The bean itself allocates a few bytes; twenty frames of one object each would allocate more.
        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(allocated).isLessThan(20 * 16);
    }

    /** The tests' JVM is started with the module. */
    @Test
    void usesTheVectorApiIfAvailable() {
        assertThat(SkinningKernels.best().name()).isEqualTo("vector");
    }

    @Test
    void rejectsArraysThatAreTooShort() {
        try (Workers workers = new Workers(1)) {
            LinearRuntime runtime = new LinearRuntime(SkinZoo.model(13, 3, 2), workers);
            assertThatThrownBy(() -> runtime.positions(new float[38]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("38 numbers for 13 vertices");
        }
    }
}
