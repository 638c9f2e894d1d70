package dev.sinew.io.cache;

import dev.sinew.io.cache.PointCache.FrameBytes;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.RefusedException;
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
 * MDD, LightWave's motion designer file: big-endian int frames, int points, one float time in seconds a frame, then xyz as
 * floats, frame by frame.
 */
public final class Mdd {
    private static final int COUNTS_BYTES = 8;

    private Mdd() {}

    /** Whether a file's length is exactly what its first bytes, taken for an MDD header, ask for. */
    public static boolean fits(byte[] head, long size) {
        if (head.length < COUNTS_BYTES) {
            return false;
        }
        ByteBuffer header = ByteBuffer.wrap(head);
        long frames = header.getInt();
        long points = header.getInt();
        return frames > 0
                && points > 0
                && frames <= PointCache.MOST_FRAMES
                && (size - COUNTS_BYTES) % frames == 0
                && (size - COUNTS_BYTES) / frames == Float.BYTES + 12 * points;
    }

    static PointCache open(Path file, byte[] head, long size) {
        if (head.length < COUNTS_BYTES) {
            throw new RefusedException(
                    file + " is cut off: it has " + size + " bytes where the header alone takes " + COUNTS_BYTES);
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
            throw InputFiles.refusal(file, e);
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
     * The rate behind the times of frames, which are floats and often sums of rounded steps.
     *
     * @param times in seconds, one per frame
     */
    public record FrameTimes(Path file, float[] times) {
        /** Sums of rounded steps drift by about this much. */
        private static final double DRIFT = 1e-4;

        /** Times that were rounded once are truer than this. */
        private static final double ROUNDING = 3e-7;

        /** How far a step may be off the mean before we mention it. */
        private static final double UNEVEN = 0.02;

        /** Slower than this, the times are frame numbers more likely than seconds. */
        private static final double SLOW = 1.5;

        /** Rates beyond these are damage or another unit. */
        private static final double SLOWEST = 0.01;

        private static final double FASTEST = 10_000;

        /** Times of any precision, counted from the first. */
        public static FrameTimes of(Path file, double[] seconds) {
            float[] times = new float[seconds.length];
            for (int f = 0; f < times.length; f++) {
                times[f] = (float) (seconds[f] - seconds[0]);
            }
            return new FrameTimes(file, times);
        }

        /** Frames a second; nothing where there is one frame only, or where the times make no sense. */
        public OptionalDouble rate() {
            double rate = (times.length - 1) / span();
            return rate >= SLOWEST && rate <= FASTEST ? OptionalDouble.of(likely(rate)) : OptionalDouble.empty();
        }

        private double span() {
            return times.length < 2 ? 0 : times[times.length - 1] - (double) times[0];
        }

        /** A whole rate, one of two decimals, or one of television's (30000/1001), where that explains the times. */
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

        /** What a person should know before trusting the rate. */
        public Optional<String> note() {
            if (times.length < 2) {
                return Optional.empty();
            }
            OptionalDouble rate = rate();
            if (rate.isEmpty()) {
                return Optional.of(file + ": its times run from " + times[0] + " to " + times[times.length - 1]
                        + " s, which says nothing about its rate");
            }
            if (rate.getAsDouble() < SLOW) {
                return Optional.of(file + ": its times amount to " + rate.getAsDouble()
                        + " frames per second; where they are frame numbers, give the rate yourself");
            }
            return even()
                    ? Optional.empty()
                    : Optional.of(file + ": its frames are unevenly spaced in time; they are taken " + "as even, at "
                            + rate.getAsDouble() + " frames per second");
        }

        private boolean even() {
            double step = span() / (times.length - 1);
            for (int f = 1; f < times.length; f++) {
                if (!(Math.abs(times[f] - (double) times[f - 1] - step) <= UNEVEN * step)) {
                    return false;
                }
            }
            return true;
        }
    }
}
