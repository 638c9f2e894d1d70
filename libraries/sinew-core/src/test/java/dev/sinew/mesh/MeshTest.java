package dev.sinew.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.QuietTest;
import dev.sinew.run.InvalidInputException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Small meshes with exact answers: boxes, shells, normals, triangulation, and rejected input. */
class MeshTest extends QuietTest {
    private static final float[] SQUARE = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};

    @Test
    void boxAndDiagonal() {
        Box box = Box.around(new float[] {1, 2, 3, -1, 4, 3, 0, 3, 4});
        assertThat(box).isEqualTo(new Box(-1, 2, 3, 1, 4, 4));
        assertThat(box.diagonal()).isEqualTo(3);
    }

    @Test
    void shellsAreNumberedByFirstVertexAndLooseVerticesNotCounted() {
        Mesh mesh = Mesh.ofTriangles(new float[3 * 9], new int[] {6, 7, 8, 1, 2, 3, 3, 2, 4});
        Shells shells = Shells.of(mesh);
        assertThat(shells.count()).isEqualTo(2);
        assertThat(shells.of(0)).isEqualTo(-1);
        assertThat(shells.of(4)).isZero();
        assertThat(shells.of(5)).isEqualTo(-1);
        assertThat(shells.of(8)).isEqualTo(1);
    }

    @Test
    void ngonsBecomeFans() {
        Mesh mesh =
                Mesh.of(new float[15], new int[] {0, 5, 8}, new int[] {0, 1, 2, 3, 4, 4, 3, 2}, Mesh.Surface.bare());
        assertThat(mesh.triangleCount()).isEqualTo(4);
        assertThat(mesh.triangles()).containsExactly(0, 1, 2, 0, 2, 3, 0, 3, 4, 4, 3, 2);
    }

    @Test
    void normalsAreWeightedByArea() {
        float[] roof = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2};
        Mesh mesh = Mesh.ofTriangles(roof, new int[] {0, 1, 2, 0, 2, 3});
        float[] normals = Normals.ofVertices(mesh, roof);
        float s = (float) Math.sqrt(5);
        assertThat(normals[0]).isEqualTo(2 / s);
        assertThat(normals[1]).isEqualTo(0);
        assertThat(normals[2]).isEqualTo(1 / s);
        assertThat(normals[3 * 3]).isEqualTo(1);
        assertThat(normals[3 * 1 + 2]).isEqualTo(1);
    }

    @Test
    void looseVerticesAndSliversGetSomeUnitNormal() {
        Mesh mesh = Mesh.ofTriangles(new float[15], new int[] {0, 1, 2});
        assertThat(Normals.ofVertices(mesh, mesh.positions()))
                .containsExactly(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1);
    }

    @Test
    void hardEdgesStayHardAndSoftOnesSoft() {
        // Two faces of a box that share the edge 1–2, which is hard.
        float[] flat = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, -1, 1, 1, -1};
        int[] corners = {0, 1, 2, 3, 1, 4, 5, 2};
        int[] hard = {0, 0, 0, 0, 1, 1, 1, 1};
        int[] repeated = {0, 1, 2, 3, 4, 5, 6, 7};
        float[] repeatedValues = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0};
        checkHard(flat, corners, new CornerAttribute(3, new float[] {0, 0, 1, 1, 0, 0}, hard));
        checkHard(flat, corners, new CornerAttribute(3, repeatedValues, repeated));
        CornerAttribute soft = new CornerAttribute(3, new float[] {0, 0, 1}, new int[8]);
        CornerAttribute again = Normals.ofCorners(boxFaces(flat, corners, soft), flat);
        assertThat(again.rows()[1]).isEqualTo(again.rows()[4]);
    }

    private static Mesh boxFaces(float[] xyz, int[] corners, CornerAttribute normals) {
        return Mesh.of(xyz, new int[] {0, 4, 8}, corners, Mesh.Surface.bare().withNormals(Optional.of(normals)));
    }

    private static void checkHard(float[] xyz, int[] corners, CornerAttribute normals) {
        CornerAttribute again = Normals.ofCorners(boxFaces(xyz, corners, normals), xyz);
        for (int c = 0; c < 8; c++) {
            float[] wanted = c < 4 ? new float[] {0, 0, 1} : new float[] {1, 0, 0};
            for (int x = 0; x < 3; x++) {
                assertThat(again.values()[3 * again.rows()[c] + x]).isEqualTo(wanted[x]);
            }
        }
    }

    @Test
    void namesWhatItRejects() {
        assertThatThrownBy(() -> Mesh.ofTriangles(SQUARE, new int[] {0, 1, 4}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("face corner 2 names vertex 4 of a mesh with 4 vertices");
        assertThatThrownBy(() -> Mesh.ofTriangles(SQUARE, new int[] {0, -1, 2}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("names vertex -1");
        assertThatThrownBy(() -> Mesh.of(SQUARE, new int[] {0, 2}, new int[] {0, 1}, Mesh.Surface.bare()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("face 0 has 2 corners; at least 3 are needed");
        assertThatThrownBy(() -> Mesh.ofTriangles(new float[] {0, 0, Float.NaN}, new int[0]))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("vertex 0 has the coordinate NaN; coordinates must be finite");
        assertThatThrownBy(() -> Mesh.of(SQUARE, new int[] {0, 3}, new int[] {0, 1, 2, 3}, Mesh.Surface.bare()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sequencesRejectMissingFramesWrongCountsAndNaN() {
        Mesh mesh = Mesh.ofTriangles(SQUARE, new int[] {0, 1, 2});
        assertThatThrownBy(() -> sequence(mesh, 30)).hasMessageContaining("has no frames");
        assertThatThrownBy(() -> sequence(mesh, 0, SQUARE)).hasMessageContaining("0.0 frames per second");
        assertThatThrownBy(() -> sequence(mesh, Double.NaN, SQUARE)).hasMessageContaining("NaN frames per second");
        assertThatThrownBy(() -> sequence(mesh, 30, SQUARE, new float[9]).validate())
                .hasMessage("sequence 's', frame 1: 3 vertices; the mesh has 4");
        float[] broken = SQUARE.clone();
        broken[5] = Float.POSITIVE_INFINITY;
        assertThatThrownBy(() -> sequence(mesh, 30, SQUARE, broken).validate())
                .hasMessageContaining("frame 1: vertex 1 has the coordinate Infinity");
    }

    private static MeshSequence sequence(Mesh mesh, double fps, float[]... frames) {
        return new MeshSequence("s", mesh, FrameSource.of(frames), fps);
    }
}
