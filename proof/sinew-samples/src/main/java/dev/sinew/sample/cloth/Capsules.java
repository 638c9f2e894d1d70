package dev.sinew.sample.cloth;

import dev.sinew.sample.rig.Flesh;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.surface.Vec;
import java.util.List;

/** Rounded limbs that cloth must stay outside of, moving along with a posture. */
final class Capsules {
    private final List<Flesh> flesh;
    private final double gap;
    private final double friction;
    /** ax ay az, bx by bz, ra rb each. */
    private final double[] limbs;

    /** @param gap distance that is kept, so that a coarse sheet does not cut through between its vertices */
    Capsules(List<Flesh> flesh, double gap, double friction) {
        this.flesh = flesh;
        this.gap = gap;
        this.friction = friction;
        this.limbs = new double[8 * flesh.size()];
    }

    void follow(Posture posture) {
        for (int l = 0; l < flesh.size(); l++) {
            Flesh part = flesh.get(l);
            Vec a = posture.carry(part.joint(), part.limb().a());
            Vec b = posture.carry(part.joint(), part.limb().b());
            double[] row = {
                a.x(),
                a.y(),
                a.z(),
                b.x(),
                b.y(),
                b.z(),
                part.limb().radiusA(),
                part.limb().radiusB()
            };
            System.arraycopy(row, 0, limbs, 8 * l, 8);
        }
    }

    /** Moves every free particle that is inside a limb to its surface, and slows it along the surface. */
    void pushOut(Cloth cloth) {
        double[] p = cloth.position();
        double[] before = cloth.previous();
        for (int i = 0; i < cloth.particleCount(); i++) {
            if (!cloth.isPinned(i)) {
                for (int l = 0; l < limbs.length; l += 8) {
                    pushOut(p, before, 3 * i, l);
                }
            }
        }
    }

    private void pushOut(double[] p, double[] before, int i, int l) {
        double ux = limbs[l + 3] - limbs[l];
        double uy = limbs[l + 4] - limbs[l + 1];
        double uz = limbs[l + 5] - limbs[l + 2];
        double x = p[i] - limbs[l];
        double y = p[i + 1] - limbs[l + 1];
        double z = p[i + 2] - limbs[l + 2];
        double squared = ux * ux + uy * uy + uz * uz;
        double t = squared > 0 ? Math.max(0, Math.min(1, (x * ux + y * uy + z * uz) / squared)) : 0;
        x -= t * ux;
        y -= t * uy;
        z -= t * uz;
        double radius = limbs[l + 6] + t * (limbs[l + 7] - limbs[l + 6]) + gap;
        double away = x * x + y * y + z * z;
        if (away >= radius * radius || away < 1e-18) {
            return;
        }
        double distance = Math.sqrt(away);
        double push = (radius - distance) / distance;
        p[i] += push * x - friction * (p[i] - before[i]);
        p[i + 1] += push * y - friction * (p[i + 1] - before[i + 1]);
        p[i + 2] += push * z - friction * (p[i + 2] - before[i + 2]);
    }
}
