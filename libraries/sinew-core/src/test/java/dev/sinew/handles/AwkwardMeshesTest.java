package dev.sinew.handles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.handles.WeightsOptions.Bounds;
import dev.sinew.handles.WeightsOptions.DomainChoice;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** For any mesh: weights from 0 to 1 that sum to one, in every domain and with both kinds of bounds. */
class AwkwardMeshesTest {
    /** A mesh and two positions for handles. */
    private record Case(String name, Mesh mesh, double[] a, double[] b) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Arguments> cases() {
        Stream<Case> all = Stream.of(
                bar("a closed bar", 1, 0),
                bar("a tiny bar", 1e-6f, 0),
                bar("a huge bar", 1e6f, 0),
                bar("a bar far from the origin", 1, 1000),
                open(),
                twoShells("shells apart, a handle on each", 2),
                twoShells("shells that cross", 0.5f),
                shellWithoutHandle(),
                onFirst("a non-manifold edge", with(box(1, 0), 0, 1, 2, 1, 0, 3)),
                onFirst("degenerate triangles", with(box(1, 0), 0, 0, 1, 2, 2, 2)),
                flippedFaces(),
                oneTriangle());
        return all.flatMap(c -> Stream.of(DomainChoice.values())
                .flatMap(domain -> Stream.of(Bounds.values()).map(bounds -> Arguments.of(c, domain, bounds))));
    }

    private static Mesh box(float size, float shift) {
        Mesh box = Shapes.box(new double[] {0, 0, 0}, new double[] {1, 0.2, 0.2}, 5);
        float[] p = box.positions().clone();
        for (int k = 0; k < p.length; k++) {
            p[k] = size * p[k] + shift;
        }
        return Mesh.ofTriangles(p, box.corners());
    }

    private static Case bar(String name, float size, float shift) {
        double y = 0.1 * size + shift;
        return new Case(name, box(size, shift), new double[] {shift, y, y}, new double[] {size + shift, y, y});
    }

    private static Case onFirst(String name, Mesh mesh) {
        return new Case(name, mesh, new double[] {0, 0.1, 0.1}, new double[] {1, 0.1, 0.1});
    }

    private static Mesh with(Mesh mesh, int... triangles) {
        int[] all = Arrays.copyOf(mesh.corners(), mesh.corners().length + triangles.length);
        System.arraycopy(triangles, 0, all, mesh.corners().length, triangles.length);
        return Mesh.ofTriangles(mesh.positions(), all);
    }

    private static Case open() {
        Mesh box = box(1, 0);
        return onFirst(
                "a bar with holes",
                Mesh.ofTriangles(box.positions(), Arrays.copyOf(box.corners(), box.corners().length * 2 / 3 / 3 * 3)));
    }

    private static Mesh both(Mesh a, Mesh b) {
        float[] p = Arrays.copyOf(a.positions(), a.positions().length + b.positions().length);
        System.arraycopy(b.positions(), 0, p, a.positions().length, b.positions().length);
        int[] t = b.corners().clone();
        for (int k = 0; k < t.length; k++) {
            t[k] += a.vertexCount();
        }
        return with(Mesh.ofTriangles(p, a.corners()), t);
    }

    private static Case twoShells(String name, float shift) {
        Mesh second = box(1, 0);
        float[] p = second.positions().clone();
        for (int k = 0; k < p.length; k += 3) {
            p[k] += shift;
        }
        return new Case(
                name, both(box(1, 0), Mesh.ofTriangles(p, second.corners())), new double[] {0, 0.1, 0.1}, new double[] {
                    1 + shift, 0.1, 0.1
                });
    }

    private static Case shellWithoutHandle() {
        Case two = twoShells("a shell without a handle", 2);
        return new Case(two.name, two.mesh, two.a, new double[] {1, 0.1, 0.1});
    }

    private static Case flippedFaces() {
        Mesh box = box(1, 0);
        int[] t = box.corners().clone();
        for (int k = 0; k < t.length; k += 6) {
            int corner = t[k];
            t[k] = t[k + 1];
            t[k + 1] = corner;
        }
        return onFirst("faces turned every way", Mesh.ofTriangles(box.positions(), t));
    }

    private static Case oneTriangle() {
        return new Case(
                "one triangle",
                Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2}),
                new double[] {0, 0, 0},
                new double[] {1, 0, 0});
    }

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("cases")
    void weightsAreAPartition(Case c, DomainChoice domain, Bounds bounds) {
        HandleSet points = HandleSet.of(List.of(new Handle.Point("a", c.a), new Handle.Point("b", c.b)));
        check(c.mesh, points, domain, bounds);
    }

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("cases")
    void boneWeightsAreAPartition(Case c, DomainChoice domain, Bounds bounds) {
        double[] middle = new double[3];
        for (int d = 0; d < 3; d++) {
            middle[d] = (c.a[d] + c.b[d]) / 2;
        }
        HandleSet bones = HandleSet.of(List.of(
                new Handle.Bone("a", c.a, middle, Optional.empty()),
                new Handle.Bone("b", middle, c.b, Optional.of("a"))));
        check(c.mesh, bones, domain, bounds);
    }

    private static void check(Mesh mesh, HandleSet handles, DomainChoice domain, Bounds bounds) {
        WeightsOptions options =
                WeightsOptions.defaults().withDomain(domain).withResolution(12).withBounds(bounds);
        BiharmonicWeights.Result result = new BiharmonicWeights(mesh, handles, options, Progress.SILENT).solve();
        HandleWeights weights = result.weights();
        double[] most = new double[handles.count()];
        for (int i = 0; i < weights.vertexCount(); i++) {
            double sum = 0;
            for (int j = 0; j < most.length; j++) {
                assertThat(weights.get(i, j)).as("vertex %d", i).isBetween(0.0, 1.0);
                sum += weights.get(i, j);
                most[j] = Math.max(most[j], weights.get(i, j));
            }
            assertThat(sum).as("vertex %d", i).isCloseTo(1, within(1e-9));
        }
        assertThat(Arrays.stream(most).min().orElseThrow())
                .as("both handles have weight")
                .isGreaterThan(0.5);
        assertThat(result.exact()).isTrue();
    }
}
