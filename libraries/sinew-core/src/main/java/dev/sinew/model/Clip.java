package dev.sinew.model;

import java.util.Objects;

/**
 * One animation of a model: a name, a frame rate, and the bones' motion sampled at that rate from time 0.
 *
 * @param name unique in its model
 * @param framesPerSecond positive
 * @param shapes F·K, weights of the model's {@link Correctives} per frame; empty without correctives
 */
public record Clip(String name, double framesPerSecond, BoneMotion motion, double[] shapes) {
    public Clip {
        Objects.requireNonNull(name);
        Objects.requireNonNull(motion);
        Objects.requireNonNull(shapes);
        if (!(framesPerSecond > 0)) {
            throw new IllegalArgumentException("framesPerSecond " + framesPerSecond + " must be positive");
        }
    }

    /** A clip without correctives. */
    public Clip(String name, double framesPerSecond, BoneMotion motion) {
        this(name, framesPerSecond, motion, new double[0]);
    }

    /** The same shapes with other bones. */
    public Clip withMotion(BoneMotion newMotion) {
        return new Clip(name, framesPerSecond, newMotion, shapes);
    }

    /** The same bones with other shapes. */
    public Clip withShapes(double[] newShapes) {
        return new Clip(name, framesPerSecond, motion, newShapes);
    }
}
