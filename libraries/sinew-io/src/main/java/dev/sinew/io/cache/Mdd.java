package dev.sinew.io.cache;

import dev.sinew.io.cache.PointCache.FrameBytes;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * MDD, LightWave's motion designer format: big-endian int frames, int points, one float time in seconds per frame, then xyz
 * as floats, frame by frame.
 */
public final class Mdd {
    private static final int COUNTS_BYTES = 8;

    private Mdd() {}

    /** Whether a file's length is exactly what its first bytes require as an MDD header. */
    public static boolean fits(byte[] head, long size) {
        if (head.length < COUNTS_BYTES) {
            return false;
        }
        ByteBuffer header = ByteBuffer.wrap(head);
        long frames = header.getInt();
        long points = header.getInt();
        return frames > 0
                && points > 0
                && frames <= PointCache.MAX_FRAMES
                && (size - COUNTS_BYTES) % frames == 0
                && (size - COUNTS_BYTES) / frames == Float.BYTES + 12 * points;
    }

    static PointCache open(Path file, byte[] head, long size) {
        if (head.length < COUNTS_BYTES) {
            throw new InvalidInputException(
                    file + " is truncated: it has " + size + " bytes, but the header alone needs " + COUNTS_BYTES);
        }
        ByteBuffer header = ByteBuffer.wrap(head);
        int frames = header.getInt();
        int points = header.getInt();
        long dataStart = COUNTS_BYTES + (long) Float.BYTES * Math.max(0, frames);
        PointCache.checkCounts(file, frames, points, dataStart, size);
        FrameTimes times = new FrameTimes(file, times(file, frames));
        List<String> notes = times.note().stream().toList();
        return new PointCache(file, points, frames, times.rate(), dataStart, ByteOrder.BIG_ENDIAN, notes);
    }

    private static float[] times(Path file, int frames) {
        float[] times = new float[frames];
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(COUNTS_BYTES);
            ByteBuffer.wrap(in.readNBytes(Float.BYTES * frames)).asFloatBuffer().get(times);
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        }
        return times;
    }

    public static void write(OutputStream out, MeshSequence sequence) throws IOException {
        int frames = sequence.frameCount();
        ByteBuffer header = ByteBuffer.allocate(COUNTS_BYTES + Float.BYTES * frames);
        header.putInt(frames);
        header.putInt(sequence.vertexCount());
        for (int f = 0; f < frames; f++) {
            header.putFloat((float) (f / sequence.framesPerSecond()));
        }
        out.write(header.array());
        FrameBytes.write(out, sequence, ByteOrder.BIG_ENDIAN);
    }

    /**
     * Derives the frame rate from frame times, which are floats and often sums of rounded steps.
     *
     * @param times in seconds, one per frame
     */
    public record FrameTimes(Path file, float[] times) {
        /** Sums of rounded steps drift by about this much. */
        private static final double DRIFT = 1e-4;

        /** Times that were rounded once are more precise than this. */
        private static final double ROUNDING = 3e-7;

        /** Relative deviation of a step from the mean above which we add a note. */
        private static final double MAX_UNEVENNESS = 0.02;

        /** Below this rate, the times are more likely frame numbers than seconds. */
        private static final double FRAME_NUMBER_RATE = 1.5;

        /** Rates outside this range mean damage or another unit. */
        private static final double MIN_RATE = 0.01;

        private static final double MAX_RATE = 10_000;

        /** Times of any precision, relative to the first. */
        public static FrameTimes of(Path file, double[] seconds) {
            float[] times = new float[seconds.length];
            for (int f = 0; f < times.length; f++) {
                times[f] = (float) (seconds[f] - seconds[0]);
            }
            return new FrameTimes(file, times);
        }

        /** Frames per second; empty if there is only one frame, or if the times are invalid. */
        public OptionalDouble rate() {
            double rate = (times.length - 1) / span();
            return rate >= MIN_RATE && rate <= MAX_RATE ? OptionalDouble.of(likely(rate)) : OptionalDouble.empty();
        }

        private double span() {
            return times.length < 2 ? 0 : times[times.length - 1] - (double) times[0];
        }

        /** An integer rate, one with two decimals, or a television rate (30000/1001), if that explains the times. */
        private static double likely(double rate) {
            double whole = Math.rint(rate);
            if (whole >= 1 && Math.abs(rate - whole) < DRIFT * whole) {
                return whole;
            }
            double hundredths = Math.rint(rate * 100) / 100;
            if (Math.abs(rate - hundredths) < ROUNDING * rate) {
                return hundredths;
            }
            double television = Math.rint(rate * 1.001);
            double exact = television * 1000 / 1001;
            return television >= 1 && Math.abs(rate - exact) < DRIFT / 10 * exact ? exact : rate;
        }

        /** A note for the user if the rate is doubtful. */
        public Optional<String> note() {
            if (times.length < 2) {
                return Optional.empty();
            }
            OptionalDouble rate = rate();
            if (rate.isEmpty()) {
                return Optional.of(file + ": its times run from " + times[0] + " to " + times[times.length - 1]
                        + " s, so its frame rate is unknown");
            }
            if (rate.getAsDouble() < FRAME_NUMBER_RATE) {
                return Optional.of(file + ": its times mean " + rate.getAsDouble()
                        + " frames per second. If they are frame numbers, set the rate explicitly");
            }
            return even()
                    ? Optional.empty()
                    : Optional.of(file + ": its frames are unevenly spaced in time; they are read as evenly spaced, at "
                            + rate.getAsDouble() + " frames per second");
        }

        private boolean even() {
            double step = span() / (times.length - 1);
            for (int f = 1; f < times.length; f++) {
                if (!(Math.abs(times[f] - (double) times[f - 1] - step) <= MAX_UNEVENNESS * step)) {
                    return false;
                }
            }
            return true;
        }
    }
}
