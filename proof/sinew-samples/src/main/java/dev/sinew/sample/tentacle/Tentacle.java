package dev.sinew.sample.tentacle;

import static dev.sinew.sample.surface.Paint.ease;

import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Sample;
import dev.sinew.sample.surface.Tube;
import dev.sinew.sample.surface.Vec;
import java.util.List;
import java.util.Optional;

/** A tentacle with two rows of suckers that reaches, curls and twists; it loops. */
public final class Tentacle extends Sample {
    private static final double FRAMES_PER_SECOND = 30;
    private static final double RINGS_PER_SIDE = 3.4;

    public Tentacle() {
        super("tentacle", "a tentacle with suckers, curling and twisting", 7000, 120);
    }

    @Override
    public MeshSequence make(int vertices, int frames) {
        check(vertices, frames);
        Tube tube = Tube.near(vertices, RINGS_PER_SIDE);
        Arm arm = new Arm(tube);
        Mesh rest = Mesh.of(arm.rest(), tube.faceStarts(), tube.corners(), surface(tube, arm));
        GeneratedFrames.Generator frame = f -> arm.pose(Curl.at((double) f / frames));
        return new MeshSequence(name(), rest, GeneratedFrames.of(tube.vertexCount(), frames, frame), FRAMES_PER_SECOND);
    }

    private static Mesh.Surface surface(Tube tube, Arm arm) {
        return new Mesh.Surface(
                Optional.empty(),
                Optional.empty(),
                Optional.of(arm.colours()),
                List.of(new Material("skin", Arm.PALE[0], Arm.PALE[1], Arm.PALE[2], 1f, 0.42f, 0f, Optional.empty())),
                new int[tube.faceCount()],
                List.of(),
                new int[0]);
    }

    /** Every vertex as a parameter on the centre line and an offset from it. */
    private static final class Arm {
        /** Linear colour of the suckers; all others are darker, as glTF multiplies vertex colours with it. */
        static final float[] PALE = {0.95f, 0.66f, 0.55f};

        private static final double[] BACK = {0.40, 0.050, 0.075};
        private static final double[] SPOT = {0.075, 0.010, 0.055};
        private static final double BASE_RADIUS = 0.155;
        private static final double TIP_RADIUS = 0.014;
        private static final int SUCKERS = 17;

        private final Tube tube;
        private final double[] along;
        private final double[] beside;
        private final float[] colours;

        Arm(Tube tube) {
            this.tube = tube;
            int n = tube.vertexCount();
            this.along = new double[n];
            this.beside = new double[3 * n];
            this.colours = new float[3 * n];
            for (int ring = 0; ring < tube.rings(); ring++) {
                double s = (ring + 0.5) / tube.rings();
                for (int side = 0; side < tube.sides(); side++) {
                    place(tube.vertex(ring, side), s, 2 * Math.PI * side / tube.sides());
                }
            }
            placeCap(0, 0, -0.02);
            placeCap(n - 1, 1, TIP_RADIUS);
        }

        private void placeCap(int i, double s, double beyond) {
            along[i] = s;
            beside[3 * i + 1] = beyond;
            paint(i, s, 0, 1);
        }

        /** Angle 0 is the underside with the suckers. */
        private void place(int i, double s, double angle) {
            double taper = 1 - s;
            double radius = TIP_RADIUS + (BASE_RADIUS - TIP_RADIUS) * (0.35 * taper + 0.65 * taper * taper);
            double round = s > 0.97 ? Math.sqrt(Math.max(0.05, 1 - (s - 0.97) * (s - 0.97) / 0.0009)) : 1;
            double sucker = sucker(s, angle);
            double under = StrictMath.cos(angle);
            // Flattened below, round above; suckers protrude from the flat side.
            double r = radius * round * (1 - 0.16 * Math.max(0, under) * under + 0.20 * sucker);
            along[i] = s;
            beside[3 * i] = r * StrictMath.sin(angle);
            beside[3 * i + 2] = r * under;
            paint(i, s, sucker, under);
        }

        /** Two rows of rings: high rims, hollow centres; they shrink towards the tip. */
        private static double sucker(double s, double angle) {
            double wrapped = angle > Math.PI ? angle - 2 * Math.PI : angle;
            double progress = SUCKERS * (1 - StrictMath.pow(1 - s, 1.45));
            double staggered = progress + (wrapped > 0 ? 0.5 : 0);
            double off = staggered - Math.floor(staggered) - 0.5;
            double aside = (Math.abs(wrapped) - 0.50) / 0.86;
            double distance = Math.sqrt(off * off + aside * aside) / 0.46;
            if (distance >= 1 || s < 0.03 || s > 0.985) {
                return 0;
            }
            double bump = 1 - distance * distance;
            double hollow = Math.max(0, 1 - distance * distance / 0.30);
            return bump * bump * 1.6 - 0.9 * hollow * hollow;
        }

        private void paint(int i, double s, double sucker, double under) {
            double belly = ease(0.30, 0.85, under);
            double spots = ease(0.35, 0.8, StrictMath.sin(29 * s * s + 31 * s + 4 * under));
            double rim = ease(0.1, 0.7, Math.abs(sucker));
            for (int c = 0; c < 3; c++) {
                double back = BACK[c] + (SPOT[c] - BACK[c]) * 0.8 * spots;
                double skin = back + (0.75 * PALE[c] - back) * belly;
                double colour = skin + (PALE[c] - skin) * rim;
                colours[3 * i + c] = (float) (colour / PALE[c]);
            }
        }

        float[] colours() {
            return colours;
        }

        float[] rest() {
            return pose(Curl.straight());
        }

        float[] pose(Curl curl) {
            float[] xyz = new float[beside.length];
            for (int i = 0; i < tube.vertexCount(); i++) {
                Vec v = curl.transform(along[i], beside[3 * i], beside[3 * i + 1], beside[3 * i + 2]);
                xyz[3 * i] = (float) v.x();
                xyz[3 * i + 1] = (float) v.y();
                xyz[3 * i + 2] = (float) v.z();
            }
            return xyz;
        }
    }
}
