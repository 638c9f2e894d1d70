package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.Synthetic;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many shells on few bones: bones that can scale never end worse than rigid ones. */
class BestBoneTypeTest extends FitCases {
    private static final int SHELLS = 200;
    private static final int GROUPS = 4;
    private static final int FRAMES = 12;

    /** Tetrahedra spread over a cube; each belongs to one of four groups that move independently. */
    private static MeshSequence shells(long seed) {
        Random random = new Random(seed);
        float[] corners = {0, 0, 0, 0.05f, 0, 0, 0, 0.05f, 0, 0, 0, 0.05f};
        int[] sides = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
        float[] positions = new float[12 * SHELLS];
        int[] triangles = new int[12 * SHELLS];
        int[] groups = random.ints(SHELLS, 0, GROUPS).toArray();
        for (int s = 0; s < SHELLS; s++) {
            float[] centre = {random.nextFloat() - 0.5f, random.nextFloat() - 0.5f, random.nextFloat() - 0.5f};
            for (int k = 0; k < 12; k++) {
                positions[12 * s + k] = 2 * centre[k % 3] + corners[k];
                triangles[12 * s + k] = 4 * s + sides[k];
            }
        }
        float[][] frames = new float[FRAMES][];
        for (int f = 0; f < FRAMES; f++) {
            frames[f] = positions.clone();
            for (int i = 0; i < positions.length / 3; i++) {
                move(frames[f], 3 * i, groups[i / 4], f);
            }
        }
        return Synthetic.sequence(Mesh.ofTriangles(positions, triangles), frames);
    }

    /** Every group rotates about its own axis at its own speed. */
    private static void move(float[] xyz, int at, int group, int f) {
        int a = at + group % 3;
        int b = at + (group + 1) % 3;
        double angle = (group < 2 ? 0.1 : -0.07) * f;
        double x = xyz[a];
        double y = xyz[b];
        xyz[a] = (float) (x * Math.cos(angle) - y * Math.sin(angle) + 0.02 * group * f);
        xyz[b] = (float) (x * Math.sin(angle) + y * Math.cos(angle) - 0.03 * f);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void scalingBonesAreNeverWorse(long seed) {
        MeshSequence sequence = shells(seed);
        double rigid = erms(fit(sequence, bones(GROUPS).withBoneType(BoneType.RIGID)), sequence);
        double similar = erms(fit(sequence, bones(GROUPS).withBoneType(BoneType.SIMILARITY)), sequence);
        assertThat(similar).isLessThanOrEqualTo(rigid * (1 + 1e-6));
    }

    /** Affine bones could settle on a mixture of groups. The error vanishes for positions and is invisible with normals. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void affineBonesSeparateTheGroups(long seed) {
        MeshSequence sequence = shells(seed);
        assertThat(erms(fit(sequence, bones(GROUPS).withShading(0)), sequence)).isLessThan(1e-3);
        assertThat(erms(fit(sequence, bones(GROUPS)), sequence)).isLessThan(0.1);
    }
}
