package dev.sinew.model;

import java.util.Objects;

/**
 * One animation of a model: a name, a rate, and the bones' motion sampled at that rate from time 0.
 *
 * @param name unique in its model
 * @param framesPerSecond positive
 */
public record Clip(String name, double framesPerSecond, BoneMotion motion) {
    public Clip {
        Objects.requireNonNull(name);
        Objects.requireNonNull(motion);
        if (!(framesPerSecond > 0)) {
            throw new IllegalArgumentException("framesPerSecond " + framesPerSecond + " must be positive");
        }
    }
}
