package dev.sinew.sample.cloth;

import java.util.Arrays;

/**
 * Particles connected by {@link Links}: extended position-based dynamics (XPBD) with many small steps of one sweep each, which
 * keeps stiff cloth stiff at low cost.
 */
public final class Cloth {
    private static final double GRAVITY = -9.81;
    private static final double MAX_STRETCH = 1.01;
    private static final int MAX_STRETCH_SWEEPS = 8;
    private static final double TINY = 1e-9;

    private final Links links;
    private final double[] inverseMass;
    private final double[] position;
    private final double[] previous;
    private final double[] velocity;
    private final double[] force;
    private final double[] multiplier;

    /**
     * @param start 3N coordinates, not modified
     * @param mass of one particle in kilograms
     */
    public Cloth(float[] start, double mass, Links links) {
        this.links = links;
        int n = start.length / 3;
        this.inverseMass = new double[n];
        Arrays.fill(inverseMass, 1 / mass);
        this.position = new double[3 * n];
        for (int k = 0; k < 3 * n; k++) {
            position[k] = start[k];
        }
        this.previous = position.clone();
        this.velocity = new double[3 * n];
        this.force = new double[3 * n];
        this.multiplier = new double[links.count()];
    }

    /** Fixes particle i; from now on only {@link #moveTo} moves it. */
    public void pin(int i) {
        inverseMass[i] = 0;
    }

    /** Moves a pinned particle. */
    public void moveTo(int i, double x, double y, double z) {
        position[3 * i] = x;
        position[3 * i + 1] = y;
        position[3 * i + 2] = z;
    }

    /** Coordinates, modified by every step. */
    double[] position() {
        return position;
    }

    double[] previous() {
        return previous;
    }

    double[] velocity() {
        return velocity;
    }

    /** Forces of the next step, to be added to. */
    double[] force() {
        return force;
    }

    boolean isPinned(int i) {
        return inverseMass[i] == 0;
    }

    public int particleCount() {
        return inverseMass.length;
    }

    /** External forces and constraints besides gravity and links. */
    public interface Environment {
        /** Adds to {@link Cloth#force()}. */
        void push(Cloth cloth);

        /** Moves particles out of colliders, and pinned particles to their positions. */
        void constrain(Cloth cloth, double seconds);
    }

    /** Performs one small step. */
    public void step(double seconds, double damping, Environment environment) {
        Arrays.fill(force, 0);
        environment.push(this);
        predict(seconds, Math.max(0, 1 - damping * seconds));
        keepLengths(seconds);
        limitStretch();
        environment.constrain(this, seconds);
        for (int k = 0; k < position.length; k++) {
            velocity[k] = (position[k] - previous[k]) / seconds;
        }
    }

    private void predict(double seconds, double keep) {
        for (int i = 0; i < inverseMass.length; i++) {
            for (int k = 3 * i; k < 3 * i + 3; k++) {
                previous[k] = position[k];
                if (inverseMass[i] > 0) {
                    double gravity = k == 3 * i + 1 ? GRAVITY : 0;
                    velocity[k] = velocity[k] * keep + seconds * (gravity + force[k] * inverseMass[i]);
                    position[k] += seconds * velocity[k];
                }
            }
        }
    }

    /**
     * A Gauss-Seidel sweep forwards and backwards. The backward sweep makes the correction symmetric: a one-way sweep adds energy
     * to waves in its direction, and the cloth explodes.
     */
    private void keepLengths(double seconds) {
        int count = links.count();
        double perSquaredSecond = 1 / (seconds * seconds);
        Arrays.fill(multiplier, 0);
        for (int l = 0; l < count; l++) {
            keepLength(l, perSquaredSecond);
        }
        for (int l = count - 1; l >= 0; l--) {
            keepLength(l, perSquaredSecond);
        }
    }

    /** Limits the stretch of links after the sweeps; this only removes energy. */
    private void limitStretch() {
        for (int sweep = 0; sweep < MAX_STRETCH_SWEEPS; sweep++) {
            for (int l = 0; l < links.threads(); l++) {
                limitLength(l);
            }
        }
    }

    private void keepLength(int l, double perSquaredSecond) {
        int a = links.ends()[2 * l];
        int b = links.ends()[2 * l + 1];
        double w = inverseMass[a] + inverseMass[b];
        double length = Math.sqrt(squaredDistance(3 * a, 3 * b));
        if (w > 0 && length > TINY) {
            // XPBD: Δλ = (−C − α̃·λ) / (Σw + α̃), α̃ = α/Δt²
            double softness = links.compliances()[l] * perSquaredSecond;
            double pull = (length - links.lengths()[l] - softness * multiplier[l]) / (w + softness);
            multiplier[l] += pull;
            pullTogether(a, b, pull / length);
        }
    }

    private void limitLength(int l) {
        int a = links.ends()[2 * l];
        int b = links.ends()[2 * l + 1];
        double squared = squaredDistance(3 * a, 3 * b);
        double most = MAX_STRETCH * links.lengths()[l];
        // Most links are short enough and need no square root.
        if (squared > most * most && inverseMass[a] + inverseMass[b] > 0) {
            double length = Math.sqrt(squared);
            pullTogether(a, b, (length - most) / (inverseMass[a] + inverseMass[b]) / length);
        }
    }

    private double squaredDistance(int a, int b) {
        double x = position[b] - position[a];
        double y = position[b + 1] - position[a + 1];
        double z = position[b + 2] - position[a + 2];
        return x * x + y * y + z * z;
    }

    /** Moves both ends along the link, by their inverse masses. */
    private void pullTogether(int i, int j, double pull) {
        int a = 3 * i;
        int b = 3 * j;
        double x = pull * (position[b] - position[a]);
        double y = pull * (position[b + 1] - position[a + 1]);
        double z = pull * (position[b + 2] - position[a + 2]);
        position[a] += inverseMass[i] * x;
        position[a + 1] += inverseMass[i] * y;
        position[a + 2] += inverseMass[i] * z;
        position[b] -= inverseMass[j] * x;
        position[b + 1] -= inverseMass[j] * y;
        position[b + 2] -= inverseMass[j] * z;
    }

    /** Frames of a simulation; the initial settling frames are skipped. */
    float[][] record(int settlingFrames, int frames, Runnable advance) {
        for (int f = 0; f < settlingFrames; f++) {
            advance.run();
        }
        float[][] recorded = new float[frames][];
        for (int f = 0; f < frames; f++) {
            recorded[f] = snapshot();
            if (f + 1 < frames) {
                advance.run();
            }
        }
        return recorded;
    }

    /** The current 3N coordinates. */
    public float[] snapshot() {
        float[] out = new float[position.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = (float) position[k];
        }
        return out;
    }
}
