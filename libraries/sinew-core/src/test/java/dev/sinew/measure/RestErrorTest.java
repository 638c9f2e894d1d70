package dev.sinew.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.mesh.Mesh;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bind poses that were rotated, mirrored, scaled and folded by known amounts. */
class RestErrorTest extends QuietTest {
    /** A pyramid without a base: no face is parallel to an axis. */
    private static final float[] PYRAMID = {2, 1, 0, -1, 2, 0.5f, -2, -1, 0, 1, -2, -0.5f, 0.3f, 0.2f, 3};

    private static final int[] FACES = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};

    private static Mesh pyramid() {
        return Mesh.ofTriangles(PYRAMID, FACES);
    }

    /** Rotated by degrees about an axis, then scaled. */
    private static Mesh rotated(int axis, double degrees, double scale) {
        double c = Math.cos(Math.toRadians(degrees));
        double s = Math.sin(Math.toRadians(degrees));
        int u = (axis + 1) % 3;
        int v = (axis + 2) % 3;
        float[] out = new float[PYRAMID.length];
        for (int i = 0; i < out.length; i += 3) {
            out[i + axis] = (float) (scale * PYRAMID[i + axis]);
            out[i + u] = (float) (scale * (c * PYRAMID[i + u] - s * PYRAMID[i + v]));
            out[i + v] = (float) (scale * (s * PYRAMID[i + u] + c * PYRAMID[i + v]));
        }
        return Mesh.ofTriangles(out, FACES);
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "1, 2", "2, 2", "0, 0.5", "1, 1", "2, 3"})
    void aHalfTurnFlipsFacesAndKeepsRatiosOfLengths(int axis, double scale) {
        // n·n′ = n_axis² − n_u² − n_v² under a half turn: by hand for every face
        int flipped = 0;
        double sum = 0;
        for (int t = 0; t < FACES.length; t += 3) {
            double[] n = unitNormal(t);
            double cosine = 2 * n[axis] * n[axis] - 1;
            flipped += cosine < 0 ? 1 : 0;
            sum += Math.toDegrees(Math.acos(cosine));
        }
        RestError error = RestError.of(rotated(axis, 180, scale), pyramid());
        assertThat(error.flipped()).isEqualTo(100.0 * flipped / 4);
        assertThat(error.normals()).isCloseTo(sum / 4, within(1e-4));
        assertThat(error.edges().low()).isCloseTo(scale, within(1e-6));
        assertThat(error.edges().high()).isCloseTo(scale, within(1e-6));
    }

    private static double[] unitNormal(int t) {
        double[][] p = new double[3][3];
        for (int c = 0; c < 3; c++) {
            for (int x = 0; x < 3; x++) {
                p[c][x] = PYRAMID[3 * FACES[t + c] + x];
            }
        }
        double[] n = new double[3];
        double length = 0;
        for (int x = 0; x < 3; x++) {
            int u = (x + 1) % 3;
            int v = (x + 2) % 3;
            n[x] = (p[1][u] - p[0][u]) * (p[2][v] - p[0][v]) - (p[1][v] - p[0][v]) * (p[2][u] - p[0][u]);
            length += n[x] * n[x];
        }
        for (int x = 0; x < 3; x++) {
            n[x] /= Math.sqrt(length);
        }
        return n;
    }

    @Test
    void aQuarterTurnDoesNotFlip() {
        float[] flat = {0, 0, 0, 1, 0, 0, 0, 1, 0};
        float[] upright = {0, 0, 0, 1, 0, 0, 0, 0, 1};
        int[] one = {0, 1, 2};
        RestError error = RestError.of(Mesh.ofTriangles(upright, one), Mesh.ofTriangles(flat, one));
        assertThat(error.normals()).isEqualTo(90);
        assertThat(error.flipped()).isZero();
    }

    @Test
    void trianglesWithoutAreaInEitherPoseAreNotCounted() {
        float[] given = {0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5};
        int[] faces = {0, 1, 2, 0, 1, 3, 2, 2, 3};
        float[] moved = given.clone();
        // The second triangle collapses, the first one is flipped
        moved[7] = -1;
        moved[9] = 3;
        moved[10] = 0;
        moved[11] = 0;
        RestError error = RestError.of(Mesh.ofTriangles(moved, faces), Mesh.ofTriangles(given, faces));
        assertThat(error.flipped()).isEqualTo(100);
        assertThat(error.normals()).isEqualTo(180, within(1e-9));
    }

    @Test
    void acceptsPointsWithoutFaces() {
        Mesh given = Mesh.ofTriangles(new float[] {1, 1, 1}, new int[0]);
        RestError error = RestError.of(Mesh.ofTriangles(new float[] {1, 3, 1}, new int[0]), given);
        assertThat(error.drift()).as("percent of 1 if the mesh has no extent").isEqualTo(200);
        assertThat(error.worst()).isEqualTo(new RestError.Located(200, 0));
        assertThat(error.edges()).isEqualTo(new RestError.Edges(1, 1));
        assertThat(error.normals()).isZero();
        assertThat(error.flipped()).isZero();
    }

    @Test
    void edgesWithoutLengthAreLeftOut() {
        float[] given = {0, 0, 0, 0, 0, 0, 2, 0, 0};
        float[] moved = {0, 0, 0, 0, 7, 0, 6, 0, 0};
        int[] one = {0, 1, 2};
        RestError error = RestError.of(Mesh.ofTriangles(moved, one), Mesh.ofTriangles(given, one));
        // Edge 0–1 had no length; the other two are 6/2 and √(49 + 36)/2
        double long3 = Math.sqrt(85) / 2;
        assertThat(error.edges().low()).isCloseTo(3 + 0.05 * (long3 - 3), within(1e-6));
        assertThat(error.edges().high()).isCloseTo(3 + 0.95 * (long3 - 3), within(1e-6));
    }

    @Test
    void theFirstOfEquallyFarVerticesIsTheWorst() {
        float[] moved = PYRAMID.clone();
        moved[4] += 1;
        moved[10] -= 1;
        RestError error = RestError.of(Mesh.ofTriangles(moved, FACES), pyramid());
        assertThat(error.worst().vertex()).isEqualTo(1);
        double diagonal = Math.sqrt(16 + 16 + 3.5 * 3.5);
        assertThat(error.worst().value()).isCloseTo(100 / diagonal, within(1e-5));
        assertThat(error.drift()).isCloseTo(100 * Math.sqrt(2 / 5.0) / diagonal, within(1e-5));
    }

    @Test
    void diagonalsOfPolygonsCountAsEdges() {
        float[] given = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
        // Sheared: the sides along x keep their length, the others and the diagonal 0–2 grow
        float[] moved = {0, 0, 0, 1, 0, 0, 2, 1, 0, 1, 1, 0};
        Mesh quad = Mesh.of(given, new int[] {0, 4}, new int[] {0, 1, 2, 3}, Mesh.Surface.bare());
        RestError error = RestError.of(quad.withPositions(moved), quad);
        // Ratios 1, 1, √2, √2 and √(5/2)
        double root = Math.sqrt(2);
        assertThat(error.edges().low()).isCloseTo(1, within(1e-9));
        assertThat(error.edges().high()).isCloseTo(root + 0.8 * (Math.sqrt(2.5) - root), within(1e-9));
        assertThat(error.normals()).isCloseTo(0, within(1e-9));
    }
}
