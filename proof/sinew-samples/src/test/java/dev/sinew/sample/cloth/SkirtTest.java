package dev.sinew.sample.cloth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Shells;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.rig.SoftSkin.Flesh;
import dev.sinew.sample.surface.Vec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SkirtTest {
    private static MeshSequence skirt;

    @BeforeAll
    static void simulate() {
        skirt = new Skirt().make(599, 60);
    }

    @Test
    void clothStaysOutsideTheLegs() {
        Dancer dancer = new Dancer();
        for (int f = 0; f < skirt.frameCount(); f += 5) {
            Posture posture = dancer.at(f / 30.0);
            for (Flesh part : dancer.flesh()) {
                Vec a = posture.carry(part.joint(), part.limb().a());
                Vec b = posture.carry(part.joint(), part.limb().b());
                double thinnest = Math.min(part.limb().radiusA(), part.limb().radiusB());
                for (int k = 0; k < skirt.frame(f).length; k += 3) {
                    Vec v = Vec.of(skirt.frame(f)[k], skirt.frame(f)[k + 1], skirt.frame(f)[k + 2]);
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

    @Test
    void clothHardlyStretches() {
        float[] rest = skirt.rest().positions();
        int[] corners = skirt.rest().corners();
        for (int f = 0; f < skirt.frameCount(); f++) {
            for (int c = 0; c < corners.length; c++) {
                int next = corners[c % 4 == 3 ? c - 3 : c + 1];
                double now = length(skirt.frame(f), corners[c], next);
                assertThat(now).isLessThan(1.15 * length(rest, corners[c], next));
            }
        }
    }

    private static double length(float[] p, int a, int b) {
        Vec d = Vec.of(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]);
        return d.length();
    }

    @Test
    void theDummyComesWithVerticesEnough() {
        assertThat(Shells.of(skirt.rest()).count()).isEqualTo(1);
        assertThat(Shells.of(new Skirt().make(2000, 1).rest()).count()).isEqualTo(2);
    }
}
