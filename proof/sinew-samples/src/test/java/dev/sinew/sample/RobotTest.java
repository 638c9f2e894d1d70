package dev.sinew.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Shells;
import dev.sinew.sample.robot.Robot;
import dev.sinew.sample.surface.HardPart;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Vec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RobotTest {
    @Test
    void manyClosedShells() {
        Mesh robot = new Robot().make(8000, 1).rest();
        assertThat(Shells.of(robot).count()).isGreaterThan(40);
        assertThat(MeshChecks.isClosedManifold(robot)).isTrue();
        assertThat(MeshChecks.volume(robot, robot.positions())).isPositive();
    }

    @Test
    void everyShellIsRigid() {
        MeshSequence robot = new Robot().make(3000, 36);
        assertThat(MeshChecks.largestStretch(robot)).isCloseTo(1, within(1e-4));
    }

    @Test
    void walkLoops() {
        MeshSequence robot = new Robot().make(1000, 72);
        double typical = MeshChecks.largestStep(robot.frame(10), robot.frame(11));
        assertThat(MeshChecks.largestStep(robot.frame(71), robot.frame(0))).isLessThan(2 * typical + 0.03);
    }

    @ParameterizedTest
    @EnumSource(HardPart.Form.class)
    void partsAreClosedAtEveryResolution(HardPart.Form form) {
        HardPart part = new HardPart(form, Vec.of(0.2, 0.1, 0.2), 0.03);
        double fine = volume(part.mesh(24));
        for (int cells = 1; cells < 24; cells++) {
            PolygonSoup soup = part.mesh(cells);
            assertThat(soup.vertexCount()).isEqualTo(HardPart.vertexCount(cells));
            assertThat(volume(soup)).isPositive().isCloseTo(fine, within(cells > 6 ? 0.1 * fine : fine));
        }
    }

    private static double volume(PolygonSoup soup) {
        Mesh mesh = Mesh.of(soup.positionsAsFloats(), soup.faceStarts(), soup.corners(), Mesh.Surface.bare());
        assertThat(MeshChecks.isClosedManifold(mesh)).isTrue();
        return MeshChecks.volume(mesh, mesh.positions());
    }
}
