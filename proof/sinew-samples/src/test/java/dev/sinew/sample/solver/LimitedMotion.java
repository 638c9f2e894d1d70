package dev.sinew.sample.solver;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.util.Locale;
import java.util.Random;

/**
 * A clip with anatomical joint limits: limbs swing from hips and shoulders, lower joints are one-way hinges, spines, necks, tails
 * and trunks bend a little at each joint, and the root moves.
 */
public final class LimitedMotion {
    private static final double SWING = Math.toRadians(32);
    private static final double HINGE = Math.toRadians(60);
    private static final double BEND = Math.toRadians(16);
    private static final double WOBBLE = Math.toRadians(4);

    private final SkinnedModel model;
    private final Random random;
    private final double[] centroids;

    private LimitedMotion(SkinnedModel model, long seed) {
        this.model = model;
        this.random = new Random(seed);
        this.centroids = model.weights()
                .centroids(model.rest().positions(), model.skeleton().pivots());
    }

    public static Clip of(SkinnedModel model, int frames, long seed) {
        return new Clip("limited", 30, new LimitedMotion(model, seed).motion(frames));
    }

    private BoneMotion motion(int frames) {
        Skeleton skeleton = model.skeleton();
        int b = skeleton.boneCount();
        double[] matrices = new double[frames * b * BoneMotion.STRIDE];
        for (int j = 0; j < b; j++) {
            double[] axis = axis(j);
            double[] phases = random.doubles(8).toArray();
            for (int f = 0; f < frames; f++) {
                double[] turn = new double[3];
                for (int x = 0; x < 3; x++) {
                    turn[x] = axis[x] * angle(j, RandomMotion.wave(phases[0], phases[1], f, frames))
                            + WOBBLE * RandomMotion.wave(phases[2 + x], phases[5 + x], f, frames);
                }
                RandomMotion.place(skeleton, matrices, f, j, RandomMotion.rotation(turn));
            }
        }
        return new BoneMotion(b, frames, matrices);
    }

    /** An axis perpendicular to the bone: the body's lateral axis if possible, else another. */
    private double[] axis(int j) {
        double[] along = new double[3];
        double length = 1e-12;
        for (int x = 0; x < 3; x++) {
            along[x] = centroids[3 * j + x] - model.skeleton().pivots()[3 * j + x];
            length += along[x] * along[x];
        }
        length = Math.sqrt(length);
        double[] side = Math.abs(along[0]) < 0.7 * length
                ? new double[] {1, 0.3 * random.nextGaussian(), 0}
                : new double[] {0, 1, 0.5};
        double dot = 0;
        for (int x = 0; x < 3; x++) {
            dot += side[x] * along[x] / length;
        }
        double norm = 0;
        for (int x = 0; x < 3; x++) {
            side[x] -= dot * along[x] / length;
            norm += side[x] * side[x];
        }
        for (int x = 0; x < 3; x++) {
            side[x] /= Math.sqrt(norm);
        }
        return side;
    }

    private double angle(int j, double wave) {
        Skeleton skeleton = model.skeleton();
        String name = skeleton.names().get(j).toLowerCase(Locale.ROOT);
        int parent = skeleton.parents()[j];
        if (parent == Skeleton.NONE) {
            return 0.3 * BEND * wave;
        }
        if (name.matches(".*(spine|chest|torso|neck|head|tail|trunk|ear|hips|pelvis).*")) {
            return BEND * wave;
        }
        boolean first = skeleton.names()
                .get(parent)
                .toLowerCase(Locale.ROOT)
                .matches(".*(spine|chest|torso|hips|pelvis|clav|root|hip).*");
        return first ? SWING * wave : HINGE * (1 + wave) / 2;
    }
}
