package dev.sinew.show.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeshPartTest {
    private static final float[] SQUARE = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 5, 5, 5};

    private static SceneReader encode(Mesh mesh) {
        MeshSequence sequence = new MeshSequence("m", mesh, FrameSource.of(new float[][] {mesh.positions()}), 30);
        return new SceneReader(ReportData.titled("t", "").withOriginal(sequence).encode(ViewBudget.PAGE));
    }

    @Test
    void plainFacesKeepTheirVertices() {
        Mesh mesh = Mesh.of(SQUARE, new int[] {0, 4}, new int[] {0, 1, 2, 3}, Mesh.Surface.bare());
        SceneReader reader = encode(mesh);
        var header = reader.header.get("stage").get("mesh");
        assertThat(header.get("faceSize").asInt()).isEqualTo(4);
        assertThat(header.get("rows").asInt()).isEqualTo(5);
        assertThat(reader.integers("corners")).containsExactly(0, 1, 2, 3);
        assertThat(reader.header.get("buffers").has("rowVertex")).isFalse();
    }

    @Test
    void encodesSizesOfMixedFaces() {
        Mesh mesh = Mesh.of(SQUARE, new int[] {0, 3, 7}, new int[] {0, 1, 4, 0, 1, 2, 3}, Mesh.Surface.bare());
        assertThat(encode(mesh).integers("faceSizes")).containsExactly(3, 4);
    }

    /** Two triangles with a common edge, which is split by hard normals or two materials. */
    @Test
    void rowsSplitAtHardEdgesAndMaterials() {
        int[] corners = {0, 1, 2, 0, 2, 3};
        CornerAttribute hard = new CornerAttribute(3, new float[] {0, 0, 1, 0, 1, 0}, new int[] {0, 0, 0, 1, 1, 1});
        assertThat(rows(corners, Optional.of(hard), new int[] {0, 0})).containsExactly(0, 1, 2, 0, 2, 3);
        assertThat(rows(corners, Optional.empty(), new int[] {0, 1})).containsExactly(0, 1, 2, 0, 2, 3);
        assertThat(rows(corners, Optional.empty(), new int[] {1, 1})).containsExactly(0, 1, 2, 3);
    }

    private static int[] rows(int[] corners, Optional<CornerAttribute> normals, int[] faceMaterials) {
        Mesh.Surface surface = new Mesh.Surface(
                Optional.empty(),
                normals,
                Optional.empty(),
                List.of(Material.plain("a"), Material.plain("b")),
                faceMaterials,
                List.of(),
                new int[0]);
        SceneReader reader = encode(Mesh.of(SQUARE, new int[] {0, 3, 6}, corners, surface));
        int[] rowVertex = reader.integers("rowVertex");
        int[] rowOfCorner = reader.integers("corners");
        for (int c = 0; c < corners.length; c++) {
            assertThat(rowVertex[rowOfCorner[c]]).isEqualTo(corners[c]);
        }
        return rowVertex;
    }

    @Test
    void shellsAreNumbered() {
        float[] two = new float[18];
        for (int k = 0; k < two.length; k++) {
            two[k] = k * k % 7;
        }
        SceneReader reader = encode(Mesh.ofTriangles(two, new int[] {0, 2, 4, 1, 3, 5}));
        assertThat(reader.integers("shells")).containsExactly(0, 1, 0, 1, 0, 1);
    }
}
