package dev.sinew.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.Mesh;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells of boxes and balls, known by their centres. */
class VoxelsTest {
    private static final int[] BOX_FACES = {
        0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7, 3
    };

    private static final double[] ORIGIN = {-1, 2, 0.5};
    private static final int[] SIZE = {9, 7, 8};
    private static final double SPACING = 0.5;

    private static float[] boxCorners(double[] low, double[] high) {
        float[] xyz = new float[24];
        for (int i = 0; i < 8; i++) {
            boolean far = i % 4 == 1 || i % 4 == 2;
            xyz[3 * i] = (float) (far ? high[0] : low[0]);
            xyz[3 * i + 1] = (float) (i % 4 > 1 ? high[1] : low[1]);
            xyz[3 * i + 2] = (float) (i > 3 ? high[2] : low[2]);
        }
        return xyz;
    }

    private static double centre(int cell, int axis) {
        return ORIGIN[axis] + (cell + 0.5) * SPACING;
    }

    private interface Inside {
        boolean test(double x, double y, double z);
    }

    private static void check(Voxels voxels, Inside inside) {
        for (int z = 0; z < SIZE[2]; z++) {
            for (int y = 0; y < SIZE[1]; y++) {
                for (int x = 0; x < SIZE[0]; x++) {
                    assertThat(voxels.isInside(voxels.index(x, y, z)))
                            .as("cell %d %d %d", x, y, z)
                            .isEqualTo(inside.test(centre(x, 0), centre(y, 1), centre(z, 2)));
                }
            }
        }
    }

    private static final double[] LOW = {-0.4, 2.6, 1.1};
    private static final double[] HIGH = {2.4, 4.6, 3.9};

    private static boolean inBox(double x, double y, double z) {
        return x > LOW[0] && x < HIGH[0] && y > LOW[1] && y < HIGH[1] && z > LOW[2] && z < HIGH[2];
    }

    @Test
    void marksCellsWithCentresInsideABox() {
        Mesh box = Mesh.ofTriangles(boxCorners(LOW, HIGH), BOX_FACES);
        Voxels voxels = Voxels.of(box, ORIGIN, SIZE, SPACING);
        check(voxels, VoxelsTest::inBox);
        assertThat(voxels.size()).containsExactly(SIZE);
        assertThat(voxels.origin()).containsExactly(ORIGIN);
        assertThat(voxels.spacing()).isEqualTo(SPACING);
    }

    @Test
    void faceOrientationDoesNotMatter() {
        int[] inwards = BOX_FACES.clone();
        for (int t = 0; t < inwards.length; t += 3) {
            inwards[t] = BOX_FACES[t + 1];
            inwards[t + 1] = BOX_FACES[t];
        }
        float[] corners = boxCorners(LOW, HIGH);
        check(Voxels.of(Mesh.ofTriangles(corners, inwards), ORIGIN, SIZE, SPACING), VoxelsTest::inBox);
        int[] anyWay = BOX_FACES.clone();
        for (int t = 0; t < anyWay.length; t += 9) {
            anyWay[t] = BOX_FACES[t + 1];
            anyWay[t + 1] = BOX_FACES[t];
        }
        check(Voxels.of(Mesh.ofTriangles(corners, anyWay), ORIGIN, SIZE, SPACING), VoxelsTest::inBox);
    }

