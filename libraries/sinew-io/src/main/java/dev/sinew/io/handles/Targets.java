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

    /** What a target says of its handle, and in how many numbers. */
    public enum Kind {
        /** Where its centre goes. */
        POSITION(3),
        /** Where the end of a bone goes. */
        TIP(3),
        /** Where both ends of a bone go. */
        ENDS(6),
        /** A 3×4 matrix from rest to posed position, row by row. */
        TRANSFORM(12);

        private final int numbers;

        Kind(int numbers) {
            this.numbers = numbers;
        }
    }

    /** One handle's place. */
    public record Target(String handle, Kind kind, double[] numbers) {
        public Target {
            if (numbers.length != kind.numbers) {
                throw new IllegalArgumentException(numbers.length + " numbers for a target that takes " + kind.numbers);
            }
        }
    }
}
