package dev.sinew.io.handles;

import java.util.List;

/**
 * What handles are told to do: keyframes in time.
 *
 * @param framesPerSecond of the sequence that is made of them
 * @param keys at least one, times ascending
 */
public record Targets(double framesPerSecond, List<Key> keys) {
    public Targets {
        keys = List.copyOf(keys);
    }

    /** @param seconds from the beginning */
    public record Key(double seconds, List<Target> targets) {
        public Key {
            targets = List.copyOf(targets);
        }
    }

    /**
     * One handle's place.
     *
     * @param numbers 3: a position; 6: a bone's two ends; 12: a 3×4 transform, row by row
     */
    public record Target(String handle, double[] numbers) {}
}
