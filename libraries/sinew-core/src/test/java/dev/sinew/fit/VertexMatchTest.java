package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.QuietTest;
import dev.sinew.Synthetic;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
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
}
