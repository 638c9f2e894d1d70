package dev.sinew.sample.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.LinearFit;
import dev.sinew.fit.PartialFit;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialProblem;
import dev.sinew.fit.Takes;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.skin.LinearSkinning;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Important vertices have smaller errors. */
class ImportanceTest {
    private static final MeshSequence FLAG = Samples.named("flag").orElseThrow().make(600, 20);

    private static double[] corner(double inside) {
        float[] u = FLAG.rest().positions();
        double[] values = new double[FLAG.vertexCount()];
        Arrays.setAll(values, i -> isInside(u, i) ? inside : 1);
        return values;
    }

    private static boolean isInside(float[] u, int i) {
        double middle = 0;
        for (int k = 0; k < u.length; k += 3) {
            middle += u[k] / (u.length / 3.0);
        }
        return u[3 * i] > middle;
    }

    private static SkinnedModel fitted(BoneType type, Optional<Importance> importance) {
        FitOptions options = FitOptions.defaults(new FitOptions.Bones(5))
                .withBoneType(type)
                .withThreads(2)
                .withImportance(importance);
        return LinearFit.fit(FLAG, options, Progress.SILENT).fitted().model();
    }

    private static double squaredInside(SkinnedModel model) {
        double sum = 0;
        double[] x = new double[3 * FLAG.vertexCount()];
        float[] u = FLAG.rest().positions();
        for (int f = 0; f < FLAG.frameCount(); f++) {
            new LinearSkinning(model).positions(model.clips().get(0).motion(), f, x);
            float[] v = FLAG.frame(f);
            for (int k = 0; k < x.length; k++) {
                sum += isInside(u, k / 3) ? (x[k] - v[k]) * (x[k] - v[k]) : 0;
            }
        }
        return sum;
    }

    @ParameterizedTest
    @EnumSource(
            value = BoneType.class,
            names = {"AFFINE", "RIGID"})
    void importanceLowersTheError(BoneType type) {
        double alike = squaredInside(fitted(type, Optional.empty()));
        double weighed = squaredInside(fitted(type, Optional.of(Importance.of(corner(100)))));
        assertThat(weighed).isLessThan(0.8 * alike);
    }

    /** Existing bones use importance as well: with fewer influences than before, weights have to be chosen. */
    @Test
    void existingBonesUseImportance() {
        SkinnedModel start = fitted(BoneType.AFFINE, Optional.empty());
        PartialOptions options = PartialOptions.defaults(PartialOptions.Solve.BOTH, BoneType.AFFINE)
                .withInfluences(2)
                .withThreads(2);
        PartialProblem problem = PartialProblem.of(start, Takes.of(FLAG));
        double alike = squaredInside(
                PartialFit.fit(problem, options, Progress.SILENT).fitted().model());
        PartialOptions weighed = options.withImportance(Optional.of(Importance.of(corner(100))));
        assertThat(squaredInside(PartialFit.fit(problem, weighed, Progress.SILENT)
                        .fitted()
                        .model()))
                .isLessThan(0.9 * alike);
    }

    /** The scale of the numbers does not matter. */
    @Test
    void uniformImportanceChangesNothing() {
        double[] three = new double[FLAG.vertexCount()];
        Arrays.fill(three, 3);
        SkinnedModel plain = fitted(BoneType.AFFINE, Optional.empty());
        SkinnedModel alike = fitted(BoneType.AFFINE, Optional.of(Importance.of(three)));
        assertThat(alike.weights().weights()).isEqualTo(plain.weights().weights());
        assertThat(alike.clips().get(0).motion().matrices())
                .isEqualTo(plain.clips().get(0).motion().matrices());
        assertThat(alike.rest().positions()).isEqualTo(plain.rest().positions());
    }

    @Test
    void rejectsInvalidNumbers() {
        rejected(() -> Importance.of(new double[] {1, -1}), "the importance of vertex 1 is -1.0");
        rejected(() -> Importance.of(new double[] {1, Double.NaN}), "vertex 1 is NaN");
        rejected(() -> Importance.of(new double[2]), "all vertices is 0");
        rejected(
                () -> fitted(BoneType.AFFINE, Optional.of(Importance.of(new double[] {1, 2}))),
                "2 importance values for " + FLAG.vertexCount() + " vertices");
    }

    private static void rejected(Runnable work, String sentence) {
        assertThatThrownBy(work::run).isInstanceOf(InvalidInputException.class).hasMessageContaining(sentence);
    }
}
