package dev.sinew.handles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.handles.BiharmonicWeights.Openness;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Weld;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SeamsTest {
    /** A bar of squares along x, closed. */
    private static Mesh bar() {
        int n = 6;
        float[] p = new float[3 * 4 * (n + 1)];
        for (int k = 0; k <= n; k++) {
            for (int c = 0; c < 4; c++) {
                int at = 3 * (4 * k + c);
                p[at] = k;
                p[at + 1] = c / 2;
                p[at + 2] = c == 1 || c == 2 ? 1 : 0;
            }
        }
        int[] corners = new int[4 * (4 * n + 2)];
        int to = 0;
        for (int k = 0; k < n; k++) {
            for (int c = 0; c < 4; c++) {
                int next = (c + 1) % 4;
                for (int i : new int[] {4 * k + c, 4 * k + next, 4 * k + 4 + next, 4 * k + 4 + c}) {
                    corners[to++] = i;
                }
            }
        }
        for (int i : new int[] {3, 2, 1, 0, 4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3}) {
            corners[to++] = i;
        }
        return Mesh.of(p, starts(corners.length / 4), corners, Mesh.Surface.bare());
    }

    private static int[] starts(int faces) {
        int[] starts = new int[faces + 1];
        for (int f = 0; f <= faces; f++) {
            starts[f] = 4 * f;
        }
        return starts;
    }

    /** Every face has its own vertices. */
    private static Mesh separate(Mesh mesh) {
        int[] own = new int[mesh.corners().length];
        float[] p = new float[3 * own.length];
        for (int c = 0; c < own.length; c++) {
            own[c] = c;
            System.arraycopy(mesh.positions(), 3 * mesh.corners()[c], p, 3 * c, 3);
        }
        return Mesh.of(p, mesh.faceStarts(), own, Mesh.Surface.bare());
    }

    private static HandleSet ends() {
        return HandleSet.of(List.of(
                new Handle.Point("left", new double[] {0, 0, 0}), new Handle.Point("right", new double[] {6, 0, 0})));
    }

    private static HandleWeights weights(Mesh mesh, WeightsOptions.DomainChoice domain) {
        WeightsOptions options =
                WeightsOptions.defaults().withDomain(domain).withResolution(8).withThreads(1);
        return HandleModels.solve(
                        new HandleModels.Input(mesh, ends(), Optional.empty()),
                        new HandleModels.Options(options, LearningOptions.defaults(), Optional.empty()),
                        Progress.SILENT)
                .weights();
    }

    @Test
    void facesThatAreSeparateInTheFileMoveAsOne() {
        Mesh whole = bar();
        Mesh apart = separate(whole);
        assertThat(Openness.of(apart).isNearlyClosed()).isFalse();
        for (WeightsOptions.DomainChoice domain : WeightsOptions.DomainChoice.values()) {
            HandleWeights wanted = weights(whole, domain);
            HandleWeights got = weights(apart, domain);
            for (int c = 0; c < apart.vertexCount(); c++) {
                assertThat(got.get(c, 0))
                        .as(domain + ", corner " + c)
                        .isCloseTo(wanted.get(whole.corners()[c], 0), org.assertj.core.data.Offset.offset(1e-9));
            }
        }
    }

    @Test
    void verticesThatSeparateInAnExampleAreNotWelded() {
        Mesh apart = separate(bar());
        float[] open = apart.positions().clone();
        open[0] -= 0.5f;
        MeshSequence poses = new MeshSequence("open", apart, FrameSource.of(new float[][] {open}), 30);
        assertThat(Weld.of(apart).first()).hasSize(28);
        assertThat(Weld.of(poses.withRest(apart)).first()).hasSize(29);
    }

    @Test
    void rejectsPosesOfAnotherMesh() {
        Mesh mesh = bar();
        int[] turned = mesh.corners().clone();
        turned[7] = 0;
        Mesh other = Mesh.of(mesh.positions(), mesh.faceStarts(), turned, Mesh.Surface.bare());
        MeshSequence poses = new MeshSequence("other", other, FrameSource.of(new float[][] {mesh.positions()}), 30);
        assertThatThrownBy(() -> HandleModels.solve(
                        new HandleModels.Input(mesh, ends(), Optional.of(poses)),
                        HandleModels.Options.defaults(),
                        Progress.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at corner 7 of their faces");
    }

    @Test
    void rejectsHandlesFarOutsideInTheVolume() {
        for (Handle far : List.of(
                new Handle.Point("far", new double[] {20, 0, 0}),
                new Handle.Bone("far", new double[] {0, 50, 0}, new double[] {0, 60, 0}, Optional.empty()))) {
            HandleSet set = HandleSet.of(List.of(far, new Handle.Point("left", new double[] {0, 0, 0})));
            assertThatThrownBy(() -> HandleModels.solve(
                            new HandleModels.Input(bar(), set, Optional.empty()),
                            HandleModels.Options.defaults(),
                            Progress.SILENT))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("farther from the mesh than 10 %");
        }
    }
}
