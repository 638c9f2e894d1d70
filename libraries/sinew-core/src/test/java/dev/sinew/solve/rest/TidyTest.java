package dev.sinew.solve.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.QuietTest;
import dev.sinew.Synthetic;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.SkinWeights;
import dev.sinew.platform.Workers;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.weights.RegionConnectivity;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Connected regions, and a rest pose that moves as a membrane: small cases with known results. */
class TidyTest extends QuietTest {
    /** A strip of triangles over 30 vertices; bone 0 has the left half, bone 1 the right one, and bone 0 also vertex 25. */
    private static SkinState halves(int stray) {
        int n = 30;
        int[] bones = new int[2 * n];
        double[] weights = new double[2 * n];
        for (int i = 0; i < n; i++) {
            bones[2 * i] = i < n / 2 ? 0 : 1;
            bones[2 * i + 1] = i < n / 2 ? 1 : 0;
            weights[2 * i] = i == stray ? 0.6 : 1;
            weights[2 * i + 1] = i == stray ? 0.4 : 0;
        }
        return SkinState.of(SkinWeights.of(2, bones, weights), new double[3 * n]);
    }

    private static VertexGraph strip() {
        int[] triangles = new int[3 * 28];
        for (int t = 0; t < 28; t++) {
            triangles[3 * t] = t;
            triangles[3 * t + 1] = t + 1;
            triangles[3 * t + 2] = t + 2;
        }
        return VertexGraph.of(Mesh.ofTriangles(new float[90], triangles));
    }

    @Test
    void closesASmallDistantRegion() {
        SkinState state = halves(25);
        RegionConnectivity connectivity = new RegionConnectivity(strip());
        connectivity.redraw(state, 2);
        assertThat(state.weights()[2 * 25]).as("before borders are enabled").isEqualTo(0.6);
        connectivity.draw();
        connectivity.redraw(state, 2);
        assertThat(state.weights()[2 * 25]).isEqualTo(1);
        assertThat(state.bones()[2 * 25]).isEqualTo(1);
        for (int i = 23; i <= 27; i++) {
            assertThat(connectivity.allows(i, 0)).as("vertex %d", i).isFalse();
        }
        assertThat(connectivity.allows(20, 0)).isTrue();
        assertThat(connectivity.allows(25, 1)).isTrue();
    }

    @Test
    void separateShellsKeepTheirBones() {
        int[] triangles = {0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5, 6, 7, 8};
        RegionConnectivity connectivity =
                new RegionConnectivity(VertexGraph.of(Mesh.ofTriangles(new float[27], triangles)));
        double[] weights = new double[9];
        Arrays.fill(weights, 1);
        SkinState state = SkinState.of(SkinWeights.of(1, new int[9], weights), new double[27]);
        connectivity.draw();
        connectivity.redraw(state, 1);
        assertThat(connectivity.allows(7, 0)).isTrue();
    }

    @Test
    void aMovedVertexTakesItsNeighboursAlong() {
        Mesh grid = Synthetic.grid(12, 12);
        double[] given = new double[grid.positions().length];
        Arrays.setAll(given, k -> grid.positions()[k]);
        double[] rest = given.clone();
        int restEquations = 6 * 12 + 6;
        try (Workers workers = new Workers(1)) {
            RestMembrane membrane = new RestMembrane(VertexGraph.of(grid), given, 10, workers);
            for (int i = 0; i < given.length / 3; i++) {
                double wish = i == restEquations ? 0.3 : 0;
                double[] a = {10, 0, 0, 10, 0, 10};
                double[] b = {10 * given[3 * i], 10 * given[3 * i + 1], 10 * (given[3 * i + 2] + wish)};
                membrane.addRestEquations(i, a, b);
            }
            for (int s = 0; s < 5; s++) {
                membrane.move(rest);
            }
        }
        double moved = rest[3 * restEquations + 2] - given[3 * restEquations + 2];
        double beside = rest[3 * (restEquations + 1) + 2] - given[3 * (restEquations + 1) + 2];
        double far = rest[2] - given[2];
        assertThat(moved).isBetween(0.05, 0.3);
        assertThat(beside).isBetween(1e-5, 0.9 * moved);
        assertThat(Math.abs(far)).isLessThan(0.01 * moved);
    }

    @Test
    void unfoldsFlippedFaces() {
        Mesh grid = Synthetic.grid(8, 8);
        double[] given = new double[grid.positions().length];
        Arrays.setAll(given, k -> grid.positions()[k]);
        double[] rest = given.clone();
        try (Workers workers = new Workers(1)) {
            RestMembrane membrane = new RestMembrane(VertexGraph.of(grid), given, 1, workers);
            for (int i = 0; i < given.length / 3; i++) {
                // One vertex is moved across its neighbours.
                double firm = i == 27 ? 1e6 : 1e3;
                double[] b = {
                    firm * (given[3 * i] + (i == 27 ? 1.5 : 0)), firm * given[3 * i + 1], firm * given[3 * i + 2]
                };
                membrane.addRestEquations(i, new double[] {firm, 0, 0, firm, 0, firm}, b);
            }
            membrane.move(rest);
            assertThat(rest[3 * 27] - given[3 * 27]).isGreaterThan(1);
            membrane.unfold(grid.triangles(), rest);
        }
        int[] t = grid.triangles();
        for (int k = 0; k < t.length; k += 3) {
            assertThat(area(rest, t, k) * area(given, t, k)).isPositive();
        }
    }

    /** Twice the signed area in the plane of the grid. */
    private static double area(double[] p, int[] t, int k) {
        int a = 3 * t[k];
        int b = 3 * t[k + 1];
        int c = 3 * t[k + 2];
        return (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a]);
    }
}
