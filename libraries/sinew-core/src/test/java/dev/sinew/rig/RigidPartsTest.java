package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import dev.sinew.solve.pass.SolverInput;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tube of three bones of length 1, blended across the seams: how many bones are found, and what they explain. */
class RigidPartsTest {
    private static final int SIDES = 10;
    private static final int RINGS_PER_BONE = 16;
    private static final int BONES = 3;
    private static final int RINGS = BONES * RINGS_PER_BONE + 1;
    private static final int FRAMES = 12;

    /** Half the length along which weights pass from one bone to the next. */
    private static final double SEAM = 0.15;

    private static Mesh tube() {
        float[] p = new float[3 * RINGS * SIDES];
        int[] t = new int[6 * (RINGS - 1) * SIDES];
        int at = 0;
        for (int i = 0; i < RINGS * SIDES; i++) {
            double angle = 2 * Math.PI * (i % SIDES) / SIDES;
            p[3 * i] = i / SIDES / (float) RINGS_PER_BONE;
            p[3 * i + 1] = (float) (0.2 * Math.cos(angle));
            p[3 * i + 2] = (float) (0.2 * Math.sin(angle));
            int next = i / SIDES * SIDES + (i + 1) % SIDES;
            for (int corner : i / SIDES < RINGS - 1
                    ? new int[] {i, next, i + SIDES, next, next + SIDES, i + SIDES}
                    : new int[0]) {
                t[at++] = corner;
            }
        }
        return Mesh.ofTriangles(p, t);
    }

    /** Hinges at x = 1, 2 … that turn by random angles. */
    private static float[][] hinged(Mesh rest) {
        Random random = new Random(5);
        float[][] frames = new float[FRAMES][];
        for (int f = 0; f < FRAMES; f++) {
            double[] angle = new double[BONES];
            double[][] place = new double[BONES][2];
            for (int j = 0; j < BONES; j++) {
                angle[j] = (j == 0 ? 0 : angle[j - 1]) + random.nextGaussian() * 0.5;
                if (j > 0) {
                    place[j][0] = place[j - 1][0] + Math.cos(angle[j - 1]);
                    place[j][1] = place[j - 1][1] + Math.sin(angle[j - 1]);
                }
            }
            float[] p = rest.positions().clone();
            for (int i = 0; i < p.length; i += 3) {
                double x = rest.positions()[i];
                double y = rest.positions()[i + 1];
                double moved = 0;
                double up = 0;
                for (int j = 0; j < BONES; j++) {
                    double w = weight(x, j);
                    moved += w * (place[j][0] + Math.cos(angle[j]) * (x - j) - Math.sin(angle[j]) * y);
                    up += w * (place[j][1] + Math.sin(angle[j]) * (x - j) + Math.cos(angle[j]) * y);
                }
                p[i] = (float) moved;
                p[i + 1] = (float) up;
            }
            frames[f] = p;
        }
        return frames;
    }

    private static double weight(double x, int bone) {
        return (bone > 0 ? passed(x - bone) : 1) - (bone < BONES - 1 ? passed(x - bone - 1) : 0);
    }

    /** From 0 to 1 across a seam at 0. */
    private static double passed(double x) {
        return Math.max(0, Math.min(1, 0.5 + x / (2 * SEAM)));
    }

    /** Waves along the tube: no two vertices move rigidly together. */
    private static float[][] waves(Mesh rest) {
        float[][] frames = new float[FRAMES][];
        for (int f = 0; f < FRAMES; f++) {
            frames[f] = rest.positions().clone();
            for (int i = 0; i < frames[f].length; i += 3) {
                frames[f][i + 1] += (float) (0.3 * Math.sin(7 * rest.positions()[i] + f));
                frames[f][i + 2] += (float) (0.3 * Math.sin(11 * rest.positions()[i] + 2 * f));
            }
        }
        return frames;
    }

    private static RigidParts find(Mesh rest, float[][] frames, double coarseness) {
        MeshSequence sequence = new MeshSequence("tube", rest, FrameSource.of(frames), 24);
        SolverInput input = SolverInput.of(sequence, 0, Workers.CALLER);
        NormalisedSequence poses = new NormalisedSequence(input.sequence());
        RigOptions options = RigOptions.defaults();
        ReducedSequence reduced = ReducedSequence.of(
                poses, input.importance(), ReducedSequence.DEFAULT_LOSS, 30, options.seed(), Workers.CALLER);
        RigProblem problem = new RigProblem(input.sequence(), poses, reduced, options, Progress.SILENT, Workers.CALLER);
        return RigidParts.find(problem, 20, coarseness);
    }

    @Test
    void findsTheBonesOfTheTubeAndNoOthers() {
        Mesh rest = tube();
        RigidParts parts = find(rest, hinged(rest), 1);
        assertThat(parts.boneCount()).isEqualTo(BONES);
        assertThat(parts.exactShare()).isGreaterThan(0.95);
        assertThat(parts.areExact()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 100})
    void theUnitDoesNotMatter(double unit) {
        Mesh rest = tube();
        float[][] frames = hinged(rest);
        for (float[] frame : frames) {
            scale(frame, unit);
        }
        float[] positions = rest.positions().clone();
        scale(positions, unit);
        RigidParts parts = find(rest.withPositions(positions), frames, 1);
        assertThat(parts.boneCount()).isEqualTo(BONES);
        assertThat(parts.exactShare()).isCloseTo(find(rest, hinged(rest), 1).exactShare(), within(1e-3));
    }

    private static void scale(float[] positions, double unit) {
        for (int k = 0; k < positions.length; k++) {
            positions[k] *= (float) unit;
        }
    }

    @Test
    void aBoneThatCostsMoreThanItGainsIsNotAdded() {
        Mesh rest = tube();
        assertThat(find(rest, hinged(rest), 1000).boneCount()).isLessThan(BONES);
    }

    @Test
    void wavesAreNotMovedByBones() {
        Mesh rest = tube();
        assertThat(find(rest, waves(rest), 1).areExact()).isFalse();
    }

    @Test
    void verticesCountByTheFacesAroundThem() {
        // A triangle of area 0.5 and one of area 2, both at vertices 1 and 2; 1 on average.
        Mesh two = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0}, new int[] {0, 1, 2, 1, 3, 2});
        double[] areas = RigidParts.areas(two);
        assertThat(areas[0]).isCloseTo(4 * 0.5 / 7.5, within(1e-5));
        assertThat(areas[1]).isCloseTo(4 * 2.5 / 7.5, within(1e-5));
        assertThat(areas[3]).isCloseTo(4 * 2 / 7.5, within(1e-5));
    }
}
