package dev.sinew.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.geometry.Interior;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Skeleton;
import dev.sinew.platform.Workers;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A ladder of rungs along x, symmetric about x = 0: weights determine counterparts, not centroids. */
class BoneSymmetryTest {
    private static final int RUNGS = 21;
    private static final MirrorPlane MIDDLE = new MirrorPlane(new double[] {1, 0, 0}, 0);

    private static final double[] ONES =
            IntStream.range(0, 2 * RUNGS).mapToDouble(i -> 1).toArray();

    private static Mesh ladder() {
        float[] p = new float[6 * RUNGS];
        int[] t = new int[6 * (RUNGS - 1)];
        for (int i = 0; i < RUNGS; i++) {
            p[6 * i] = i - RUNGS / 2;
            p[6 * i + 3] = i - RUNGS / 2;
            p[6 * i + 4] = 1;
        }
        for (int k = 0; k < RUNGS - 1; k++) {
            int[] two = {2 * k, 2 * k + 2, 2 * k + 1, 2 * k + 1, 2 * k + 2, 2 * k + 3};
            System.arraycopy(two, 0, t, 6 * k, 6);
        }
        return Mesh.ofTriangles(p, t);
    }

    /** @param bones one per rung */
    private static int[] parts(int... bones) {
        return BoneSymmetry.byRegion(mirrored(), 1, state(bones), ONES, 4);
    }

    private static int[] mirrored() {
        Mesh mesh = ladder();
        try (Workers one = new Workers(1)) {
            return MIDDLE.vertexImages(mesh.positions(), new Interior(mesh), one);
        }
    }

    /** The bone of each vertex. */
    private static int[] state(int... bones) {
        return IntStream.range(0, 2 * RUNGS).map(i -> bones[i / 2]).toArray();
    }

    @Test
    void pairsLimbsAndTheTrunkWithItself() {
        assertThat(parts(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 3, 2, 2, 2, 2, 2, 2))
                .containsExactly(2, 1, 0, Skeleton.NONE);
    }

    /** Bone 3 has one rung next to the plane: a hundredth of the length away from it, but on one side only. */
    @Test
    void aBoneBesideThePlaneIsNotItsOwnCounterpart() {
        assertThat(parts(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 3, 1, 1, 1, 2, 2, 2, 2, 2, 2))
                .containsExactly(2, 1, 0, Skeleton.NONE);
    }

    /** The left limb is bone 0 and, near the trunk, bone 3; the counterpart of bone 2 is bone 0. */
    @Test
    void twoBonesDoNotShareACounterpart() {
        assertThat(parts(0, 0, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2))
                .containsExactly(2, 1, 0, Skeleton.NONE);
    }

    @Test
    void aBoneAcrossThePlaneIsItsOwnCounterpart() {
        assertThat(parts(0, 0, 0, 0, 0, 0, 1, 1, 1, 3, 3, 3, 1, 1, 1, 2, 2, 2, 2, 2, 2))
                .containsExactly(2, 1, 0, 3);
    }

    /** Bone 3 has three of its seven rungs on both sides of the plane, bone 1 none: only bone 3 is across. */
    @Test
    void anUnpairedBoneAcrossThePlaneIsItsOwnCounterpart() {
        int[] lopsided = {0, 0, 0, 0, 0, 0, 1, 0, 2, 3, 3, 3, 3, 3, 3, 3, 1, 1, 2, 2, 2};
        int[] alone = parts(lopsided);
        assertThat(alone[3]).isEqualTo(Skeleton.NONE);
        assertThat(alone[1]).isEqualTo(Skeleton.NONE);
        int[] all = BoneSymmetry.withThoseAcross(alone, mirrored(), 1, state(lopsided), ONES);
        assertThat(all[3]).isEqualTo(3);
        assertThat(all[1]).isEqualTo(Skeleton.NONE);
    }
}
