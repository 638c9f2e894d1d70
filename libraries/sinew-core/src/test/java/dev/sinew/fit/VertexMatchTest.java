package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.QuietTest;
import dev.sinew.Synthetic;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VertexMatchTest extends QuietTest {
    private final Mesh grid = Synthetic.grid(5, 4);

    private static VertexMatch match(Mesh model, Mesh sequence) {
        return VertexMatch.of(model, sequence, "rig.glb", "sim.obj");
    }

    private static float[] moved(Mesh mesh, float by) {
        float[] p = mesh.positions().clone();
        for (int k = 0; k < p.length; k++) {
            p[k] += by * (k + 1);
        }
        return p;
    }

    private static MeshSequence sequence(Mesh rest, float[] frame) {
        return new MeshSequence("sim", rest, FrameSource.of(new float[][] {frame}), 30);
    }

    @Test
    void matchesTheSameMeshInAnotherPoseByIndex() {
        Mesh posed = grid.withPositions(moved(grid, 0.1f));
        MeshSequence matched = match(posed, grid).apply(sequence(grid, moved(grid, 0.3f)));
        assertThat(matched.frame(0)).isEqualTo(moved(grid, 0.3f));
        assertThat(matched.rest()).isSameAs(posed);
    }

    @Test
    void matchesSplitAndReorderedVerticesByPosition() {
        int n = grid.vertexCount();
        // Reversed, the first vertex twice, rounded slightly differently.
        float[] p = new float[3 * (n + 1)];
        for (int i = 0; i <= n; i++) {
            int from = i == n ? 0 : n - 1 - i;
            for (int x = 0; x < 3; x++) {
                p[3 * i + x] = grid.positions()[3 * from + x] + 1e-5f;
            }
        }
        Mesh model = Mesh.ofTriangles(p, new int[] {0, 1, 2});
        VertexMatch match = match(model, grid);
        float[] frame = moved(grid, 0.2f);
        float[] got = match.apply(sequence(grid, frame)).frame(0);
        assertThat(got[3 * n]).isEqualTo(frame[0]);
        assertThat(got[0]).isEqualTo(frame[3 * (n - 1)]);
        assertThat(match.unused()).isZero();
        double[] values = new double[n];
        values[0] = 0.5;
        assertThat(match.apply(values)[n]).isEqualTo(0.5);
    }

    @Test
    void rejectsAnotherMesh() {
        Mesh far = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 9, 9, 9}, new int[] {0, 1, 2});
        assertThatThrownBy(() -> match(far, grid))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("rig.glb", "sim.obj", "vertex", "away", "3 vertices");
    }

    @Test
    void equalCountsInAnotherOrderMatchByPosition() {
        int n = grid.vertexCount();
        int[] corners = grid.corners().clone();
        float[] p = new float[3 * n];
        // 7 and 20 have no common factor.
        for (int i = 0; i < n; i++) {
            System.arraycopy(grid.positions(), 3 * i, p, 3 * (7 * i % n), 3);
        }
        for (int c = 0; c < corners.length; c++) {
            corners[c] = 7 * corners[c] % n;
        }
        Mesh shuffled = Mesh.of(p, grid.faceStarts(), corners, grid.surface());
        VertexMatch match = match(shuffled, grid);
        assertThat(match.isByIndex()).isFalse();
        assertThat(match(grid, grid).isByIndex()).isTrue();
        assertThat(match.apply(sequence(grid, grid.positions())).frame(0)).isEqualTo(p);
    }

    /** A fitted bind pose is a little off the mesh: what is unambiguous is matched, the rest is rejected. */
    @Test
    void nearPositionsMatchWhereNoOtherVertexIsAsNear() {
        int n = grid.vertexCount();
        float[] p = new float[3 * n];
        for (int i = 0; i < n; i++) {
            for (int x = 0; x < 3; x++) {
                p[3 * (n - 1 - i) + x] = grid.positions()[3 * i + x] + (i % 2 == 0 ? 0.01f : -0.01f);
            }
        }
        VertexMatch match = match(Mesh.ofTriangles(p, new int[] {0, 1, 2}), grid);
        assertThat(match.apply(IntStream.range(0, n).asDoubleStream().toArray()))
                .isEqualTo(IntStream.range(0, n).mapToDouble(i -> n - 1 - i).toArray());
        float[] between = p.clone();
        for (int x = 0; x < 3; x++) {
            between[x] = (grid.positions()[x] + grid.positions()[3 + x]) / 2;
        }
        assertThatThrownBy(() -> match(Mesh.ofTriangles(between, new int[] {0, 1, 2}), grid))
                .isInstanceOf(InvalidInputException.class);
    }

    private static final int[] TWO = {0, 1, 2, 2, 1, 3};

    @Test
    void orderAndFirstCornerOfTrianglesDoNotMatter() {
        assertThat(VertexMatch.sharedTriangles(TWO, new int[] {1, 3, 2, 1, 2, 0}))
                .isEqualTo(2);
    }

    @Test
    void otherVerticesOfTrianglesDo() {
        assertThat(VertexMatch.sharedTriangles(TWO, new int[] {3, 1, 0, 2, 1, 3}))
                .isEqualTo(1);
        assertThat(VertexMatch.sharedTriangles(TWO, new int[] {7, 8, 9})).isZero();
        assertThat(VertexMatch.sharedTriangles(new int[0], TWO)).isZero();
    }
}
