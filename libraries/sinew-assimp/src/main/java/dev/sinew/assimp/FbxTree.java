package dev.sinew.assimp;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The nodes of a binary FBX file that Assimp has just written. Corrects five errors: Assimp attaches scale curves to a
 * property name that no program reads, declares every file as 24 frames per second, takes the pose in which the nodes are for the
 * bind pose, does not mark joints without vertices as joints, and lets Euler angles jump from one key to the next.
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

    private static final class Node {
        final byte[] name;
        final long count;
        byte[] values;
        /** Whether it has a list of children, possibly empty. */
        final boolean nested;

        final List<Node> children;

        Node(byte[] name, long count, byte[] values, boolean nested, List<Node> children) {
            this.name = name;
            this.count = count;
            this.values = values;
            this.nested = nested;
            this.children = children;
        }

        boolean isNamed(String word) {
            return Arrays.equals(name, word.getBytes(StandardCharsets.US_ASCII));
        }
    }

    private final byte[] file;
    private final ByteBuffer in;
    private final int timeMode;

    private final Scene scene;

    private FbxTree(byte[] file, int timeMode, Scene scene) {
        this.scene = scene;
        this.file = file;
        this.in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        this.timeMode = timeMode;
    }

    /**
     * Corrects the errors.
     *
     * @param scene what was written
     * @param rate frames per second; if FBX has no time mode for it, the file keeps 24, and its times are still right
     */
    static byte[] correct(byte[] file, Scene scene, double rate) {
        int mode = 11;
        for (int k = 0; k < TIME_MODES.length; k++) {
            mode = Math.abs(TIME_MODES[k] - rate) < 1e-6 ? k : mode;
        }
        return new FbxTree(file, mode, scene).rewrite();
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
        new Joints(nodes, scene).correct();
        new RotationCurves(nodes).correct();
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
        if (word.equals("P") && startsWith(values, mode)) {
            ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN).putInt(values.length - 4, timeMode);
        }
        return values;
    }

    private static boolean startsWith(byte[] values, byte[] start) {
        return values.length > start.length && Arrays.equals(start, Arrays.copyOf(values, start.length));
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

    /**
     * The joints of a file. A skin's cluster belongs to the joint that is connected to it and holds two matrices: that of the joint in the
     * bind pose, and its inverse.
     */
    private static final class Joints {
        private static final int MATRIX_HEAD_BYTES = 1 + 3 * Integer.BYTES;
        private static final byte[] PLAIN = text("Null");
        private static final byte[] JOINT = text("LimbNode");

        private final List<Node> objects = new ArrayList<>();
        private final List<Node> connections = new ArrayList<>();
        private final Set<String> names = new HashSet<>();
        private final Map<String, double[]> offsets = new HashMap<>();

        Joints(List<Node> top, Scene scene) {
            top.stream().filter(node -> node.isNamed("Objects")).forEach(node -> objects.addAll(node.children));
            top.stream().filter(node -> node.isNamed("Connections")).forEach(node -> connections.addAll(node.children));
            for (Scene.Node node : scene.nodes()) {
                if (node.parent() != Scene.NONE && node.meshes().length == 0) {
                    names.add(node.name());
                }
            }
            for (Scene.Part part : scene.parts()) {
                part.bones().forEach(bone -> offsets.put(bone.node(), bone.offset()));
            }
        }

        void correct() {
            Map<Long, String> jointOf = new HashMap<>();
            for (Node node : objects) {
                if (node.isNamed("Model") && names.contains(nameOf(node))) {
                    jointOf.put(number(node.values, 1), nameOf(node));
                    markAsJoint(node);
                }
            }
            Map<Long, Node> clusters = new HashMap<>();
            objects.stream()
                    .filter(node -> node.isNamed("Deformer"))
                    .forEach(node -> clusters.put(number(node.values, 1), node));
            byte[] betweenObjects = text("OO");
            for (Node connection : connections) {
                if (!startsWith(connection.values, betweenObjects)) {
                    continue;
                }
                String joint = jointOf.get(number(connection.values, betweenObjects.length + 1));
                Node cluster = clusters.get(number(connection.values, betweenObjects.length + 2 + Long.BYTES));
                if (joint != null && cluster != null) {
                    bind(cluster, offsets.get(joint));
                }
            }
        }

        private static void markAsJoint(Node node) {
            if (endsWith(node.values, PLAIN)) {
                byte[] longer = Arrays.copyOf(node.values, node.values.length - PLAIN.length + JOINT.length);
                System.arraycopy(JOINT, 0, longer, node.values.length - PLAIN.length, JOINT.length);
                node.values = longer;
            }
        }

        /** @param offset from the mesh to the joint, by rows */
        private static void bind(Node cluster, double[] offset) {
            double[] joint = Affines.inverse(offset, 0).orElse(Affines.identity());
            for (Node node : cluster.children) {
                if (node.isNamed("Transform")) {
                    put(offset, node.values);
                } else if (node.isNamed("TransformLink")) {
                    put(joint, node.values);
                }
            }
        }

        /** FBX stores 4 × 4 matrices by columns. */
        private static void put(double[] matrix, byte[] values) {
            ByteBuffer out =
                    ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN).position(MATRIX_HEAD_BYTES);
            for (int c = 0; c < 4; c++) {
                for (int r = 0; r < 3; r++) {
                    out.putDouble(matrix[4 * r + c]);
                }
                out.putDouble(c == 3 ? 1 : 0);
            }
        }

        /** The name of an object, which a zero byte ends. */
        private static String nameOf(Node node) {
            int start = 1 + Long.BYTES + 1 + Integer.BYTES;
            int end = start;
            while (end < node.values.length && node.values[end] != 0) {
                end++;
            }
            return new String(node.values, start, end - start, StandardCharsets.UTF_8);
        }

        private static long number(byte[] values, int at) {
            return ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN).getLong(at);
        }
    }

    /**
     * The Euler angles of a file: a curve node of a rotation has three curves. The angles of each key are replaced by those of the same
     * rotation that are nearest to the key before, because programs turn bones on the way from one key to the next.
     */
    private static final class RotationCurves {
        private static final int ARRAY_HEAD_BYTES = 1 + 3 * Integer.BYTES;

        private final Map<Long, Node> curves = new HashMap<>();
        /** By curve node: the curves of X, Y and Z. */
        private final Map<Long, Node[]> axes = new HashMap<>();

        private final Set<Long> rotations = new HashSet<>();

        RotationCurves(List<Node> top) {
            for (Node node : children(top, "Objects")) {
                if (node.isNamed("AnimationCurve")) {
                    curves.put(Joints.number(node.values, 1), node);
                }
            }
            byte[] property = text("OP");
            byte[] rotation = text("Lcl Rotation");
            for (Node node : children(top, "Connections")) {
                if (!startsWith(node.values, property)) {
                    continue;
                }
                long from = Joints.number(node.values, property.length + 1);
                long to = Joints.number(node.values, property.length + 2 + Long.BYTES);
                if (endsWith(node.values, rotation)) {
                    rotations.add(from);
                } else if (curves.containsKey(from)) {
                    int axis = node.values[node.values.length - 1] - 'X';
                    if (axis >= 0 && axis < 3) {
                        axes.computeIfAbsent(to, id -> new Node[3])[axis] = curves.get(from);
                    }
                }
            }
        }

        private static List<Node> children(List<Node> top, String name) {
            return top.stream()
                    .filter(node -> node.isNamed(name))
                    .flatMap(node -> node.children.stream())
                    .toList();
        }

        void correct() {
            for (long rotation : rotations) {
                Node[] curve = axes.getOrDefault(rotation, new Node[3]);
                if (Arrays.stream(curve).allMatch(Objects::nonNull)) {
                    correct(Arrays.stream(curve).map(RotationCurves::keys).toArray(ByteBuffer[]::new));
                }
            }
        }

        /** The angles of a curve, in degrees. */
        private static ByteBuffer keys(Node curve) {
            Node keys = curve.children.stream()
                    .filter(node -> node.isNamed("KeyValueFloat"))
                    .findFirst()
                    .orElseThrow();
            return ByteBuffer.wrap(keys.values)
                    .position(ARRAY_HEAD_BYTES)
                    .slice()
                    .order(ByteOrder.LITTLE_ENDIAN);
        }

        private static void correct(ByteBuffer[] angles) {
            double[] last = new double[3];
            for (int at = 0; at + Float.BYTES <= angles[0].capacity(); at += Float.BYTES) {
                double[] x = new double[3];
                for (int d = 0; d < 3; d++) {
                    x[d] = angles[d].getFloat(at);
                }
                double[] same = nearest(x, last);
                double[] turned = nearest(new double[] {x[0] + 180, 180 - x[1], x[2] + 180}, last);
                last = distance(same, last) <= distance(turned, last) ? same : turned;
                for (int d = 0; d < 3; d++) {
                    angles[d].putFloat(at, (float) last[d]);
                }
            }
        }

        /** The angles with as many whole turns as bring them nearest to others. */
        private static double[] nearest(double[] angles, double[] to) {
            double[] near = new double[3];
            for (int d = 0; d < 3; d++) {
                near[d] = angles[d] - 360 * Math.rint((angles[d] - to[d]) / 360);
            }
            return near;
        }

        private static double distance(double[] a, double[] b) {
            return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]);
        }
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
