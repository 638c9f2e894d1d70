package dev.sinew.io;

import dev.sinew.run.InvalidInputException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Frames {@code first, first + step, …} up to and including {@code last}, counted from 0.
 *
 * @param last the last frame that may be used; {@link Integer#MAX_VALUE} for all
 * @param step at least 1
 */
public record FrameRange(int first, int last, int step) {
    public static final FrameRange ALL = new FrameRange(0, Integer.MAX_VALUE, 1);

    private static final Pattern FORM = Pattern.compile("(\\d*):(\\d*)(?::(\\d+))?");

    public FrameRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("range " + first + ":" + last + " ends before it starts");
        }
        if (step < 1) {
            throw new IllegalArgumentException("range step " + step + " must be at least 1");
        }
    }

    /** Parses {@code a:b:step}; a, b and step may each be omitted. */
    public static Optional<FrameRange> parse(String text) {
        Matcher m = FORM.matcher(text);
        if (!m.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new FrameRange(
                    m.group(1).isEmpty() ? 0 : Integer.parseInt(m.group(1)),
                    m.group(2).isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(m.group(2)),
                    m.group(3) == null ? 1 : Integer.parseInt(m.group(3))));
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }

    /** How many of {@code available} frames are in the range. */
    public int count(int available) {
        int end = Math.min(last, available - 1);
        return end < first ? 0 : (end - first) / step + 1;
    }

    /**
     * The frames of the range.
     *
     * @param what that has {@code available} frames, for the message if the range begins after them
     */
    public int[] frames(int available, String what) {
        int count = count(available);
        if (count == 0) {
            throw new InvalidInputException("the frame range begins at frame " + first + ", but " + what + " has "
                    + (available == 1 ? "frame 0 only" : "frames 0 to " + (available - 1)));
        }
        return IntStream.range(0, count).map(this::frame).toArray();
    }

    /** The k-th frame of the range. */
    public int frame(int k) {
        return first + k * step;
    }
}
