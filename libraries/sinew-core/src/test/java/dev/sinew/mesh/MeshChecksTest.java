package dev.sinew.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.run.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds of all parts of a mesh, just inside and just outside; neighbours and boxes in general position. */
class MeshChecksTest extends QuietTest {
    private static final float[] XYZ = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    private static final int[] TRIANGLES = {0, 1, 2, 2, 1, 3};

    private static Mesh.Surface surface(
            Optional<CornerAttribute> uvs,
            Optional<CornerAttribute> normals,
            Optional<float[]> colours,
            int[] faceMaterials,
            int[] faceGroups) {
        return new Mesh.Surface(
                uvs, normals, colours, List.of(Material.plain("clay")), faceMaterials, List.of("a", "b"), faceGroups);
    }

    private static Mesh with(Mesh.Surface surface) {
        return Mesh.ofTriangles(XYZ, TRIANGLES).withSurface(surface);
    }

    private static CornerAttribute attribute(int width, int corners) {
        return new CornerAttribute(width, new float[width], new int[corners]);
    }

    private static final Optional<CornerAttribute> NO_CORNERS = Optional.empty();
    private static final Optional<float[]> NO_COLOURS = Optional.empty();
    private static final int[] NONE = {};

    @Test
    void acceptsASurfaceOfTheRightSize() {
        Mesh mesh = with(surface(
                Optional.of(attribute(2, 6)),
                Optional.of(attribute(3, 6)),
                Optional.of(new float[12]),
                new int[] {0, 0},
                new int[] {0, 1}));
        assertThat(mesh.faceCount()).isEqualTo(2);
        assertThat(mesh.surface().faceGroups()).containsExactly(0, 1);
    }

    @Test
    void rejectsASurfaceOfTheWrongSize() {
        assertThatThrownBy(() -> with(surface(Optional.of(attribute(2, 5)), NO_CORNERS, NO_COLOURS, NONE, NONE)))
                .hasMessage("UVs must have 2 numbers per row and one row for each of 6 corners");
        assertThatThrownBy(() -> with(surface(Optional.of(attribute(3, 6)), NO_CORNERS, NO_COLOURS, NONE, NONE)))
                .hasMessageStartingWith("UVs");
        assertThatThrownBy(() -> with(surface(NO_CORNERS, Optional.of(attribute(3, 7)), NO_COLOURS, NONE, NONE)))
                .hasMessageStartingWith("normals must have 3");
        assertThatThrownBy(() -> with(surface(NO_CORNERS, NO_CORNERS, Optional.of(new float[9]), NONE, NONE)))
                .hasMessage("3 vertex colours for 4 vertices");
        assertThatThrownBy(() -> with(surface(NO_CORNERS, NO_CORNERS, NO_COLOURS, new int[3], NONE)))
                .hasMessage("3 materials for 2 faces");
        assertThatThrownBy(() -> with(surface(NO_CORNERS, NO_CORNERS, NO_COLOURS, new int[] {0, 1}, NONE)))
                .hasMessage("index 1 into 1 materials");
        assertThatThrownBy(() -> with(surface(NO_CORNERS, NO_CORNERS, NO_COLOURS, NONE, new int[] {-1, 0})))
                .hasMessage("index -1 into 2 groups");
    }

    @Test
    void facesMustCoverTheCorners() {
        Mesh.Surface bare = Mesh.Surface.bare();
        assertThatThrownBy(() -> Mesh.of(XYZ, new int[0], new int[0], bare))
                .hasMessage("faceStarts must run from 0 to the number of corners");
        assertThatThrownBy(() -> Mesh.of(XYZ, new int[] {1, 3}, new int[] {0, 1, 2}, bare))
                .hasMessageContaining("from 0");
        assertThatThrownBy(() -> Mesh.of(XYZ, new int[] {0, 4, 6}, new int[] {0, 1, 2, 3, 1, 2}, bare))
                .hasMessage("face 1 has 2 corners; at least 3 are needed");
        assertThat(Mesh.of(XYZ, new int[] {0}, new int[0], bare).faceCount()).isZero();
    }

    @Test
    void rejectsPosesOfAnotherSizeOrWithNaN() {
        Mesh mesh = Mesh.ofTriangles(XYZ, TRIANGLES);
        float[] moved = XYZ.clone();
        moved[4] = 5;
        assertThat(mesh.withPositions(moved).positions()).isSameAs(moved);
        assertThat(mesh.withPositions(moved).corners()).isSameAs(mesh.corners());
        assertThatThrownBy(() -> mesh.withPositions(new float[9])).hasMessage("3 positions for 4 vertices");
        moved[7] = Float.NaN;
        assertThatThrownBy(() -> mesh.withPositions(moved)).hasMessageContaining("vertex 2 has the coordinate NaN");
    }

