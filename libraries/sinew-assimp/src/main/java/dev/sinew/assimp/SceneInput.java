package dev.sinew.assimp;

import dev.sinew.math.Affine3;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes a scene out of a stream that is not to be trusted: the process at its other end may have been talked into anything. No
 * more bytes are taken than allowed, every count is checked against those that are left, and every number that points at
 * something against how much of it there is.
 */
final class SceneInput {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int LONGEST_TEXT = 1 << 16;
    /** Bytes of the smallest thing a list can hold. */
    private static final int SMALLEST = 8;

    private final DataInputStream in;
    private long left;

    SceneInput(InputStream in) {
        this.in = new DataInputStream(new BufferedInputStream(in, BUFFER_BYTES));
    }

    /** How much may come from here on. */
    void allow(long bytes) {
        left = bytes;
    }

    int number() throws IOException {
        take(4);
        return in.readInt();
    }

    String text() throws IOException {
        int length = count(1);
        require(length <= LONGEST_TEXT, "a text that is too long");
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    byte[] bytes() throws IOException {
        int length = count(1);
        byte[] bytes = in.readNBytes(length);
        require(bytes.length == length, "an end after " + bytes.length + " of " + length + " bytes");
        return bytes;
    }

    Scene scene() throws IOException {
        double metres = real();
        List<Scene.Node> nodes = list(this::node);
        List<Scene.Part> parts = list(this::part);
        List<Scene.Paint> materials = list(this::paint);
        List<Scene.Animation> animations = list(this::animation);
        require(!nodes.isEmpty() && metres > 0 && Double.isFinite(metres), "no root or no unit");
        for (int n = 0; n < nodes.size(); n++) {
            Scene.Node node = nodes.get(n);
            require(n == 0 ? node.parent() == Scene.NONE : node.parent() >= 0 && node.parent() < n, "a stray node");
            for (int mesh : node.meshes()) {
                require(mesh >= 0 && mesh < parts.size(), "a stray mesh");
            }
        }
        return new Scene(nodes, parts, materials, animations, metres);
    }

    /** Reads one of a list. */
    private interface One<T> {
        T read() throws IOException;
    }

    private <T> List<T> list(One<T> one) throws IOException {
        int count = count(SMALLEST);
        left += (long) SMALLEST * count;
        List<T> things = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            things.add(one.read());
        }
        return things;
    }

    private Scene.Node node() throws IOException {
        return new Scene.Node(text(), number(), matrix(), ints());
    }

    private Scene.Part part() throws IOException {
        Scene.Part part = new Scene.Part(
                text(), floats(), floats(), floats(), ints(), ints(), number(), number(), list(this::bone));
        int count = part.positions().length / 3;
        int[] starts = part.faceStarts();
        require(part.positions().length == 3 * count, "positions that are not three per vertex");
        require(part.normals().length == 0 || part.normals().length == 3 * count, "stray normals");
        require(part.uvs().length == 0 || part.uvs().length == 2 * count, "stray UVs");
        require(starts.length > 0 && starts[0] == 0 && starts[starts.length - 1] == part.corners().length, "no faces");
        require(part.material() >= 0 && part.strayCorners() >= 0, "a stray material");
        for (int k = 1; k < starts.length; k++) {
            require(starts[k] - (long) starts[k - 1] >= 3, "a face of less than three corners");
        }
        requireBelow(part.corners(), count);
        for (Scene.Bone bone : part.bones()) {
            requireBelow(bone.vertices(), count);
            require(bone.vertices().length == bone.weights().length, "weights without vertices");
        }
        return part;
    }

    private static void requireBelow(int[] numbers, int count) throws IOException {
        for (int number : numbers) {
            if (number < 0 || number >= count) {
                throw new UnsoundException("vertex " + number + " of " + count);
            }
        }
    }

    private Scene.Bone bone() throws IOException {
        Scene.Bone bone = new Scene.Bone(text(), matrix(), ints(), floats());
        for (float weight : bone.weights()) {
            require(weight > 0 && Float.isFinite(weight), "a weight that is none");
        }
        return bone;
    }

    private Scene.Paint paint() throws IOException {
        return new Scene.Paint(text(), real32(), real32(), real32());
    }

    private Scene.Animation animation() throws IOException {
        return new Scene.Animation(text(), real(), real(), list(this::channel));
    }

    private Scene.Channel channel() throws IOException {
        return new Scene.Channel(text(), keys(3), keys(4), keys(3));
    }

    private Scene.Keys keys(int width) throws IOException {
        Scene.Keys keys = new Scene.Keys(width, doubles(), doubles());
        require(keys.values().length == (long) width * keys.seconds().length, "keys without values");
        return keys;
    }

    private double[] matrix() throws IOException {
        double[] matrix = doubles();
        require(matrix.length == Affine3.STRIDE, "a matrix of " + matrix.length + " numbers");
        return matrix;
    }

    private double real() throws IOException {
        take(8);
        return in.readDouble();
    }

    private float real32() throws IOException {
        take(4);
        return in.readFloat();
    }

    private int[] ints() throws IOException {
        int[] values = new int[count(4)];
        for (int k = 0; k < values.length; k++) {
            values[k] = in.readInt();
        }
        return values;
    }

    private float[] floats() throws IOException {
        float[] values = new float[count(4)];
        for (int k = 0; k < values.length; k++) {
            values[k] = in.readFloat();
        }
        return values;
    }

    private double[] doubles() throws IOException {
        double[] values = new double[count(8)];
        for (int k = 0; k < values.length; k++) {
            values[k] = in.readDouble();
        }
        return values;
    }

    /** How many things of at least so many bytes follow; those bytes are taken. */
    private int count(int bytes) throws IOException {
        int count = number();
        require(count >= 0 && (long) bytes * count <= left, "a count beyond what was allowed");
        left -= (long) bytes * count;
        return count;
    }

    private void take(int bytes) throws IOException {
        left -= bytes;
        require(left >= 0, "more than was allowed");
    }

    private static void require(boolean sound, String what) throws IOException {
        if (!sound) {
            throw new UnsoundException(what);
        }
    }

    /** What came is no scene. */
    static final class UnsoundException extends IOException {
        private static final long serialVersionUID = 1L;

        UnsoundException(String what) {
            super(what);
        }
    }
}