    /** Two of six votes are lost, on the lines through the opening. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void anOpenBoxIsFull(int side) {
        int[] open = new int[30];
        int at = 0;
        for (int k = 0; k < 36; k++) {
            if (k / 6 != side) {
                open[at++] = BOX_FACES[k];
            }
        }
        Mesh mesh = Mesh.ofTriangles(boxCorners(LOW, HIGH), open);
        check(Voxels.of(mesh, ORIGIN, SIZE, SPACING), VoxelsTest::inBox);
    }

    @Test
    void overlappingShellsAreFullAndInvertedInnerShellsAreHoles() {
        double[] innerLow = {0.4, 3.1, 1.9};
        double[] innerHigh = {1.6, 4.1, 3.1};
        int[] outer = BOX_FACES;
        int[] both = Arrays.copyOf(outer, 72);
        for (int t = 0; t < 36; t += 3) {
            both[36 + t] = 8 + outer[t];
            both[37 + t] = 8 + outer[t + 1];
            both[38 + t] = 8 + outer[t + 2];
        }
        float[] xyz = Arrays.copyOf(boxCorners(LOW, HIGH), 48);
        System.arraycopy(boxCorners(innerLow, innerHigh), 0, xyz, 24, 24);
        check(Voxels.of(Mesh.ofTriangles(xyz, both), ORIGIN, SIZE, SPACING), VoxelsTest::inBox);
        for (int t = 36; t < 72; t += 3) {
            int swapped = both[t];
            both[t] = both[t + 1];
            both[t + 1] = swapped;
        }
        Voxels hollow = Voxels.of(Mesh.ofTriangles(xyz, both), ORIGIN, SIZE, SPACING);
        check(
                hollow,
                (x, y, z) -> inBox(x, y, z)
                        && !(x > innerLow[0]
                                && x < innerHigh[0]
                                && y > innerLow[1]
                                && y < innerHigh[1]
                                && z > innerLow[2]
                                && z < innerHigh[2]));
        hollow.include(Voxels.of(Mesh.ofTriangles(boxCorners(innerLow, innerHigh), BOX_FACES), ORIGIN, SIZE, SPACING));
        check(hollow, VoxelsTest::inBox);
    }

    @Test
    void aSheetMarksTheCellsItPassesThrough() {
        // In the plane z = 2.3: the fourth layer of cells
        float[] xyz = {-0.9f, 2.1f, 2.3f, 3.4f, 2.1f, 2.3f, 3.4f, 5.4f, 2.3f, -0.9f, 5.4f, 2.3f};
        Voxels voxels = Voxels.of(Mesh.ofTriangles(xyz, new int[] {0, 1, 2, 0, 2, 3}), ORIGIN, SIZE, SPACING);
        check(voxels, (x, y, z) -> Math.abs(z - 2.3) < 0.25);
    }

    /** Next to a thick part, a thin one is marked from the second cell on: nearer cells touch the inside. */
    @Test
    void marksThinPartsAwayFromTheInside() {
        float[] xyz = Arrays.copyOf(boxCorners(new double[] {-0.9, 2.1, 0.6}, new double[] {0.4, 5.4, 4.4}), 33);
        float[] needle = {0.4f, 3.7f, 2.8f, 3.4f, 3.7f, 2.8f, 3.4f, 3.71f, 2.8f};
        System.arraycopy(needle, 0, xyz, 24, 9);
        int[] faces = Arrays.copyOf(BOX_FACES, 39);
        faces[36] = 8;
        faces[37] = 9;
        faces[38] = 10;
        Voxels voxels = Voxels.of(Mesh.ofTriangles(xyz, faces), ORIGIN, SIZE, SPACING);
        check(voxels, (x, y, z) -> x < 0.4 || x > 1 && Math.abs(y - 3.7) < 0.25 && Math.abs(z - 2.8) < 0.25);
    }

    @Test
    void clampsCoordinatesToTheGrid() {
        Mesh nothing = Mesh.ofTriangles(new float[3], new int[0]);
        Voxels voxels = Voxels.of(nothing, ORIGIN, SIZE, SPACING);
        assertThat(voxels.cellOf(-7, 0)).isZero();
        assertThat(voxels.cellOf(-1, 0)).isZero();
        assertThat(voxels.cellOf(-0.5, 0)).isEqualTo(1);
        assertThat(voxels.cellOf(2.9, 1)).isEqualTo(1);
        assertThat(voxels.cellOf(99, 2)).isEqualTo(7);
        assertThat(voxels.index(2, 3, 4)).isEqualTo((4 * 7 + 3) * 9 + 2);
        check(voxels, (x, y, z) -> false);
    }

    /** A ball of many faces at general angles: cells that are not next to the surface are classified by their centres. */
    @Test
    void cellsOfABallAgreeWithItsRadius() {
        int rings = 14;
        int around = 20;
        float[] xyz = new float[3 * (rings + 1) * around];
        int[] faces = new int[6 * rings * around];
        Random random = new Random(1);
        double twist = random.nextDouble();
        for (int i = 0; i < (rings + 1) * around; i++) {
            double polar = Math.PI * (i / around) / rings;
            double turn = twist + 2 * Math.PI * (i % around) / around;
            xyz[3 * i] = (float) (1.3 + 1.5 * Math.sin(polar) * Math.cos(turn));
            xyz[3 * i + 1] = (float) (3.7 + 1.5 * Math.cos(polar));
            xyz[3 * i + 2] = (float) (2.4 + 1.5 * Math.sin(polar) * Math.sin(turn));
        }
        int at = 0;
        for (int i = 0; i < rings * around; i++) {
            int b = i / around * around + (i + 1) % around;
            for (int corner : new int[] {i, i + around, b + around, i, b + around, b}) {
                faces[at++] = corner;
            }
        }
        Voxels voxels = Voxels.of(Mesh.ofTriangles(xyz, faces), ORIGIN, SIZE, SPACING);
        for (int z = 0; z < SIZE[2]; z++) {
            for (int y = 0; y < SIZE[1]; y++) {
                for (int x = 0; x < SIZE[0]; x++) {
                    double dx = centre(x, 0) - 1.3;
                    double dy = centre(y, 1) - 3.7;
                    double dz = centre(z, 2) - 2.4;
                    double r = Math.sqrt(dx * dx + dy * dy + dz * dz);
                    if (Math.abs(r - 1.5) > 0.05) {
                        assertThat(voxels.isInside(voxels.index(x, y, z))).isEqualTo(r < 1.5);
                    }
                }
            }
        }
    }
}