    @Test
    void rejectsRowsOutOfRange() {
        assertThatCode(() -> new CornerAttribute(3, new float[6], new int[] {0, 1}))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> new CornerAttribute(3, new float[6], new int[] {0, 2}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("corner 1 uses row 2 of an attribute with 2 rows");
        assertThatThrownBy(() -> new CornerAttribute(3, new float[6], new int[] {-1}))
                .hasMessageContaining("row -1");
    }

    @Test
    void someCornersKeepTheirRows() {
        CornerAttribute all =
                new CornerAttribute(2, new float[] {0, 1, 2, 3, 4, 5, 6, 7}, new int[] {3, 0, 2, 3, 1, 0});
        CornerAttribute some = all.some(new int[] {5, 3, 0, 2});
        assertThat(some.width()).isEqualTo(2);
        assertThat(some.values()).containsExactly(0, 1, 4, 5, 6, 7);
        assertThat(some.rows()).containsExactly(0, 2, 2, 1);
    }

    @Test
    void mergesRowsOfEqualValuesIncludingNegativeZero() {
        CornerAttribute repeated =
                new CornerAttribute(2, new float[] {0, 1, -0f, 1, 1, 0, 0, 1, 1, 1}, new int[] {0, 1, 2, 3, 4, 2});
        assertThat(repeated.rowsByValue()).containsExactly(0, 0, 1, 0, 2, 1);
    }

    @Test
    void importanceIsOneOnAverage() {
        Importance importance = Importance.of(new double[] {0, 1, 3, 4});
        assertThat(importance.values()).containsExactly(0, 0.5, 1.5, 2);
        assertThat(importance.vertexCount()).isEqualTo(4);
        assertThatCode(() -> importance.require(4)).doesNotThrowAnyException();
        assertThatThrownBy(() -> importance.require(5)).hasMessage("got 4 importance values for 5 vertices");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1e-9, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void importanceIsAFiniteNumberOfAtLeastZero(double value) {
        assertThatThrownBy(() -> Importance.of(new double[] {1, value}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("the importance of vertex 1 is " + value);
    }

    @Test
    void someVertexMustBeImportant() {
        assertThatThrownBy(() -> Importance.of(new double[3])).hasMessageContaining("all vertices is 0");
    }

    @Test
    void aPlainMaterialIsOpaqueAndGrey() {
        Material clay = Material.plain("clay");
        assertThat(clay)
                .isEqualTo(new Material("clay", 0.7f, 0.7f, 0.7f, 1, 0.8f, 0, Optional.empty(), Optional.empty()));
    }

    @Test
    void sequencesKeepNameRateAndFrames() {
        Mesh mesh = Mesh.ofTriangles(XYZ, TRIANGLES);
        MeshSequence sequence = new MeshSequence("walk", mesh, FrameSource.of(new float[][] {XYZ, XYZ}), 24);
        assertThat(sequence.validate()).isSameAs(sequence);
        assertThat(sequence.name()).isEqualTo("walk");
        Mesh other = Mesh.ofTriangles(XYZ, new int[] {0, 1, 3});
        MeshSequence changed = sequence.withRest(other);
        assertThat(changed.rest()).isSameAs(other);
        assertThat(changed.name()).isEqualTo("walk");
        assertThat(changed.framesPerSecond()).isEqualTo(24);
        assertThat(changed.frameCount()).isEqualTo(2);
        assertThatThrownBy(() -> new MeshSequence("w", mesh, sequence.frames(), Double.POSITIVE_INFINITY))
                .hasMessageContaining("Infinity frames per second");
        assertThatThrownBy(() ->
                        new MeshSequence("w", mesh, FrameSource.of(new float[][] {new float[0]}), 1).validate())
                .hasMessage("sequence 'w', frame 0: 0 vertices; the mesh has 4");
    }

    @Test
    void theDiagonalOfABoxWithThreeDifferentSides() {
        assertThat(new Box(1, 2, 3, 3, 5, 9).diagonal()).isEqualTo(7);
        assertThat(new Box(1, 2, 3, 7, 4, 6).diagonal()).isEqualTo(7);
        assertThat(new Box(-1, -2, -3, 2, 4, -1).diagonal()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 13, 100})
    void neighboursAreThoseOfAListOfEdges(int n) {
        Random random = new Random(n);
        // Vertex 0 is in every other face, so that it has many neighbours
        int[] triangles = random.ints(3L * n, 0, n).toArray();
        for (int t = 0; t < triangles.length; t += 6) {
            triangles[t] = 0;
        }
        int[] links = random.ints(2L * n, 0, n).toArray();
        for (int k = 0; k < links.length; k += 2) {
            links[k + 1] = links[k] == links[k + 1] ? (links[k] + 1) % n : links[k + 1];
        }
        Mesh mesh = Mesh.ofTriangles(new float[3 * n], triangles);
        VertexGraph graph = VertexGraph.of(mesh, links);
        assertThat(graph.vertexCount()).isEqualTo(n);
        assertThat(graph.starts()).hasSize(n + 1);
        for (int i = 0; i < n; i++) {
            TreeSet<Integer> wanted = new TreeSet<>();
            for (int k = 0; k < links.length; k++) {
                if (links[k] == i) {
                    wanted.add(links[k ^ 1]);
                }
            }
            for (int c = 0; c < triangles.length; c++) {
                if (triangles[c] == i) {
                    wanted.add(triangles[c - c % 3 + (c + 1) % 3]);
                    wanted.add(triangles[c - c % 3 + (c + 2) % 3]);
                }
            }
            wanted.remove(i);
            assertThat(Arrays.copyOfRange(graph.neighbours(), graph.start(i), graph.start(i + 1)))
                    .containsExactly(wanted.stream().mapToInt(k -> k).toArray());
        }
    }

    @Test
    void theSmallestBallFollowsItsPoints() {
        float[] points = {1, 2, 3, 4, -1, 2, 0, 0, 5, 2, 2, 2};
        Ball ball = Ball.around(points);
        float[] moved = new float[points.length];
        for (int k = 0; k < moved.length; k++) {
            moved[k] = -4 * points[k] + 10 * (k % 3);
        }
        Ball other = Ball.around(moved);
        assertThat(other.radius()).isCloseTo(4 * ball.radius(), within(1e-9));
        assertThat(other.x()).isCloseTo(-4 * ball.x(), within(1e-9));
        assertThat(other.y()).isCloseTo(10 - 4 * ball.y(), within(1e-9));
        assertThat(other.z()).isCloseTo(20 - 4 * ball.z(), within(1e-9));
    }
}
