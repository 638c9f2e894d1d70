package dev.sinew.sample.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.edit.SkeletonLod;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.mannequin.Mannequin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Levels of detail of a symmetric figure with end joints. */
class SkeletonLodTest {
    private static final SkinnedModel FIGURE = withEnds(new Mannequin().rigged(500, 9));

    /** Adds an end joint to every limb. */
    private static SkinnedModel withEnds(SkinnedModel model) {
        Skeleton own = model.skeleton();
        int[] leaves = IntStream.range(0, own.boneCount())
                .filter(j -> Arrays.stream(own.parents()).noneMatch(p -> p == j))
                .toArray();
        int n = own.boneCount() + leaves.length;
        List<String> names = new ArrayList<>(own.names());
        int[] parents = Arrays.copyOf(own.parents(), n);
        BoneMotion before = model.clips().get(0).motion();
        double[] matrices = new double[before.frameCount() * n * BoneMotion.STRIDE];
        BoneMotion after = new BoneMotion(n, before.frameCount(), matrices);
        for (int k = 0; k < leaves.length; k++) {
            names.add(own.names().get(leaves[k]) + "_end");
            parents[own.boneCount() + k] = leaves[k];
        }
        for (int f = 0; f < before.frameCount(); f++) {
            for (int j = 0; j < n; j++) {
                int as = j < own.boneCount() ? j : parents[j];
                System.arraycopy(
                        before.matrices(), before.offset(f, as), matrices, after.offset(f, j), BoneMotion.STRIDE);
            }
        }
        Clip clip = model.clips().get(0);
        return new SkinnedModel(
                model.rest(),
                model.weights(),
                new Skeleton(names, parents, Arrays.copyOf(own.pivots(), 3 * n)),
                model.boneType(),
                List.of(new Clip(clip.name(), clip.framesPerSecond(), after)));
    }

    private static Set<String> moving(SkinnedModel model) {
        double[] totals = model.weights().totals(model.boneCount());
        return IntStream.range(0, totals.length)
                .filter(j -> totals[j] > 0)
                .mapToObj(model.skeleton().names()::get)
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 15, 12, 11, 10, 7, 4})
    void removesSymmetricBonesTogether(int count) {
        SkinnedModel fewer = SkeletonLod.reduce(FIGURE, count);
        Set<String> names = moving(fewer);
        assertThat(names).hasSize(count);
        assertThat(FIGURE.skeleton().names()).containsAll(fewer.skeleton().names());
        for (String name : names) {
            assertThat(names)
                    .contains(name.contains("left") ? name.replace("left", "right") : name.replace("right", "left"));
        }
    }

    /** End joints follow shortened limbs and are removed with removed limbs. */
    @ParameterizedTest
    @ValueSource(ints = {15, 12, 10, 4})
    void remainingLimbsKeepTheirEndJoints(int count) {
        SkinnedModel fewer = SkeletonLod.reduce(FIGURE, count);
        Skeleton skeleton = fewer.skeleton();
        Set<String> names = moving(fewer);
        for (int j = 0; j < skeleton.boneCount(); j++) {
            String name = skeleton.names().get(j);
            int own = j;
            List<String> children = IntStream.range(0, skeleton.boneCount())
                    .filter(c -> skeleton.parents()[c] == own)
                    .mapToObj(skeleton.names()::get)
                    .toList();
            if (names.contains(name) && (name.contains("left") || name.contains("right"))) {
                assertThat(children).as(name).isNotEmpty();
            }
            boolean ends = children.stream().anyMatch(child -> child.endsWith("_end"));
            assertThat(children).as(name).hasSizeLessThanOrEqualTo(ends ? 1 : 9);
        }
    }

    /** Each level of detail is a subset of the one before. */
    @Test
    void keepsTheMostImportantBones() {
        SkinnedModel twelve = SkeletonLod.reduce(FIGURE, 12);
        SkinnedModel six = SkeletonLod.reduce(twelve, 6);
        assertThat(moving(twelve)).hasSize(12);
        assertThat(moving(six)).hasSize(6);
        assertThat(moving(twelve)).containsAll(moving(six));
        assertThat(moving(six)).contains(FIGURE.skeleton().names().get(0));
    }

    @Test
    void oneBoneIsTheRootAndLargeCountsChangeNothing() {
        assertThat(moving(SkeletonLod.reduce(FIGURE, 1)))
                .containsExactly(FIGURE.skeleton().names().get(0));
        assertThat(SkeletonLod.reduce(FIGURE, 99)).isSameAs(FIGURE);
        assertThat(FIGURE.movingBoneCount()).isLessThan(FIGURE.boneCount());
    }
}
