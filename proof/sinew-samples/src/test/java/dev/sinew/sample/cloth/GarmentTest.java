package dev.sinew.sample.cloth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Shells;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.rig.SoftSkin.Flesh;
import dev.sinew.sample.surface.Vec;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GarmentTest {
    private static List<MeshSequence> worn;

    @BeforeAll
    static void simulate() {
        worn = List.of(new Skirt().make(599, 60), new Cape().make(599, 60));
    }

    static List<MeshSequence> garments() {
        return worn;
    }

    @ParameterizedTest
    @MethodSource("garments")
    void clothStaysOutsideTheBody(MeshSequence garment) {
        Dancer dancer = new Dancer();
        for (int f = 0; f < garment.frameCount(); f += 5) {
            Posture posture = dancer.at(f / 30.0);
            for (Flesh part : dancer.flesh()) {
                Vec a = posture.carry(part.joint(), part.limb().a());
                Vec b = posture.carry(part.joint(), part.limb().b());
                double thinnest = Math.min(part.limb().radiusA(), part.limb().radiusB());
                for (int k = 0; k < garment.frame(f).length; k += 3) {
                    Vec v = Vec.of(garment.frame(f)[k], garment.frame(f)[k + 1], garment.frame(f)[k + 2]);
                    assertThat(distance(v, a, b)).isGreaterThan(thinnest - 0.02);
                }
            }
        }
    }

    private static double distance(Vec v, Vec a, Vec b) {
        Vec ab = b.minus(a);
        double t = Math.max(0, Math.min(1, v.minus(a).dot(ab) / Math.max(1e-12, ab.dot(ab))));
        return v.minus(a.plus(ab.times(t))).length();
    }

    @ParameterizedTest
    @MethodSource("garments")
    void clothHardlyStretches(MeshSequence garment) {
        float[] rest = garment.rest().positions();
        int[] corners = garment.rest().corners();
        for (int f = 0; f < garment.frameCount(); f++) {
            for (int c = 0; c < corners.length; c++) {
                int next = corners[c % 4 == 3 ? c - 3 : c + 1];
                double now = length(garment.frame(f), corners[c], next);
                assertThat(now).isLessThan(1.25 * length(rest, corners[c], next));
            }
        }
    }

    private static double length(float[] p, int a, int b) {
        Vec d = Vec.of(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]);
        return d.length();
    }

    @Test
    void theDummyIsASecondShellIfThereAreEnoughVertices() {
        worn.forEach(garment -> assertThat(Shells.of(garment.rest()).count()).isEqualTo(1));
        assertThat(Shells.of(new Skirt().make(2000, 1).rest()).count()).isEqualTo(2);
    }
}
