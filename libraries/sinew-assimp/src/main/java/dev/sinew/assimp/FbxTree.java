package dev.sinew.assimp;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes of a binary FBX file that Assimp has just written. Corrects two errors: Assimp attaches scale curves to a
 * property name that no program reads, and declares every file as 24 frames per second.
 *
 * <p>A node consists of its end offset, the number and length of its values, its name, its values, and its children followed
 * by an empty node. End offsets are file positions, so a longer name shifts everything after it.
 */
final class FbxTree {
    private static final int HEADER_BYTES = 27;
    private static final int NODE_BYTES = 25;
    private static final int FOOTER_ID_BYTES = 16;
    /** Zeros, the version, zeros, and the sixteen bytes that end every file. */
    private static final int FOOTER_END_BYTES = 4 + 4 + 120 + 16;

    private static final int ALIGNMENT = 16;
    /** Frames per second, indexed by FBX's time mode. */
    private static final double[] TIME_MODES = {0, 120, 100, 60, 50, 48, 30, 0, 0, 0, 25, 24, 1000, 0, 0, 96, 72};

    private static final byte[] WRONG_SCALE = text("Lcl Scale");
    private static final byte[] RIGHT_SCALE = text("Lcl Scaling");

    /** @param nested whether it has a list of children, possibly empty */
    private record Node(byte[] name, long count, byte[] values, boolean nested, List<Node> children) {}

    private final byte[] file;
    private final ByteBuffer in;
    private final int timeMode;

    private FbxTree(byte[] file, int timeMode) {
        this.file = file;
        this.in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        this.timeMode = timeMode;
    }

    /**
     * Corrects both errors.
     *
     * @param rate frames per second; if FBX has no time mode for it, the file keeps 24, and its times are still right
     */
    static byte[] correct(byte[] file, double rate) {
        int mode = 11;
        for (int k = 0; k < TIME_MODES.length; k++) {
            mode = Math.abs(TIME_MODES[k] - rate) < 1e-6 ? k : mode;
        }
        return new FbxTree(file, mode).rewrite();
    }

    /** A text value: its type, its length, its characters. */
    private static byte[] text(String letters) {
        byte[] bytes = letters.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(5 + bytes.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 'S')
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    private byte[] rewrite() {
        in.position(HEADER_BYTES);
        List<Node> nodes = nodes();
        int footer = in.position();
        ByteArrayOutputStream out = new ByteArrayOutputStream(file.length + 4096);
        out.write(file, 0, HEADER_BYTES);
        nodes.forEach(node -> write(node, out));
        out.write(new byte[NODE_BYTES], 0, NODE_BYTES);
        out.write(file, footer, FOOTER_ID_BYTES);
        int padding = (ALIGNMENT - out.size() % ALIGNMENT) % ALIGNMENT;
        out.write(new byte[padding], 0, padding);
        out.write(file, file.length - FOOTER_END_BYTES, FOOTER_END_BYTES);
        return out.toByteArray();
    }

    /** Nodes up to and including the empty one. */
    private List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        while (true) {
            int end = (int) in.getLong();
            long count = in.getLong();
            byte[] values = new byte[(int) in.getLong()];
            byte[] name = new byte[in.get() & 0xff];
            if (end == 0) {
                return nodes;
            }
            in.get(name).get(values);
            boolean nested = in.position() < end;
            nodes.add(new Node(name, count, correct(name, values), nested, nested ? nodes() : List.of()));
        }
    }

    private byte[] correct(byte[] name, byte[] values) {
        String word = new String(name, StandardCharsets.US_ASCII);
        if (word.equals("C") && endsWith(values, WRONG_SCALE)) {
            byte[] longer = Arrays.copyOf(values, values.length - WRONG_SCALE.length + RIGHT_SCALE.length);
            System.arraycopy(RIGHT_SCALE, 0, longer, values.length - WRONG_SCALE.length, RIGHT_SCALE.length);
            return longer;
        }
        byte[] mode = text("TimeMode");
        if (word.equals("P")
                && values.length > mode.length
                && Arrays.equals(mode, Arrays.copyOf(values, mode.length))) {
            ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN).putInt(values.length - 4, timeMode);
        }
        return values;
    }

    private static boolean endsWith(byte[] values, byte[] end) {
        return values.length >= end.length
                && Arrays.equals(Arrays.copyOfRange(values, values.length - end.length, values.length), end);
    }

    private static void write(Node node, ByteArrayOutputStream out) {
        int start = out.size();
        ByteArrayOutputStream below = new OffsetStream(start + NODE_BYTES + node.name.length + node.values.length);
        node.children.forEach(child -> write(child, below));
        if (node.nested) {
            below.write(new byte[NODE_BYTES], 0, NODE_BYTES);
        }
        ByteBuffer head = ByteBuffer.allocate(NODE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        head.putLong(below.size())
                .putLong(node.count)
                .putLong(node.values.length)
                .put((byte) node.name.length);
        out.writeBytes(head.array());
        out.writeBytes(node.name);
        out.writeBytes(node.values);
        out.writeBytes(below.toByteArray());
    }

    /** A buffer for bytes that start at an offset of the file; {@code size} counts from the file's beginning. */
    private static final class OffsetStream extends ByteArrayOutputStream {
        private final int start;

        OffsetStream(int start) {
            this.start = start;
        }

        @Override
        public synchronized int size() {
            return start + super.size();
        }
    }
}
