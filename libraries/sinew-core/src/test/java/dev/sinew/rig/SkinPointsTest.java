package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.Synthetic;
import dev.sinew.geometry.Interior;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Mesh;
import dev.sinew.rig.JointPlacement.SkinPoints;
import org.junit.jupiter.api.Test;

class SkinPointsTest {
    /** All of them lie on the surface, and a little behind each it is inside. */
    @Test
    void fewVerticesAreJoinedByPointsOfFaces() {
        Mesh box = Mesh.ofTriangles(
                new float[] {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1},
                new int[] {
                    0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7,
                    0, 7, 3
                });
        SkinPoints skin = SkinPoints.of(box);
        Interior interior = new Interior(box);
        assertThat(skin.count()).isBetween(4000, 5000);
        for (int k = 0; k < skin.count(); k += 7) {
            double[] p = skin.at(k);
            double[] in = skin.inwards(k);
            assertThat(interior.distance(p)).isCloseTo(0, within(1e-9));
            assertThat(interior.contains(Vec3.along(p, in, 0.01))).isTrue();
        }
    }

    @Test
    void manyVerticesAreEnough() {
        Mesh tube = Synthetic.tube(500, 10);
        assertThat(SkinPoints.of(tube).count()).isEqualTo(tube.vertexCount());
    }
}
