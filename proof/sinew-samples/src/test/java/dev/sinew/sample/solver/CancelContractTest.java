package dev.sinew.sample.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.compress.CompressOptions;
import dev.sinew.compress.Compression;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.LinearFit;
import dev.sinew.fit.PartialFit;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialProblem;
import dev.sinew.fit.Takes;
import dev.sinew.handles.HandleModels;
import dev.sinew.handles.LearningOptions;
import dev.sinew.handles.WeightsOptions;
import dev.sinew.linearize.Linearization;
import dev.sinew.linearize.LinearizeInput;
import dev.sinew.linearize.LinearizeOptions;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.model.ModelInput;
import dev.sinew.model.SkinnedModel;
import dev.sinew.reduce.ReduceMethod;
import dev.sinew.reduce.ReduceOptions;
import dev.sinew.reduce.Reduction;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.SkeletonRig;
import dev.sinew.run.CancelledException;
import dev.sinew.run.Progress;
import dev.sinew.sample.biped.Biped;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.sample.twist.TwistedBox;
import dev.sinew.skin.ClipFrames;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every solver, cancelled at any report, ends with a CancelledException and reports nothing more. */
class CancelContractTest {
    private static final MeshSequence POSES = new Mannequin().make(300, 8);
    private static final SkinnedModel BIPED = new Biped().make(300);
    private static final Clip WALK = BIPED.clips().get(0);
    private static final MeshSequence WALKED = ClipFrames.sequence(BIPED, WALK);

    static Stream<Arguments> capabilities() {
        return Stream.of(
                capability("fit", p -> LinearFit.fit(POSES, fit(new FitOptions.Bones(4)), p)),
                capability("fit to an error", p -> LinearFit.fit(POSES, fit(new FitOptions.Error(20)), p)),
                capability("fit of a rig", p -> partial(PartialOptions.Solve.BOTH, 0, p)),
                capability("fit of helper bones", p -> partial(PartialOptions.Solve.WEIGHTS, 1, p)),
                capability("rig", p -> SkeletonRig.rig(POSES, rig(), p)),
                capability("compress", p -> Compression.compress(ModelInput.of(BIPED), compress(), p)),
                capability("compress by examples", p -> Compression.compress(examples(), compress(), p)),
                capability("reduce, smooth", p -> Reduction.reduce(examples(), reduce(ReduceMethod.SMOOTH), p)),
                capability("reduce, poisson", p -> Reduction.reduce(examples(), reduce(ReduceMethod.POISSON), p)),
                capability("linearize", CancelContractTest::linearize),
                capability("weights on the surface", p -> weights(WeightsOptions.DomainChoice.SURFACE, false, p)),
                capability("weights in the volume", p -> weights(WeightsOptions.DomainChoice.VOLUME, false, p)),
                capability("weights by examples", p -> weights(WeightsOptions.DomainChoice.SURFACE, true, p)));
    }

    private static Arguments capability(String name, Consumer<Progress> run) {
        return Arguments.of(name, run);
    }

    private static FitOptions fit(FitOptions.Goal goal) {
        return FitOptions.defaults(goal).withMaxIterations(3).withThreads(1);
    }

    private static RigOptions rig() {
        return RigOptions.defaults().withClusters(8).withMaxIterations(3).withThreads(1);
    }

    private static CompressOptions compress() {
        return CompressOptions.defaults(new CompressOptions.VirtualBones(60))
                .withMaxIterations(3)
                .withThreads(1);
    }

    private static ReduceOptions reduce(ReduceMethod method) {
        return new ReduceOptions(2, method, 1);
    }

    private static ModelInput examples() {
        return ModelInput.of(BIPED).withExamples(WALK, WALKED);
    }

    private static void partial(PartialOptions.Solve solve, int helpers, Progress progress) {
        PartialFit.fit(
                PartialProblem.of(BIPED, Takes.of(WALKED)),
                PartialOptions.defaults(solve, BoneType.RIGID)
                        .withHelperBones(helpers)
                        .withInfluences(1)
                        .withMaxIterations(3)
                        .withThreads(1),
                progress);
    }

    private static void linearize(Progress progress) {
        SkinnedModel box = new TwistedBox().make(200);
        Linearization.linearize(
                new LinearizeInput(box, box.clips().get(0).motion()),
                LinearizeOptions.defaults(new LinearizeOptions.BlendBones(2)).withThreads(1),
                progress);
    }

    private static void weights(WeightsOptions.DomainChoice domain, boolean byExamples, Progress progress) {
        HandleSet handles = HandleSet.of(List.of(
                new Handle.Point("low", new double[] {0, 0.2, 0}), new Handle.Point("high", new double[] {0, 1.2, 0})));
        HandleModels.solve(
                new HandleModels.Input(BIPED.rest(), handles, byExamples ? Optional.of(WALKED) : Optional.empty()),
                new HandleModels.Options(
                        WeightsOptions.defaults()
                                .withDomain(domain)
                                .withResolution(10)
                                .withThreads(1),
                        LearningOptions.defaults().withMaxIterations(4).withThreads(1),
                        Optional.empty()),
                progress);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("capabilities")
    void cancelsAtAnyReport(String name, Consumer<Progress> run) {
        AtomicInteger heard = new AtomicInteger();
        run.accept(step -> {
            heard.incrementAndGet();
            return Progress.Answer.CONTINUE;
        });
        int reports = heard.get();
        assertThat(reports).as("reports of " + name).isPositive();
        for (int last : new int[] {1, 1 + reports / 2, reports}) {
            heard.set(0);
            assertThatThrownBy(() -> run.accept(step ->
                            heard.incrementAndGet() == last ? Progress.Answer.CANCEL : Progress.Answer.CONTINUE))
                    .as("%s cancelled at report %d of %d", name, last, reports)
                    .isInstanceOf(CancelledException.class);
            assertThat(heard).as("reports of " + name).hasValue(last);
        }
    }
}
