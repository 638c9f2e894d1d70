package dev.sinew.io.bvh;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.text.TextLines;
import dev.sinew.math.Affine3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads a {@code .bvh} file in the dialects of CMU, Mixamo, LAFAN, Blender, Poser, 3ds Max and MotionBuilder: channels in any order and
 * number, several roots, names with blanks, several things on a line. An End Site becomes a joint named after its parent with {@code
 * _end}. Lengths stay in the file's unit, because BVH does not state one.
 *
 * <p>Position channels replace a joint's offset, as in MotionBuilder and Blender; programs that add them write positions near zero, which
 * {@link #addsToOffset} recognises for joints other than roots.
 */
final class BvhReader implements AutoCloseable {
    private static final int MAX_JOINTS = 10_000;
    private static final int MAX_CHANNELS = 6;
    /** Numbers of all matrices: 1 GiB. */
    private static final long MAX_NUMBERS = 1L << 27;

    private static final double FALLBACK_SECONDS = 1.0 / 30;
    private static final double LONGEST_FRAME_SECONDS = 3600;

    /** What a channel is; the ordinal modulo 3 is the axis. */
    private enum Channel {
        XPOSITION,
        YPOSITION,
        ZPOSITION,
        XROTATION,
        YROTATION,
        ZROTATION;

        boolean isPosition() {
            return ordinal() < 3;
        }

        int axis() {
            return ordinal() % 3;
        }
    }

    private record Joint(String name, int parent, double[] offset, List<Channel> channels, int firstChannel) {}

    private final Path file;
    private final TextLines lines;
    private final List<Joint> joints = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private int channelCount;
    /** What follows a name on its line: an opening brace. */
    private boolean braceIsRead;

    private BvhReader(Path file) throws IOException {
        this.file = file;
        this.lines = new TextLines(file, Files.newInputStream(file));
    }

    static SkeletonMotion read(Path file) {
        InputFiles.requireFile(file);
        try (BvhReader reader = new BvhReader(file)) {
            return reader.read();
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        }
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private SkeletonMotion read() throws IOException {
        expect("HIERARCHY");
        hierarchy();
        if (joints.isEmpty()) {
            throw lines.rejection("there is no joint before MOTION");
        }
        int frames = frameCount();
        double seconds = frameSeconds(frames);
        long numbers = (long) frames * joints.size() * Affine3.STRIDE;
        if (numbers > MAX_NUMBERS) {
            throw new InvalidInputException(file + ": " + frames + " frames of " + joints.size()
                    + " joints are too many; at most " + MAX_NUMBERS / Affine3.STRIDE / joints.size()
                    + " frames are supported for as many joints");
        }
        double[][] values = new double[frames][];
        for (int f = 0; f < frames; f++) {
            values[f] = frame(f, frames);
        }
        Skeleton skeleton = skeleton();
        BoneMotion motion = new BoneMotion(joints.size(), frames, matrices(skeleton, values));
        return new SkeletonMotion(skeleton, List.of(new Clip(stem(file), 1 / seconds, motion)));
    }

    private static String stem(Path file) {
        return file.getFileName().toString().replaceFirst("(?i)\\.bvh$", "");
    }

    /** The next token of the file; rejects its end. */
    private void next(String wanted) throws IOException {
        while (!lines.nextToken()) {
            if (!lines.nextLine()) {
                throw lines.rejection("the file ends where " + wanted + " is expected");
            }
        }
    }

    private void expect(String word) throws IOException {
        next("'" + word + "'");
        if (!lines.token().equalsIgnoreCase(word)) {
            throw lines.rejection("'" + word + "' is expected, not " + lines.quoted());
        }
    }

    private void hierarchy() throws IOException {
        int open = Skeleton.NONE;
        int depth = 0;
        while (true) {
            next("a joint or MOTION");
            String word = lines.token().toUpperCase(Locale.ROOT);
            if (word.equals("MOTION") && depth == 0) {
                return;
            }
            switch (word) {
                case "ROOT", "JOINT" -> {
                    if (word.equals("ROOT") != (depth == 0)) {
                        throw lines.rejection(
                                word + (depth == 0 ? " must be inside a ROOT" : " must not be inside another joint"));
                    }
                    open = begin(name(), open, true);
                    depth++;
                }
                case "END" -> {
                    if (depth == 0) {
                        throw lines.rejection("an End Site must be inside a joint");
                    }
                    name();
                    begin(joints.get(open).name() + "_end", open, false);
                    expect("}");
                }
                case "}" -> {
                    if (depth == 0) {
                        throw lines.rejection("'}' closes nothing");
                    }
                    open = joints.get(open).parent();
                    depth--;
                }
                default -> throw lines.rejection("JOINT, End Site, '}' or MOTION is expected, not " + lines.quoted());
            }
        }
    }

    /** The rest of the line, or what precedes an opening brace on it. */
    private String name() throws IOException {
        String rest = lines.rest();
        int brace = rest.indexOf('{');
        braceIsRead = brace >= 0;
        boolean more = lines.nextToken();
        while (more && !(braceIsRead && lines.token().contains("{"))) {
            // The name, blanks included. What follows a brace is read later.
            more = lines.nextToken();
        }
        return braceIsRead ? rest.substring(0, brace).strip() : rest;
    }

    /** Reads a joint up to its channels; returns its number. */
    private int begin(String wanted, int parent, boolean channels) throws IOException {
        if (joints.size() == MAX_JOINTS) {
            throw lines.rejection("there are more than " + MAX_JOINTS + " joints");
        }
        String name = wanted.isEmpty() ? "joint" : wanted;
        for (int k = 2; !names.add(name); k++) {
            name = (wanted.isEmpty() ? "joint" : wanted) + "_" + k;
        }
        if (!braceIsRead) {
            expect("{");
        }
        braceIsRead = false;
        expect("OFFSET");
        double[] offset = new double[3];
        for (int x = 0; x < 3; x++) {
            offset[x] = number("the offset of '" + name + "'");
        }
        List<Channel> listed = channels ? channels(name) : List.of();
        joints.add(new Joint(name, parent, offset, listed, channelCount));
        channelCount += listed.size();
        return joints.size() - 1;
    }

    private double number(String what) throws IOException {
        next(what);
        double value = lines.number();
        if (!Double.isFinite(value)) {
            throw lines.rejection(what + " contains " + lines.quoted() + "; only finite numbers are supported");
        }
        return value;
    }

    private List<Channel> channels(String name) throws IOException {
        expect("CHANNELS");
        double count = number("the number of channels of '" + name + "'");
        if (!(count >= 0 && count <= MAX_CHANNELS) || count != Math.rint(count)) {
            throw lines.rejection("joint '" + name + "' has " + lines.quoted() + " channels; 0 to " + MAX_CHANNELS
                    + " are supported");
        }
        List<Channel> channels = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            next("a channel of '" + name + "'");
            String word = lines.token().toUpperCase(Locale.ROOT);
            channels.add(Arrays.stream(Channel.values())
                    .filter(channel -> channel.name().equals(word))
                    .findFirst()
                    .orElseThrow(() -> lines.rejection("joint '" + name + "' has the channel " + lines.quoted()
                            + "; channels are Xposition, Yposition, Zposition, Xrotation, Yrotation and Zrotation")));
        }
        return channels;
    }

    private int frameCount() throws IOException {
        next("'Frames:'");
        double frames = labelled("FRAMES", "the number of frames");
        if (!(frames >= 0 && frames <= MAX_NUMBERS) || frames != Math.rint(frames)) {
            throw lines.rejection("there are " + lines.quoted() + " frames; 0 to " + MAX_NUMBERS + " are supported");
        }
        return (int) frames;
    }

    private double frameSeconds(int frames) throws IOException {
        next("'Frame Time:'");
        if (!lines.token().equalsIgnoreCase("Frame")) {
            throw lines.rejection("'Frame Time:' is expected, not " + lines.quoted());
        }
        next("'Time:'");
        double seconds = labelled("TIME", "the time of a frame");
        if (seconds == 0 && frames < 2) {
            return FALLBACK_SECONDS;
        }
        if (!(seconds > 1e-6 && seconds <= LONGEST_FRAME_SECONDS)) {
            throw lines.rejection("a frame lasts " + lines.quoted() + " seconds; it must be more than 0 and at most "
                    + (int) LONGEST_FRAME_SECONDS);
        }
        return seconds;
    }

    /** The number after a word and a colon; blanks around the colon are optional. */
    private double labelled(String word, String what) throws IOException {
        String token = lines.token().toUpperCase(Locale.ROOT);
        if (token.equals(word)) {
            expect(":");
        } else if (!token.startsWith(word + ":")) {
            throw lines.rejection("'" + word + ":' is expected, not " + lines.quoted());
        }
        String number = token.substring(Math.min(token.length(), word.length() + 1));
        if (number.isEmpty()) {
            return number(what);
        }
        try {
            return Double.parseDouble(number);
        } catch (NumberFormatException e) {
            throw lines.rejection(what + " is '" + number + "'; it must be a number");
        }
    }

    private double[] frame(int f, int frames) throws IOException {
        double[] values = new double[channelCount];
        for (int k = 0; k < channelCount; k++) {
            while (!lines.nextToken()) {
                if (!lines.nextLine()) {
                    throw lines.rejection("the file ends in frame " + (f + 1) + " of " + frames + ", after " + k
                            + " of its " + channelCount + " numbers; set 'Frames:' to " + f
                            + " to read those before it");
                }
            }
            values[k] = lines.number();
            if (!Double.isFinite(values[k])) {
                throw lines.rejection(
                        "frame " + (f + 1) + " contains " + lines.quoted() + "; only finite numbers are supported");
            }
        }
        return values;
    }

    private Skeleton skeleton() {
        int b = joints.size();
        int[] parents = new int[b];
        double[] pivots = new double[3 * b];
        for (int j = 0; j < b; j++) {
            parents[j] = joints.get(j).parent();
            for (int x = 0; x < 3; x++) {
                double above = parents[j] == Skeleton.NONE ? 0 : pivots[3 * parents[j] + x];
                pivots[3 * j + x] = above + joints.get(j).offset()[x];
            }
        }
        return new Skeleton(joints.stream().map(Joint::name).toList(), parents, pivots);
    }

    /** Whether a joint's position channels are added to its offset: in most frames they are nearer to zero than to the offset. */
    private static boolean addsToOffset(Joint joint, double[][] values) {
        if (joint.parent() == Skeleton.NONE) {
            return false;
        }
        double zero = 0;
        double same = 0;
        for (double[] row : values) {
            for (int k = 0; k < joint.channels().size(); k++) {
                Channel channel = joint.channels().get(k);
                if (channel.isPosition()) {
                    double value = row[joint.firstChannel() + k];
                    zero += Math.abs(value);
                    same += Math.abs(value - joint.offset()[channel.axis()]);
                }
            }
        }
        return zero < same;
    }

    /** From the rest pose to each frame, F·B·12. */
    private double[] matrices(Skeleton skeleton, double[][] values) {
        int b = joints.size();
        double[] m = new double[values.length * b * Affine3.STRIDE];
        double[] local = new double[Affine3.STRIDE];
        double[] worlds = new double[b * Affine3.STRIDE];
        double[] back = new double[Affine3.STRIDE];
        boolean[] adds = new boolean[b];
        for (int j = 0; j < b; j++) {
            adds[j] = addsToOffset(joints.get(j), values);
        }
        for (int f = 0; f < values.length; f++) {
            for (int j = 0; j < b; j++) {
                local(joints.get(j), adds[j], values[f], local);
                int parent = joints.get(j).parent();
                if (parent == Skeleton.NONE) {
                    System.arraycopy(local, 0, worlds, j * Affine3.STRIDE, Affine3.STRIDE);
                } else {
                    Affine3.multiply(worlds, parent * Affine3.STRIDE, local, 0, worlds, j * Affine3.STRIDE);
                }
                Affine3.identity(back, 0);
                for (int x = 0; x < 3; x++) {
                    back[4 * x + 3] = -skeleton.pivots()[3 * j + x];
                }
                Affine3.multiply(worlds, j * Affine3.STRIDE, back, 0, m, (f * b + j) * Affine3.STRIDE);
            }
        }
        return m;
    }

    /** Rotations apply in the order of the channels, the last one first. */
    private static void local(Joint joint, boolean adds, double[] row, double[] out) {
        Affine3.identity(out, 0);
        double[] at = joint.offset().clone();
        for (int k = 0; k < joint.channels().size(); k++) {
            Channel channel = joint.channels().get(k);
            double value = row[joint.firstChannel() + k];
            if (channel.isPosition()) {
                at[channel.axis()] = value + (adds ? joint.offset()[channel.axis()] : 0);
            } else {
                turn(out, channel.axis(), Math.toRadians(value));
            }
        }
        for (int x = 0; x < 3; x++) {
            out[4 * x + 3] = at[x];
        }
    }

    /** m ← m·R(axis, angle) */
    private static void turn(double[] m, int axis, double angle) {
        double c = Math.cos(angle);
        double s = Math.sin(angle);
        int a = (axis + 1) % 3;
        int b = (axis + 2) % 3;
        for (int r = 0; r < 3; r++) {
            double x = m[4 * r + a];
            double y = m[4 * r + b];
            m[4 * r + a] = c * x + s * y;
            m[4 * r + b] = c * y - s * x;
        }
    }
}
